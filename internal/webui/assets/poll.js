// Asking for a document again and again.

const period = 1000; // milliseconds from an answer to the next question
const patience = 8000; // for an answer
const longest = 8000; // between two tries

// poll passes every answer to show. While there is none it calls
// lost(milliseconds until the next try, what went wrong).
export function poll(url, show, lost) {
  let failures = 0;
  const once = async () => {
    let answer = null;
    let wait = period;
    try {
      const response = await fetch(url, {cache: 'no-store', signal: AbortSignal.timeout(patience)});
      if (!response.ok) throw new Error(`the server says ${response.status} ${response.statusText}`);
      answer = await response.json();
      failures = 0;
    } catch (error) {
      wait = Math.min(period * 2 ** failures, longest);
      failures++;
      lost(wait, error);
    }
    setTimeout(once, wait);
    if (answer !== null) show(answer);
  };
  once();
}

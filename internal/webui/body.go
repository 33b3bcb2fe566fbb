package webui

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
)

// maxBody is how many bytes of a request's body are read.
const maxBody = 4 << 10

// Refuse answers with an error as JSON, {"error": text}.
func Refuse(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client may be gone; nobody is left to be told.
	_ = json.NewEncoder(w).Encode(map[string]string{"error": text})
}

// ReadJSON reads the request's body, one JSON object of at most 4 KiB with no
// members but those of v. When it cannot, it has answered with what was wrong
// and returns false.
func ReadJSON(w http.ResponseWriter, r *http.Request, v any) bool {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		Refuse(w, http.StatusUnsupportedMediaType, "the body's Content-Type must be application/json")
		return false
	}
	err := decode(http.MaxBytesReader(w, r.Body, maxBody), v)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		Refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body may be %d bytes long", maxBody))
	case err != nil:
		Refuse(w, http.StatusBadRequest, err.Error())
	}
	return err == nil
}

// decode reads exactly one value.
func decode(body io.Reader, v any) error {
	dec := json.NewDecoder(body)
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		return fmt.Errorf("read the body: %s is %s, expected %s", cmp.Or(kind.Field, "all of it"), kind.Value, kind.Type.Kind())
	case errors.Is(err, io.EOF):
		return errors.New("read the body: it is empty")
	case err != nil:
		return fmt.Errorf("read the body: %w", err)
	}
	_, err = dec.Token()
	var tooLarge *http.MaxBytesError
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case errors.As(err, &tooLarge):
		return err
	}
	return errors.New("read the body: something follows the first JSON value")
}

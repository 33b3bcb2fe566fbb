package dotsnet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"puzzlekit/internal/webui"
)

// explanations say what the metrics are.
var explanations = map[string]string{
	"dots_tables":              "Tables, by the door through which their players come.",
	"dots_connections":         "Connections that are open.",
	"dots_connections_total":   "Connections accepted.",
	"dots_refused_total":       "Connections for which there was no room.",
	"dots_violations_total":    "Peers that broke a protocol.",
	"dots_dismissed_total":     "Players who did not move in time.",
	"dots_games_total":         "Games played to the end.",
	"dots_moves_total":         "Lines drawn.",
	"dots_bots_thinking":       "Bots that are thinking about a move.",
	"dots_bots_thinking_limit": "Bots that may think at one time.",
}

// ServeMetrics shows what the hall counts, for Prometheus, on the listener until
// ctx ends.
func (h *Hall) ServeMetrics(ctx context.Context, l net.Listener, build webui.Build, loopback bool) error {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", webui.Metrics(time.Now, build, explanations, h.writeMetrics))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	server := &http.Server{
		Handler: webui.Guard(mux, loopback), ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (h *Hall) writeMetrics(w io.Writer) {
	for _, kind := range kinds {
		metrics.WriteGaugeUint64(w, fmt.Sprintf("dots_tables{door=%q}", doors[kind]), uint64(len(h.all(kind))))
	}
	metrics.WriteGaugeUint64(w, "dots_connections", uint64(h.stats.Open.Load()))
	metrics.WriteGaugeUint64(w, "dots_bots_thinking", uint64(len(h.thinking)))
	metrics.WriteGaugeUint64(w, "dots_bots_thinking_limit", uint64(cap(h.thinking)))
	for _, counter := range []struct {
		name  string
		value int64
	}{
		{"dots_connections_total", h.stats.Connections.Load()},
		{"dots_refused_total", h.stats.Refused.Load()},
		{"dots_violations_total", h.stats.Violations.Load()},
		{"dots_dismissed_total", h.stats.Dismissed.Load()},
		{"dots_games_total", h.stats.Games.Load()},
		{"dots_moves_total", h.stats.Moves.Load()},
	} {
		metrics.WriteCounterUint64(w, counter.name, uint64(counter.value))
	}
}

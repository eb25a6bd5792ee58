package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/pi-fix/pi-fix/replay"
)

// server is one run of serve.
type server struct {
	a        *app
	provider *replay.Provider
	apis     []*replay.API
	options  serveOptions
}

// grace is how long requests may go on after an interrupt.
const grace = 2 * time.Second

// run listens, says where, and serves until the context ends, which is its
// regular end.
func (s *server) run(ctx context.Context) (err error) {
	records, err := openRequestLog(s.a, s.options.log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.close()) }()
	listener, err := listen(s.options.host, s.options.port)
	if err != nil {
		return err
	}
	if err := s.announce(listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	records.stop = cancel
	s.provider.Observe = records.observe
	if err := s.serve(ctx, listener, records.strays(s.provider)); err != nil {
		return err
	}
	if s.a.verbose {
		s.a.say("stopped after %d requests", records.count())
	}
	return nil
}

// serve answers until the context ends; requests that wait for a delay end with it.
func (s *server) serve(ctx context.Context, l net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if srv.Shutdown(last) != nil {
		return srv.Close()
	}
	return nil
}

func listen(host string, port uint16) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(int(port))))
	if err == nil {
		return l, nil
	}
	next := "take a free port: pi-fix serve --port 0"
	if port == 0 {
		next = "take an address of this machine: pi-fix serve --host 127.0.0.1"
	}
	return nil, usage(next, "cannot listen on port %d of %s: %s", port, host, reason(err))
}

// reason is the innermost error, without the system calls and addresses around
// it.
func reason(err error) string {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err.Error()
}

// announce says where the services are.
func (s *server) announce(at net.Addr) error {
	tcp, ok := at.(*net.TCPAddr)
	if !ok {
		return fmt.Errorf("listen on %v: it is no TCP address", at)
	}
	if !tcp.IP.IsLoopback() {
		s.a.say("listening on %s: whoever reaches it can read the answers", at)
	}
	if s.a.quiet {
		return nil
	}
	if err := writeAddresses(s.a.out, s.apis, s.provider.Profiles, rootURL(tcp)); err != nil {
		return err
	}
	return s.a.flush()
}

// rootURL is where a client on this machine finds the server.
func rootURL(at *net.TCPAddr) string {
	host := at.IP.String()
	if at.IP.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port))
}

package commands

import (
	"context"
	"sync"
)

func serveSearchPage(ctx context.Context, beside *sync.WaitGroup, c *serveCmd, env *Env, run *search) error {
	return nil
}

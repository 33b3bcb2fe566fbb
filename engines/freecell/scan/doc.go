// Package scan is being written.
package scan

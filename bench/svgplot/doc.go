// Package svgplot draws line plots as SVG: a frame, two axes that may be
// logarithmic, lines with markers and a legend beside the frame.
//
// The same plot gives the same bytes. It is readable on light and on dark ground,
// because its colors are chosen by the viewer's preference, and without colors,
// because each line has a marker and a dash pattern of its own. Nothing in it is
// loaded from elsewhere.
//
// It lays out nothing that depends on the width of letters: labels may overlap
// when there are too many.
package svgplot

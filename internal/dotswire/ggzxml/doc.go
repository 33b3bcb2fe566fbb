// Package ggzxml is the XML in which a client logs in to a GGZ server: protocol
// version 10 of the GGZ Gaming Zone, as far as Dots needs it.
//
// It knows elements, not what they ask for; that is in puzzlekit's package
// dotsnet. Start reading at [Reader] and [Element].
//
// # Format
//
// Each side sends one document that ends with the connection. What is said is an
// element below its root; nothing else matters.
//
//	<?xml version='1.0' encoding='UTF-8'?>
//	<SESSION>
//	<LOGIN TYPE='guest'>
//	<NAME>alice</NAME>
//	</LOGIN>
//	...
//	</SESSION>
//
// Names of elements and attributes are read in any case and written in upper
// case, with attributes in single quotes. An element with elements in it is
// written on several lines, any other on one; readers do not mind either way.
//
// On a channel the raw bytes of the game follow the client's </SESSION>, so a
// Reader takes not one byte more than it needs.
//
// # Limits
//
// An element may have 16 KiB with all that is in it, 64 elements in it, and be 8
// deep. There is no document type, hence no entity but those five that XML
// itself has, and the only encoding is UTF-8. What is past that is [ErrSyntax].
package ggzxml

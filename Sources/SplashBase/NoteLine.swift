/// Whether a line of a comment is one by which splash says how a file was made: "splash", whatever, and
/// JSON.
package func isNoteLine(_ line: some Collection<UInt8>) -> Bool {
  line.starts(with: "splash ".utf8) && line.contains(UInt8(ascii: "{"))
}

/// The version of this source, by semantic versioning.
package let splashVersion = "1.0.0"

/// Whether a line of a file's comment is the note by which splash says how it made the file: it
/// starts with "splash " and contains JSON.
package func isNoteLine(_ line: some Collection<UInt8>) -> Bool {
  line.starts(with: "splash ".utf8) && line.contains(UInt8(ascii: "{"))
}

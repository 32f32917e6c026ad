/// A failure outside of the program: of a file, a device, an encoder, a setting.
///
/// Its text is one line that says what failed, on which file or device, why, and what to do.
/// Mistakes of the calling program trap instead.
public struct SplashError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Whose fault it was. The command turns this into its exit status.
  public enum Kind: Sendable {
    /// The work began and could not be finished: disk full, encoder failed, camera unplugged.
    case failure
    /// The input or output could not be used at all.
    case badInput
    /// Options or settings are invalid.
    case usage
    /// The reader of a pipe went away, which ends a run without being a failure.
    case closedPipe
  }

  public var kind: Kind
  /// Whether the only fault is the requested time: the clip ends before it.
  package private(set) var isBehindEnd = false
  private let text: String

  /// Names options by their keys, as in `maxPixels`.
  public var description: String { OptionNames.current.spelled(text) }

  /// - Parameters:
  ///   - kind: whose fault it was.
  ///   - what: what failed, on which file or device: "cups.mp4: cannot open".
  ///   - cause: why, in the words of the library or system that failed; left out if unknown.
  ///   - remedy: what to do about it, as an instruction; left out where nothing helps.
  public init(_ kind: Kind, _ what: String, cause: String? = nil, remedy: String? = nil) {
    self.kind = kind
    var text = what
    // FFmpeg's reasons are sentences.
    if let cause {
      let line = cause.split(whereSeparator: \.isNewline).joined(separator: " ")
      text += ": \(line.hasSuffix(".") ? line.dropLast() : line[...])"
    }
    if let remedy { text += "; \(remedy)" }
    self.text = SplashError.oneLine(text)
  }

  /// The error for a clip that has no frame at or after the requested time.
  ///
  /// - Parameter cause: as in `init`.
  package static func behindEnd(_ film: String, cause: String?) -> SplashError {
    var error = SplashError(
      .badInput, "\(film): it has no frame at or after the time that was asked for", cause: cause)
    error.isBehindEnd = true
    return error
  }

  /// The same error with a remark added at its end.
  package func adding(_ remark: String) -> SplashError {
    SplashError(kind, text, remedy: remark)
  }

  /// A text as one line of bounded length. Control characters are escaped, since names in hostile
  /// files could change what a terminal shows.
  private static func oneLine(_ text: String) -> String {
    let whole = text.displayedOnALine
    return whole.count > 1000 ? whole.prefix(600) + " … " + whole.suffix(300) : whole
  }

  /// The exit status of the command for this error (Specification.md section 5).
  public var exitStatus: Int32 {
    switch kind {
    case .closedPipe: 0
    case .failure: 1
    case .badInput: 2
    case .usage: 64
    }
  }
}

/// A count and what is counted: `1 frame`, `2 frames`.
///
/// - Parameter noun: in the singular; its plural has an s more.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

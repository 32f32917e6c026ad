internal import CFFmpeg

/// The device that decodes in place of the processor, and on which encoders that need a device find
/// it.
public enum Hardware: Equatable, Sendable {
  /// The processor decodes.
  case off
  /// The faster decoder for the first second of a file: the processor, or the first device that can
  /// decode it.
  case auto
  /// A device: FFmpeg's name of its kind, such as `vaapi`, and FFmpeg's name of the device
  /// (`/dev/dri/renderD128`, `0`); nil for the first. The kind `v4l2m2m` stands for Video4Linux
  /// decoders, which find their device themselves.
  case device(kind: String, name: String?)

  /// Reads `off`, `auto`, `KIND` or `KIND:NAME`.
  ///
  /// - Throws: `SplashError` of kind usage for a kind that this FFmpeg was built without.
  public init(_ text: String) throws(SplashError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let (kind, name) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    switch (kind, name) {
    case ("off", nil): self = .off
    case ("auto", nil): self = .auto
    default:
      let known = HardwareKind.all.map(\.name)
      guard known.contains(kind) else {
        throw SplashError(
          .usage, "\(option: "hardware") \(text)", cause: "this FFmpeg has no such kind of device",
          remedy: "use one of \((["off", "auto"] + known).joined(separator: ", "))")
      }
      guard name != "", name == nil || HardwareKind(named: kind)?.type != nil else {
        throw SplashError(
          .usage, "\(option: "hardware") \(text)",
          cause: name == ""
            ? "the device has no name" : "its decoders find their device themselves",
          remedy: "write \(kind)")
      }
      self = .device(kind: kind, name: name)
    }
  }

  /// The text as the flag takes it.
  public var text: String {
    switch self {
    case .off: "off"
    case .auto: "auto"
    case .device(let kind, let name): name.map { "\(kind):\($0)" } ?? kind
    }
  }
}

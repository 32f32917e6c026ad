internal import CFFmpeg
internal import Glibc

extension InputOptions {
  /// The options with `auto` replaced by the faster decoder for the input's first second.
  ///
  /// - Returns: the options, and a note for people; nil where nothing had to be measured.
  package func settled(for input: String) -> (options: InputOptions, note: String?) {
    guard hardware == .auto else { return (self, nil) }
    var settled = self
    settled.hardware = .off
    switch InputLocation(input) {
    case .file(let path) where FileVersion(path: path) != nil: break
    case .file(let path) where path.withPath({ access($0, F_OK) }) != 0: return (settled, nil)
    default:
      return (settled, "\(input): only files can be read twice to measure; software decodes")
    }
    for kind in HardwareKind.all {
      let device = Hardware.device(kind: kind.name, name: nil)
      do {
        guard let one = try firstSecond(of: input, by: device),
          let other = try firstSecond(of: input, by: .off)
        else { continue }
        if one < other { settled.hardware = device }
        let times =
          "\(one.milliseconds) ms by \(kind.name) and \(other.milliseconds) ms in software"
        return (
          settled,
          "\(input): the first second took \(times); \(one < other ? kind.name : "software") decodes"
        )
      } catch {
        // Opening the input will report the error.
        return (settled, nil)
      }
    }
    return (settled, "\(input): no device here decodes it; software decodes")
  }

  /// Time to decode the frames of the first second, without the first frame; nil where a device
  /// does not decode them.
  private func firstSecond(of input: String, by hardware: Hardware) throws -> Duration? {
    var second = self
    second.hardware = hardware
    (second.part, second.pieces) = (nil, [])
    (second.takesSound, second.takesSubtitles) = (false, false)
    if let piece = pieces.first { (second.start, second.duration) = (piece.lowerBound, nil) }
    second.duration = min(second.duration ?? 1, 1)
    let source = try FFmpegSource(input, options: second)
    guard hardware == .off || source.usesDevice else { return nil }
    let (clock, begin) = (StageClock(), ContinuousClock.now)
    while let frame = try source.nextPicture(clock) { _ = consume frame }
    return begin.duration(to: .now)
  }
}

extension Duration {
  fileprivate var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}

package import CFFmpeg

/// An SMPTE ST 12-1 time code, as in tags of video files: `10:00:00:12`; with a semicolon before
/// the frame number for drop-frame, which skips numbers so that 29.97 frames per second keep the
/// clock's time.
package struct Timecode: Equatable, CustomStringConvertible {
  private let isDrop: Bool
  /// Frames per second, rounded.
  private let rate: Int
  /// Frames since 00:00:00:00, less than a day.
  private var count: Int

  /// - Parameter rate: frames per second.
  /// - Returns: nil for other texts, and for rates without time codes.
  package init?(_ text: String, rate: AVRational) {
    guard let match = text.wholeMatch(of: /(\d\d):(\d\d):(\d\d)([:;.])(\d\d\d?)/)?.output,
      let nominal = Self.nominal(rate)
    else { return nil }
    isDrop = match.4 != ":"
    guard !isDrop || Self.mayDrop(rate) else { return nil }
    self.rate = nominal
    let minutes = Int(match.1)! * 60 + Int(match.2)!
    let number = (minutes * 60 + Int(match.3)!) * nominal + Int(match.5)!
    count = number - (isDrop ? nominal / 15 * (minutes - minutes / 10) : 0)
    guard Int(match.5)! < nominal, count < day else { return nil }
  }

  /// The time code of a frame this many frames later.
  package func moved(by pictures: Int) -> Timecode {
    var moved = self
    moved.count = ((count + pictures) % day + day) % day
    return moved
  }

  /// The time code of the same time at another rate; nil if that rate has none of this kind.
  package func converted(to other: AVRational) -> Timecode? {
    guard let nominal = Self.nominal(other), !isDrop || Self.mayDrop(other) else { return nil }
    var converted = Timecode(isDrop: isDrop, rate: nominal, count: 0)
    converted.count = min(count * nominal / rate, converted.day - 1)
    return converted
  }

  private init(isDrop: Bool, rate: Int, count: Int) {
    (self.isDrop, self.rate, self.count) = (isDrop, rate, count)
  }

  package var description: String {
    var number = count
    if isDrop {
      // At 30, two numbers are dropped each minute, except in each tenth minute.
      let dropped = rate / 15
      let (tens, rest) = number.quotientAndRemainder(dividingBy: 600 * rate - 9 * dropped)
      number += 9 * dropped * tens
      if rest >= dropped { number += dropped * ((rest - dropped) / (60 * rate - dropped)) }
    }
    let (seconds, picture) = number.quotientAndRemainder(dividingBy: rate)
    func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(digits)
    return clock.joined(separator: ":") + (isDrop ? ";" : ":") + digits(picture)
  }

  /// Frames in a day.
  private var day: Int { 24 * (3600 * rate - (isDrop ? 54 * (rate / 15) : 0)) }

  /// The rates that FFmpeg's muxers accept.
  private static func nominal(_ rate: AVRational) -> Int? {
    guard rate.den > 0, rate.num > 0 else { return nil }
    let (exact, nominal) = (av_q2d(rate), av_q2d(rate).rounded())
    let isOne = abs(exact - nominal) < 0.001 || abs(exact * 1.001 - nominal) < 0.001
    return isOne && [24, 25, 30, 48, 50, 60, 100, 120, 150].contains(nominal) ? Int(nominal) : nil
  }

  private static func mayDrop(_ rate: AVRational) -> Bool {
    nominal(rate).map { $0 % 30 == 0 } == true && rate.den == 1001
  }
}

extension MediaDescription {
  /// Moves the initial time codes by some frames.
  package mutating func moveTimecode(by pictures: Int) {
    changeTimecodes { $0.moved(by: pictures) }
  }

  /// Converts the time codes to another rate.
  ///
  /// - Returns: whether time codes were removed, since this rate has none of their kind.
  package mutating func convertTimecode(to rate: AVRational) -> Bool {
    let before = timecodes
    changeTimecodes { $0.converted(to: rate) }
    return timecodes < before
  }

  /// Number of tags with a time code.
  private var timecodes: Int {
    (metadata + picture.metadata).count { $0.key.lowercased() == "timecode" }
  }

  private mutating func changeTimecodes(_ change: (Timecode) -> Timecode?) {
    let rate = picture.frameRate
    func changed(
      _ tags: [(key: String, value: String)]
    ) -> [(key: String, value: String)] {
      tags.compactMap { tag in
        guard tag.key.lowercased() == "timecode", let code = Timecode(tag.value, rate: rate) else {
          return tag
        }
        return change(code).map { (key: tag.key, value: "\($0)") }
      }
    }
    (metadata, picture.metadata) = (changed(metadata), changed(picture.metadata))
  }
}

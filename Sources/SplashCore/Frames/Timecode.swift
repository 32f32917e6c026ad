package import CFFmpeg

/// A time code of SMPTE ST 12-1 as films have it among their tags: `10:00:00:12`, and with a semicolon
/// before the number of the picture where numbers are dropped, so that 29.97 pictures a second keep the
/// clock's time.
package struct Timecode: Equatable, CustomStringConvertible {
  private let isDrop: Bool
  /// Pictures a second, rounded.
  private let rate: Int
  /// Pictures since 00:00:00:00, 0 to a day.
  private var count: Int

  /// - Parameter rate: pictures a second.
  /// - Returns: nil for other texts, and for rates that have no time code.
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

  /// That of a picture so many later.
  package func moved(by pictures: Int) -> Timecode {
    var moved = self
    moved.count = ((count + pictures) % day + day) % day
    return moved
  }

  /// That of the same time at another rate; nil for a rate that has no such time code.
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
      // Two numbers of 30 are dropped each minute, but not in each tenth.
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

  /// Pictures in a day.
  private var day: Int { 24 * (3600 * rate - (isDrop ? 54 * (rate / 15) : 0)) }

  /// FFmpeg's muxers take these.
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
  /// Has time codes begin so many pictures later.
  package mutating func moveTimecode(by pictures: Int) {
    changeTimecodes { $0.moved(by: pictures) }
  }

  /// Gives time codes of the same times at another rate.
  ///
  /// - Returns: whether there were some that this rate cannot have, which are gone.
  package mutating func convertTimecode(to rate: AVRational) -> Bool {
    let before = timecodes
    changeTimecodes { $0.converted(to: rate) }
    return timecodes < before
  }

  /// How many tags hold one.
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

package import CFFmpeg

/// One of several parts of a clip that are processed separately and joined again.
public struct FilmPart: Equatable, Sendable, CustomStringConvertible {
  /// 1 to `count`.
  public let index: Int
  /// 1 to 9999.
  public let count: Int

  /// - Parameter text: "3/8" for the third of eight.
  /// - Throws: `SplashError` of kind usage if there is no such part.
  public init(_ text: String) throws(SplashError) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard numbers.count == 2, (1...9999).contains(numbers[1]), (1...numbers[1]).contains(numbers[0])
    else {
      throw SplashError(
        .usage, "\(option: "part") \(text)", cause: "no such part",
        remedy: "write 3/8 for the third of eight parts, 9999 at most")
    }
    (index, count) = (numbers[0], numbers[1])
  }

  public var description: String { "\(index)/\(count)" }
}

/// The place of a part in its clip.
package struct FilmPlace: Sendable {
  package let part: FilmPart
  /// The clip's time stamps of the part's first frame and of the first one after it, in units of
  /// `timeBase`; nil at the beginning and the end of the clip.
  package let start, end: Int64?
  /// The clip's time stamp that is zero in the part, in units of `timeBase`.
  package let zero: Int64
  package let timeBase: AVRational
  /// Seconds from the clip's first frame to the part's first frame.
  package let offset: Double
  /// Length of the clip in seconds; nil if unknown.
  package let filmLength: Double?

  package init(
    _ part: FilmPart, start: Int64?, end: Int64?, zero: Int64, timeBase: AVRational, offset: Double,
    filmLength: Double?
  ) {
    self.part = part
    (self.start, self.end, self.zero, self.timeBase) = (start, end, zero, timeBase)
    (self.offset, self.filmLength) = (offset, filmLength)
  }
}

package import CFFmpeg

/// The comment tag by which a file says which part of a clip it is.
package struct PartTag {
  /// As in `FilmPlace`.
  package let start, end: Int64?
  package let zero: Int64
  package let timeBase: AVRational
  /// Equal for all parts of one clip: the key of the settings, and the clip's digest; nil for an
  /// input that was no file.
  package let key: String
  package let film: String?

  package init(_ place: FilmPlace, key: String, film: String?) {
    (start, end, zero, timeBase) = (place.start, place.end, place.zero, place.timeBase)
    self.key = key
    self.film = film
  }

  package var text: String {
    func time(_ stamp: Int64?, _ word: String) -> String { stamp.map { "\($0)" } ?? word }
    let beginning = zero == 0 ? "beginning" : "beginning at \(zero)"
    return "splash part from \(time(start, beginning)) to \(time(end, "end")) in units of "
      + "\(timeBase.num)/\(timeBase.den) s, settings \(key), film \(film ?? "unknown")"
  }

  /// Parses the tag; nil for any other text.
  init?(_ text: String) {
    let form =
      /splash part from (beginning at |)(beginning|-?\d+) to (end|-?\d+) in units of (\d+)\/(\d+) s, settings (\w+), film (\w+)/
    guard let match = text.wholeMatch(of: form)?.output, let num = Int32(match.4),
      let den = Int32(match.5), num > 0, den > 0,
      match.2 == "beginning" || Int64(match.2) != nil, match.3 == "end" || Int64(match.3) != nil
    else { return nil }
    timeBase = AVRational(num: num, den: den)
    (zero, end) = (Int64(match.2) ?? 0, Int64(match.3))
    start = match.1.isEmpty ? Int64(match.2) : nil
    for time in [zero, end].compactMap(\.self)
    where plausible(time, timeBase) == ff_no_timestamp { return nil }
    key = String(match.6)
    film = match.7 == "unknown" ? nil : String(match.7)
  }
}

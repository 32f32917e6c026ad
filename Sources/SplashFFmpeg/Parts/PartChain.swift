internal import CFFmpeg

/// All parts of a clip, one after another.
struct PartChain {
  let parts: [PartFile]

  /// - Parameter names: files in any order.
  /// - Throws: `SplashError` of kind badInput when a file is no part, a part is given twice or is
  ///   missing, or parts do not match.
  init(_ names: [String]) throws(SplashError) {
    var parts: [PartFile] = []
    for name in names { parts.append(try PartFile(name)) }
    parts.sort {
      ($0.tag.start ?? .min, $0.tag.end ?? .max) < ($1.tag.start ?? .min, $1.tag.end ?? .max)
    }
    self.parts = parts
    let (first, last) = (parts[0], parts[parts.count - 1])
    guard first.tag.start == nil else { throw missing("before", first) }
    for (part, next) in zip(parts, parts.dropFirst()) {
      guard part.tag.start != next.tag.start else {
        throw SplashError(
          .badInput, "\(part.name) and \(next.name) are the same part",
          remedy: "give each part once")
      }
      guard part.isOfSameFilm(as: next.tag.film) else {
        throw SplashError(
          .badInput, "\(part.name) and \(next.name) do not belong together",
          cause: "they are parts of different clips, or of a clip that was changed in between",
          remedy: "make all parts of the same file")
      }
      guard part.tag.key == next.tag.key else {
        throw SplashError(
          .badInput, "\(part.name) and \(next.name) do not belong together",
          cause: "they were made with different settings, tables, masks or AI models",
          remedy: "make one of them again")
      }
      guard part.tag.end == next.tag.start else { throw missing("between \(part.name) and", next) }
      if let cause = part.objection(to: next) {
        throw SplashError(
          .badInput, "\(part.name) and \(next.name) do not go into one stream", cause: cause,
          remedy: "make them with the same version of splash and the same options")
      }
    }
    guard last.tag.end == nil else { throw missing("after", last) }
  }

  private func missing(_ place: String, _ part: PartFile) -> SplashError {
    SplashError(
      .badInput, "\(place) \(part.name) a part of the clip is missing",
      remedy: "name all of its parts")
  }

  /// The part that contains a frame of the clip.
  ///
  /// - Parameter stamp: the frame's time, in units of the clip's stream.
  func part(at stamp: Int64) -> PartFile {
    parts.last { $0.tag.start.map { $0 <= stamp } ?? true }!
  }
}

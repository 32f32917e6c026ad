extension Job.Request {
  /// Refuses settings that need the times of the whole input where it is read in pieces, and
  /// settings that need all earlier frames where it is a part.
  func checkPieces() throws(SplashError) {
    if shape.follows, inputOptions.part != nil {
      throw SplashError(
        .usage, "\(option: "crop") follow with \(option: "part")",
        cause: "what a part of the clip looks like depends on all frames before it",
        remedy: "do the whole clip, without \(option: "part")")
    }
    guard !inputOptions.pieces.isEmpty else { return }
    guard let selection = allSettings.flatMap(\.selections).first(where: \.isTimed) else {
      return
    }
    let pieces = inputOptions.pieces
    let remedy = "cut the clip first, with \(option: "rest") none, and splash what comes out"
    guard zip(pieces, pieces.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else {
      throw SplashError(
        .usage, "\(selection.text) with \(option: "cut")",
        cause: "it goes forward through the clip, and the pieces go back", remedy: remedy)
    }
    guard timeline == nil else {
      throw SplashError(
        .usage, "\(selection.text) with \(option: "cut") and \(option: "timeline")",
        cause: "it goes by the times of the clip, and keys by those of the result",
        remedy: remedy)
    }
  }

  /// Whether the frames before and between pieces are read too, for filters.
  var readsBetween: Bool {
    !inputOptions.pieces.isEmpty
      && allSettings.contains { $0.selections.contains(where: \.isTimed) }
  }
}

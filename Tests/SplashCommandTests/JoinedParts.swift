import TestSupport

/// The result of one run, and of two parts that were joined.
struct JoinedParts {
  let whole, joined: Media

  /// - Parameter arguments: the same for the whole and each part.
  init(of film: String, _ arguments: [String], in scratch: Scratch) throws {
    func splash(_ words: [String]) throws {
      try Command.splash(words).checked()
    }
    let (whole, joined) = (scratch.path("whole.mkv"), scratch.path("joined.mkv"))
    try splash([film, "-o", whole] + arguments)
    let parts = [1, 2].map { scratch.path("part-\($0).mkv") }
    for (index, part) in parts.enumerated() {
      try splash([film, "-o", part, "--part", "\(index + 1)/2"] + arguments)
    }
    try splash(["join"] + parts + ["--of", film, "-o", joined])
    (self.whole, self.joined) = (Media(whole), Media(joined))
  }
}

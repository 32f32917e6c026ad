/// Looks made of several steps, known by one name.
extension LookForm {
  static let named = [
    several("dream", "Soft light, as in a dream", dream) { Steps.dream },
    several("sin-city", "Hard black and white, as in a comic-book movie", sinCity) {
      Steps.sinCity
    },
    several("comic", "Few and strong colors", comic) { Steps.comic },
  ]

  private static let dream = "contrast=0.85+vivid=1.1+temperature=7000+bloom=0.8"
  private static let sinCity = "noir+contrast=1.25+vignette=0.6+grain=0.3"
  private static let comic = "blur=0.2+vivid=1.5+contrast=1.2+posterize=5"

  /// Parsed on first use: by then all step names are known.
  private enum Steps {
    static let dream = read(LookForm.dream)
    static let sinCity = read(LookForm.sinCity)
    static let comic = read(LookForm.comic)

    private static func read(_ text: String) -> [LookStep] {
      guard let steps = try? LookStep.steps(text) else { preconditionFailure(text) }
      return steps
    }
  }

  private static func several(
    _ name: String, _ sentence: String, _ text: String,
    _ steps: @escaping @Sendable () -> [LookStep]
  ) -> LookForm {
    LookForm(name, "\(sentence): \(text)", .steps(steps))
  }
}

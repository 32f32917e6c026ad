extension LookStep {
  /// What a channel's share may be.
  static let mixerRange = -2.0...3.0

  /// Reads a look: steps joined by `+`, or `none`.
  ///
  /// - Throws: `SettingError` that says which step cannot be read.
  public static func steps(_ text: String) throws -> [LookStep] {
    try inside(word: text) { try LookKind().read(text) }
  }

  /// Reads one step: `dim=0.5`.
  init(word: String) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let forms = LookForm.all.filter { $0.name == parts.first ?? "" }
    guard !forms.isEmpty else {
      throw SettingError(given: word, cause: "no such look", remedy: "known are \(LookForm.known)")
    }
    for form in forms {
      if let step = try form.read(parts.count > 1 ? parts[1] : nil) {
        self = step
        return
      }
    }
    throw SettingError(
      given: word, cause: "cannot be read",
      remedy: "write it like " + forms.map(\.example).joined(separator: " or "))
  }

  /// The form that `init(word:)` reads.
  func text(_ digits: (Double) -> String) -> String {
    func hundred(_ share: Double) -> String { digits((share * 1e7).rounded() / 1e5) }
    return switch self {
    case .grey: "grey"
    case .mixer(let red, let green, let blue):
      "grey=\(hundred(red)),\(hundred(green)),\(hundred(blue))"
    case .luminance: "grey=luminance"
    case .noir: "noir"
    case .sepia: "sepia"
    case .tint(let color, let amount):
      "tint=\(color.hex)" + (amount == 1 ? "" : ":\(digits(amount))")
    case .fade(let share): "fade=\(digits(share))"
    case .vivid(let factor): "vivid=\(digits(factor))"
    case .dim(let factor): "dim=\(digits(factor))"
    case .contrast(let factor): "contrast=\(digits(factor))"
    case .gamma(let exponent): "gamma=\(digits(exponent))"
    case .blur(let size): "blur=\(digits(size))"
    case .lut(let file, let amount): "lut=\(file)" + (amount == 1 ? "" : ":\(digits(amount))")
    case .solid(let color): "solid=\(color.hex)"
    case .image(let file): "image=\(file)"
    case .transparent: "transparent"
    }
  }
}

extension RGB {
  /// Reads a name of `ColorName.all`, `black`, `white`, `gray`, `#rrggbb` or `#rgb`, with or
  /// without its `#`.
  init(word: some StringProtocol) throws {
    let greys = ["black": 0.0, "white": 1, "gray": 0.5, "grey": 0.5]
    if let grey = greys[word.lowercased()] {
      self.init(red: grey, green: grey, blue: grey)
    } else if let name = ColorName.named(word) {
      self = name.example
    } else if let color = RGB(hex: word) {
      self = color
    } else {
      throw SettingError(
        given: String(word), cause: "no color", remedy: "write #rrggbb or a name like teal")
    }
    // As many digits as are written.
    func byte(_ part: Double) -> Double { (part * 255).rounded() / 255 }
    self.init(red: byte(red), green: byte(green), blue: byte(blue))
  }
}

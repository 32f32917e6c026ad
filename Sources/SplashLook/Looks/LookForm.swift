/// How a step of a look is written, and what to say of it.
///
/// `all` has one for each word that a look can be made of: what is added there can be given by
/// flags and in JSON, and stands in the list of looks and in the reference.
public struct LookForm: Sendable {
  /// The word before the equals sign.
  public let name: String
  /// What follows it: `=COLOR[:AMOUNT]`; empty for a word that stands alone.
  public let values: String
  /// What it does: a sentence without a point.
  public let sentence: String
  /// How to write it, for those who see it the first time.
  public let example: String
  let read: @Sendable (Substring?) throws -> LookStep?

  /// Those that a look can begin with, in the order in which people are shown them.
  public static let all: [LookForm] = [
    LookForm("grey", "The stream's own luma, to the bit", .grey),
    LookForm(
      "grey", "=luminance", "Black and white by linear luminance: reds and blues keep their weight",
      like: "grey=luminance"
    ) { $0 == "luminance" ? .luminance : nil },
    LookForm(
      "grey", "=R,G,B",
      "Black and white by a mixer of red, green and blue, in per cent: together 100 or more",
      like: "grey=60,30,10"
    ) { text in
      guard let text, let shares = shares(text) else { return nil }
      return .mixer(red: shares[0], green: shares[1], blue: shares[2])
    },
    filter("red", (100, 0, 0), "dark skies, light skin"),
    filter("orange", (60, 40, 0), "clear skies, smooth skin"),
    filter("green", (0, 100, 0), "light leaves, strong skin"),
    LookForm("noir", "Black and white of high contrast, with calm shadows", .noir),
    LookForm("sepia", "A warm brown", .sepia),
    LookForm(
      "tint", "=COLOR[:AMOUNT]", "Shades of one color, from black over it to white",
      like: "tint=teal:0.8"
    ) { text in
      guard let text else { return nil }
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let amount = parts.count > 1 ? try number(parts[1], 0...1) : 1
      return .tint(try RGB(word: parts[0]), amount: amount)
    },
    scale("fade", 0...1, "Keep that share of the color", "0.3", LookStep.fade),
    scale("vivid", 0...4, "Color times that", "1.5", LookStep.vivid),
    scale("dim", 0...1, "Light times that", "0.5", LookStep.dim),
    scale("contrast", 0...4, "Contrast of luma times that", "1.3", LookStep.contrast),
    scale("gamma", 0.1...10, "Gamma of luma: more than 1 is lighter", "1.4", LookStep.gamma),
    LookForm(
      "blur", "[=X]", "Blur, in per cent of the picture's height, 0 to 20 (2)", like: "blur=2"
    ) { .blur(try $0.map { try number($0, 0...20) } ?? 2) },
    LookForm(
      "lut", "=FILE[:AMOUNT]", "Colors by a table: .cube, 1D or 3D, or a Hald CLUT as a picture",
      like: "lut=film.cube:0.8"
    ) { try $0.flatMap(lut) },
    LookForm("solid", "=COLOR", "One color in place of the picture", like: "solid=#203040") {
      try $0.map { .solid(try RGB(word: $0)) }
    },
    LookForm("image", "=FILE", "A picture in its place", like: "image=beach.jpg") {
      $0.flatMap { $0.isEmpty ? nil : .image(String($0)) }
    },
    LookForm(
      "transparent", "Alpha 0, for PNG, WebP, ProRes 4444, VP9, FFV1 and raw pictures", .transparent
    ),
  ]

  /// A file has to be named.
  public var isFile: Bool { values.hasPrefix("=FILE") }

  /// The steps in words, for errors.
  static var known: String {
    var names: [String] = []
    for form in all where !names.contains(form.name) { names.append(form.name) }
    return names.joined(separator: ", ")
  }

  private init(
    _ name: String, _ values: String, _ sentence: String, like example: String,
    _ read: @escaping @Sendable (Substring?) throws -> LookStep?
  ) {
    (self.name, self.values, self.sentence, self.example) = (name, values, sentence, example)
    self.read = read
  }

  private init(_ name: String, _ sentence: String, _ step: LookStep) {
    self.init(name, "", sentence, like: name) { $0 == nil ? step : nil }
  }

  /// A filter of black and white film.
  private static func filter(
    _ color: String, _ shares: (Double, Double, Double), _ effect: String
  ) -> LookForm {
    let step = LookStep.mixer(
      red: shares.0 / 100, green: shares.1 / 100, blue: shares.2 / 100)
    return LookForm(
      "\(color)-filter", "Black and white through a filter of that color: \(effect)", step)
  }

  private static func scale(
    _ name: String, _ range: ClosedRange<Double>, _ sentence: String, _ example: String,
    _ step: @escaping @Sendable (Double) -> LookStep
  ) -> LookForm {
    LookForm(
      name, "=X", "\(sentence), \(range.lowerBound.short) to \(range.upperBound.short)",
      like: "\(name)=\(example)"
    ) { try $0.map { step(try number($0, range)) } }
  }
}

/// - Throws: `SettingError` for what is no number in the range.
private func number(_ text: Substring, _ range: ClosedRange<Double>) throws -> Double {
  try NumberKind<Double>(range, step: 0.01).read(String(text))
}

/// Shares of three channels from per cent; nil for anything else.
private func shares(_ text: Substring) -> [Double]? {
  let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap {
    Double($0)
  }
  guard numbers.count == 3, numbers.allSatisfy({ LookStep.mixerRange ~= $0 / 100 }),
    numbers.reduce(0, +) >= 99.999
  else { return nil }
  return numbers.map { $0 / 100 }
}

/// A file, and how much of it after its last colon.
///
/// - Throws: `SettingError` for a number that is no share.
private func lut(_ text: Substring) throws -> LookStep? {
  guard !text.isEmpty else { return nil }
  if let colon = text.lastIndex(of: ":"), colon > text.startIndex {
    let amount = text[text.index(after: colon)...]
    if Double(amount) != nil {
      return .lut(String(text[..<colon]), amount: try number(amount, 0...1))
    }
  }
  return .lut(String(text), amount: 1)
}

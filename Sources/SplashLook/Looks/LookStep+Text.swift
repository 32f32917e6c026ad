extension LookStep {
  /// Reads a look: steps joined by `+`, or `none`.
  ///
  /// - Throws: `SettingError` that names the step that cannot be read.
  public static func steps(_ text: String) throws -> [LookStep] {
    try inside(word: text) { try LookKind().read(text) }
  }

  /// Reads one step: `dim=0.5`, `noir:0.7`.
  init(word: String) throws {
    let name = word.prefix { $0 != "=" && $0 != ":" }
    let forms = LookForm.all.filter { $0.name == name }
    guard !forms.isEmpty else {
      throw SettingError(
        given: word, cause: "no such look",
        remedy: MeantWord.look(name) ?? "known are \(LookForm.known)")
    }
    var body = word.dropFirst(name.count)
    let share = Self.share(of: body)
    if let share { body = body.dropLast(share.count + 1) }
    let text = body.isEmpty ? nil : body.dropFirst()
    for form in forms where body.isEmpty || body.first == "=" {
      guard share == nil || form.takesAmount, let values = try form.values(of: text) else {
        continue
      }
      let amount = try share.map { try NumberKind<Double>(0...1, step: 0.01).read(String($0)) } ?? 1
      if case .means(let meaning, let values) = form.effect {
        self.init(meaning, values, amount: amount)
      } else {
        self.init(form, values, amount: amount)
      }
      return
    }
    throw SettingError(
      given: word, cause: "cannot be read",
      remedy: "write it like " + forms.map(\.example).joined(separator: " or "))
  }

  /// The amount after the last colon; nil if there is no number.
  private static func share(of text: Substring) -> Substring? {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let number = text[text.index(after: colon)...]
    return Double(number) == nil ? nil : number
  }

  /// The text that `init(word:)` reads.
  func text(_ digits: (Double) -> String) -> String {
    let text = form.name + form.text(values, digits)
    let hasNumber = Self.share(of: text[...]) != nil
    // If the amount is written as "1", it reads as 1 and can be left out.
    let written = digits(amount)
    return written == "1" && !hasNumber ? text : text + ":" + written
  }
}

extension RGB {
  /// Reads a name of `ColorName.all`, a form such as `dark green`, `#rrggbb` or `#rgb`, with or
  /// without its `#`.
  package init(word: some StringProtocol) throws {
    if let name = ColorName.named(word) {
      self = name.color
    } else if let (name, _) = NameGate.named(word) {
      self = ColorName.named(name)?.color ?? ColorWords.all.example(of: name)
    } else if let color = RGB(hex: word) {
      self = color
    } else {
      let name = ColorName.nearest(to: word)?.name
      throw SettingError(
        given: String(word), cause: "no color",
        remedy: name.map { "did you mean \($0)?" } ?? "write #rrggbb or a name like teal")
    }
  }
}

/// A parameter of a look step.
public enum LookParameter: Sendable {
  /// The content of a file.
  public enum Content: Sendable { case table, picture, film }

  /// A number within a range, with an optional default.
  case number(ClosedRange<Double>, standard: Double? = nil)
  case color
  case file(Content)
  /// `,name=word` at the end, with one of these words; the first is the default.
  case option(String, [String])

  /// The default; nil if a value is required.
  var standard: LookValue? {
    switch self {
    case .number(_, let standard): standard.map { .number($0) }
    case .option(_, let words): .word(words[0])
    case .color, .file: nil
    }
  }

  /// Reads one of the values between commas.
  fileprivate func read(_ text: Substring) throws -> LookValue {
    switch self {
    case .number(let range, _):
      .number(try NumberKind<Double>(range, step: 0.01).read(String(text)))
    case .color: .color(try RGB(word: text))
    case .file, .option: preconditionFailure("files stand alone")
    }
  }
}

extension LookForm {
  /// Reads the text after the equals sign.
  ///
  /// - Returns: nil if the text may fit another form of the same name.
  /// - Throws: `SettingError` for an invalid value.
  func values(of text: Substring?) throws -> [LookValue]? {
    guard var text else {
      let standards = parameters.compactMap(\.standard)
      return keyword == nil && standards.count == parameters.count ? standards : nil
    }
    if let keyword { return text == keyword ? [] : nil }
    var options: [LookValue] = []
    for case .option(let name, let words) in parameters.reversed() {
      let written = words.first { text.hasSuffix(",\(name)=\($0)") }
      if let written { text = text.dropLast(name.count + written.count + 2) }
      let last = text.split(separator: ",", omittingEmptySubsequences: false).last!
      if written == nil, last.hasPrefix("\(name)=") {
        throw SettingError(
          given: String(last), cause: "cannot be read",
          remedy: "write one of " + words.map { "\(name)=\($0)" }.joined(separator: ", "))
      }
      options.insert(.word(written ?? words[0]), at: 0)
    }
    let own = parameters.dropLast(options.count)
    guard !own.isEmpty, !text.isEmpty else { return nil }
    if case .file = own[0] { return [.file(String(text))] + options }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == own.count else { return nil }
    let values = try zip(own, parts).map { try $0.read($1) }
    return accepts(values) ? values + options : nil
  }

  /// The text that `values(of:)` reads, with the equals sign.
  func text(_ values: [LookValue], _ digits: (Double) -> String) -> String {
    if let keyword { return "=" + keyword }
    var words: [String] = []
    var options = ""
    for (parameter, value) in zip(parameters, values) {
      switch (parameter, value) {
      case (_, .number(let number)): words.append(digits(number))
      case (_, .color(let color)): words.append(color.hex)
      case (_, .file(let file)): words.append(file)
      case (.option(let name, let known), .word(let word)):
        if word != known[0] { options += ",\(name)=\(word)" }
      case (_, .word): preconditionFailure("a word is an option")
      }
    }
    return words.isEmpty ? "" : "=" + words.joined(separator: ",") + options
  }
}

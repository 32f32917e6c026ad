/// Looks: steps joined by `+`, or a list of them in JSON.
struct LookKind: WordKind {
  /// Replaces the list of values in the help for fields that are not the first of this kind.
  var like: String?

  var placeholder: String? { like == nil ? "STEP[+STEP]…" : "LOOK" }
  var values: String { like ?? "\(LookForm.known), or none" }

  var control: SettingControl {
    SettingControl(kind: .look, choices: LookForm.all.map(\.example) + ["none"])
  }

  func read(_ word: String) throws -> [LookStep] {
    if word == "none" { return [] }
    return try words(of: word).map { try LookStep(word: $0) }
  }

  /// Splits a text into steps; a plus that no step name follows belongs to a file name.
  private func words(of text: String) -> [String] {
    var words: [String] = []
    let files = LookForm.all.filter(\.isFile).map { $0.name + "=" }
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      let isStep = LookForm.all.contains { $0.name == part.prefix { $0 != "=" && $0 != ":" } }
      let hasFile = files.contains { words.last?.hasPrefix($0) == true }
      if let last = words.last, hasFile, !isStep {
        words[words.count - 1] = last + "+" + part
      } else {
        words.append(String(part))
      }
    }
    return words
  }

  func word(for value: [LookStep]) -> String { word(for: value, \.short) }

  private func word(for value: [LookStep], _ digits: (Double) -> String) -> String {
    value.isEmpty ? "none" : value.map { $0.text(digits) }.joined(separator: "+")
  }

  func read(_ json: JSONValue) throws -> [LookStep] {
    if case .text(let word) = json { return try inside(word: word) { try read(word) } }
    guard case .list(let list) = json else {
      throw json.mismatch("a list", "a list of steps like [\"noir\", \"dim=0.5\"]")
    }
    return try list.enumerated().flatMap { index, json in
      try inside("[\(index)]") {
        guard case .text(let word) = json else { throw json.mismatch("text", "text like dim=0.5") }
        return try inside(word: word) { word == "none" ? [] : [try LookStep(word: word)] }
      }
    }
  }

  func json(for value: [LookStep]) -> JSONValue { .list(value.map { .text($0.text(\.exact)) }) }

  func between(_ from: [LookStep], _ to: [LookStep], _ share: Double) -> [LookStep]? {
    guard from.count == to.count else { return nil }
    let steps = zip(from, to).compactMap { $0.between($1, share) }
    return steps.count == to.count ? steps : nil
  }

  /// Checks the text of the value, since other code reads that.
  func check(_ value: [LookStep]) throws {
    for step in value { _ = try LookStep(word: step.text(\.exact)) }
    let word = word(for: value, \.exact)
    guard try read(word).count == value.count else {
      throw SettingError(
        given: word, cause: "a file's name reads like a step", remedy: "rename the file")
    }
  }
}

/// One thing that a look does to a picture. A look is a list of them, done in their order; an empty
/// one leaves the picture as it is.
///
/// What steps there are, what each takes and what it does stands in `LookForm.all`.
public struct LookStep: Equatable, Sendable {
  /// What it is.
  public let form: LookForm
  /// What it takes, in the order of the form's parameters.
  public let values: [LookValue]
  /// So much of it, and for the rest the picture as it was before it: 0…1.
  public let amount: Double

  /// - Parameters:
  ///   - form: not another word for a step.
  ///   - values: one for each of the form's parameters, and within its range.
  ///   - amount: 1 for forms that are done in full or not at all.
  init(_ form: LookForm, _ values: [LookValue] = [], amount: Double = 1) {
    (self.form, self.values, self.amount) = (form, values, amount)
  }

  /// The stream's own luma, and no chroma.
  public static let grey = LookStep(.grey)
  /// Nothing: alpha 0, where pictures have alpha, and black where they have none.
  public static let transparent = LookStep(.transparent)

  /// One color everywhere.
  public static func solid(_ color: RGB) -> LookStep { LookStep(.solid, [.color(color)]) }
}

/// What is written behind a step's name.
public enum LookValue: Equatable, Sendable {
  case number(Double)
  case color(RGB)
  case file(String)
  case word(String)
}

/// The picture of a file, or the pictures of one, in the place of the video's.
package struct LookPicture: Hashable, Sendable {
  /// How it gets to the size of the video's pictures.
  package enum Fit: String, CaseIterable, Sendable {
    /// As large as covers all; what is beyond is cut off.
    case cover
    /// As large as can be seen whole, on black.
    case contain
    case stretch
  }

  package let file: String
  package let fit: Fit
  /// It is a film, which begins with the video and again at its end.
  package let moves: Bool
}

extension LookStep {
  /// The number at a place among its values.
  func number(_ index: Int = 0) -> Double {
    guard case .number(let number) = values[index] else { preconditionFailure("no number") }
    return number
  }

  /// The color at a place among its values.
  func color(_ index: Int = 0) -> RGB {
    guard case .color(let color) = values[index] else { preconditionFailure("no color") }
    return color
  }

  /// The word at a place among its values.
  func word(_ index: Int) -> String {
    guard case .word(let word) = values[index] else { preconditionFailure("no word") }
    return word
  }

  /// The color table that it names.
  package var tableFile: String? { file(.table) }

  /// The picture or the film that it names.
  package var picture: LookPicture? {
    let film = file(.film)
    return (film ?? file(.picture)).map {
      LookPicture(file: $0, fit: LookPicture.Fit(rawValue: word(1))!, moves: film != nil)
    }
  }

  /// It names a file.
  package var hasFile: Bool { tableFile != nil || picture != nil }

  func file(_ content: LookParameter.Content) -> String? {
    for (parameter, value) in zip(form.parameters, values) {
      if case .file(content) = parameter, case .file(let file) = value { return file }
    }
    return nil
  }

  /// Luma may come out another than it went in.
  var changesLuma: Bool {
    if case .steps(let steps) = form.effect { return steps().contains(where: \.changesLuma) }
    return form.changesLuma
  }
}

extension LookStep {
  /// A step on the way from this one to another of its kind; nil where there is none between.
  func between(_ other: LookStep, _ share: Double) -> LookStep? {
    guard form == other.form else { return nil }
    func way(_ from: Double, _ to: Double) -> Double { glide(from, to, share) }
    var values: [LookValue] = []
    for (from, to) in zip(self.values, other.values) {
      switch (from, to) {
      case (.number(let from), .number(let to)): values.append(.number(way(from, to)))
      case (.color(let from), .color(let to)):
        values.append(
          .color(
            RGB(
              red: way(from.red, to.red), green: way(from.green, to.green),
              blue: way(from.blue, to.blue))))
      default:
        guard from == to else { return nil }
        values.append(to)
      }
    }
    return LookStep(form, values, amount: way(amount, other.amount))
  }
}

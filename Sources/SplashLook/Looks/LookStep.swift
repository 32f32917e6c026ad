/// One step of a look. A look is a list of steps, applied in order; an empty one leaves the frame
/// unchanged.
///
/// All kinds of steps with their parameters and effects are in `LookForm.all`.
public struct LookStep: Equatable, Sendable {
  /// The kind of step.
  public let form: LookForm
  /// Its values, in the order of the form's parameters.
  public let values: [LookValue]
  /// The share of the step in the result, 0…1; the rest is the frame before it.
  public let amount: Double

  /// - Parameters:
  ///   - form: must not be another name for a step.
  ///   - values: one for each of the form's parameters, within its range.
  ///   - amount: must be 1 for forms that cannot be applied in part.
  init(_ form: LookForm, _ values: [LookValue] = [], amount: Double = 1) {
    (self.form, self.values, self.amount) = (form, values, amount)
  }

  /// Keeps the stream's own luma and removes chroma.
  public static let grey = LookStep(.grey)
  /// Sets alpha to 0, or black if frames have no alpha.
  public static let transparent = LookStep(.transparent)

  /// Fills everything with one color.
  public static func solid(_ color: RGB) -> LookStep { LookStep(.solid, [.color(color)]) }
}

/// A value of a step.
public enum LookValue: Equatable, Sendable {
  case number(Double)
  case color(RGB)
  case file(String)
  case word(String)
}

/// A still image or a clip, shown in place of the video's frames.
package struct LookPicture: Hashable, Sendable {
  /// How it is fitted to the size of the frames.
  package enum Fit: String, CaseIterable, Sendable {
    /// Fills the frame; the rest is cut off.
    case cover
    /// Shown whole, with black bars beside it.
    case contain
    case stretch
  }

  package let file: String
  package let fit: Fit
  /// Whether it is a clip, which starts with the video and repeats.
  package let moves: Bool
}

extension LookStep {
  /// The number at an index of the values.
  func number(_ index: Int = 0) -> Double {
    guard case .number(let number) = values[index] else { preconditionFailure("no number") }
    return number
  }

  /// The color at an index of the values.
  func color(_ index: Int = 0) -> RGB {
    guard case .color(let color) = values[index] else { preconditionFailure("no color") }
    return color
  }

  /// The word at an index of the values.
  func word(_ index: Int) -> String {
    guard case .word(let word) = values[index] else { preconditionFailure("no word") }
    return word
  }

  /// The file of its color table; nil for other steps.
  package var tableFile: String? { file(.table) }

  /// The image or clip that it shows; nil for other steps.
  package var picture: LookPicture? {
    let film = file(.film)
    return (film ?? file(.picture)).map {
      LookPicture(file: $0, fit: LookPicture.Fit(rawValue: word(1))!, moves: film != nil)
    }
  }

  /// Whether it names a file.
  package var hasFile: Bool { tableFile != nil || picture != nil }

  func file(_ content: LookParameter.Content) -> String? {
    for (parameter, value) in zip(form.parameters, values) {
      if case .file(content) = parameter, case .file(let file) = value { return file }
    }
    return nil
  }

  /// Whether the step may change luma.
  var changesLuma: Bool {
    if case .steps(let steps) = form.effect { return steps().contains(where: \.changesLuma) }
    return form.changesLuma
  }

  /// A step between this one and another of its kind; nil if it cannot be interpolated.
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

/// A correction of the mask by hand: a brush stroke, or another region, whose samples are selected
/// whatever was found there, or not selected.
///
/// Strokes change the finished mask, after tidying, shaping and inverting, one after another: a
/// later one replaces an earlier one where both lie.
public struct PaintStroke: Hashable, Sendable {
  /// A region, or a window that moves with a tracked selection.
  public var area: Selection
  /// Whether what it covers is taken out of the selection; otherwise it is added.
  public var erases: Bool
  /// Whether it is kept in the list without effect.
  public var isOff: Bool

  public init(_ area: Selection, erases: Bool = false, isOff: Bool = false) {
    (self.area, self.erases, self.isOff) = (area, erases, isOff)
  }
}

extension PaintStroke {
  static let forms =
    "stroke=RADIUS,X,Y,X,Y,… or another region, to select what it covers; erase: before it to "
    + "deselect that, off: before all to switch it off"

  private static let (eraser, switchedOff) = ("erase:", "off:")

  /// The parts of a text before and after the words of strokes.
  private static func parts(_ text: String) -> (isOff: Bool, erases: Bool, area: String) {
    let isOff = text.hasPrefix(switchedOff)
    let rest = isOff ? String(text.dropFirst(switchedOff.count)) : text
    let erases = rest.hasPrefix(eraser)
    return (isOff, erases, erases ? String(rest.dropFirst(eraser.count)) : rest)
  }

  /// Whether a text is written as a stroke is; the command takes other texts for names of files.
  package static func isWritten(_ text: String) -> Bool {
    let (isOff, erases, area) = parts(text)
    return isOff || erases || (Region.names + ["follow"]).contains { area.hasPrefix("\($0)=") }
  }

  /// Reads a region or a window as in `Selection`, behind `erase:` if it erases, and all that
  /// behind `off:` if it is switched off.
  init(word text: String) throws {
    let (isOff, erases, word) = Self.parts(text)
    let area = try Selection(word: word)
    guard area.region != nil || area.leader != nil || area.isRegionInPixels else {
      throw SettingError(
        given: text, cause: "no region of the frame",
        remedy: "write stroke=RADIUS,X,Y,X,Y,… or another region; \(option: "keep") takes the rest")
    }
    self.init(area, erases: erases, isOff: isOff)
  }

  private func text(_ area: String) -> String {
    (isOff ? Self.switchedOff : "") + (erases ? Self.eraser : "") + area
  }

  /// Reads a JSON list of strokes, each a text as in flags.
  ///
  /// - Returns: the texts.
  /// - Throws: `SettingError` for other JSON, and for more than `SplashSettings.paintLimit`.
  package static func texts(json: some Sequence<UInt8>) throws -> [String] {
    let remedy = #"write a list of strokes like ["stroke=0.05,0.4,0.5,0.6,0.5"]"#
    return try inside("strokes") {
      let json = try JSONValue(text: json, remedy: remedy)
      try SplashSettings.check(paint: try Repeated(PaintKind()).read(json))
      guard case .list(let list) = json else { return [] }
      return list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
  }

  /// The text of flags, with rounded numbers.
  var text: String { text(area.text) }

  /// The text in JSON.
  var exactText: String { text(area.exactText) }
}

extension Selection {
  /// Whether it is a region whose place is in pixels.
  fileprivate var isRegionInPixels: Bool {
    guard case .inPixels(let word) = self else { return false }
    return Region.names.contains { word.hasPrefix("\($0)=") }
  }
}

extension SplashSettings {
  /// The areas of the strokes, of which a setter changes each in its place.
  package var paintAreas: [Selection] {
    get { paint.map(\.area) }
    set { for (index, area) in zip(paint.indices, newValue) { paint[index].area = area } }
  }

  /// The most strokes, with those that are switched off.
  public static let paintLimit = 256

  static func check(paint: [PaintStroke]) throws {
    guard paint.count <= paintLimit else {
      throw SettingError(
        "paint", cause: "\(paint.count) strokes", remedy: "give \(paintLimit) at most")
    }
  }
}

/// Strokes, with the same text in flags and in JSON.
struct PaintKind: WordKind {
  var placeholder: String? { "STROKE" }
  var values: String { PaintStroke.forms }
  var control: SettingControl { SettingControl(kind: .strokes) }

  func read(_ word: String) throws -> PaintStroke { try PaintStroke(word: word) }
  func word(for value: PaintStroke) -> String { value.text }

  func json(for value: PaintStroke) -> JSONValue { .text(value.exactText) }

  /// Interpolates regions like other selections, if both strokes do the same.
  func between(_ from: PaintStroke, _ to: PaintStroke, _ share: Double) -> PaintStroke? {
    guard from.erases == to.erases, from.isOff == to.isOff else { return nil }
    return SelectionKind().between(from.area, to.area, share).map {
      PaintStroke($0, erases: to.erases, isOff: to.isOff)
    }
  }

  /// Checks the text of the value, since other code reads that.
  func check(_ value: PaintStroke) throws { _ = try read(value.exactText) }
}

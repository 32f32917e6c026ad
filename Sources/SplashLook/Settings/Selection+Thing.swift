extension Selection {
  /// A thing, given by marks, a box around it, or both.
  ///
  /// As text `thing@X,Y`, followed by further marks, `+X,Y` on the thing and `-X,Y` beside it; or
  /// `thing@box=X,Y,W,H` or `thing@COLOR`, with or without such marks. `@TIME` and `:part`, `:thing`
  /// or `:whole` may follow.
  public struct Thing: Hashable, Sendable {
    /// At most 16.
    public var marks: [Mark]
    /// Left, top, width and height in shares of the picture as displayed.
    public var box: Box?
    /// The name of its color, as `--hue` takes it, by which it is found; nil for none.
    public var color: String?
    public var extent: Extent

    /// A point in shares of the frame as displayed.
    public struct Mark: Hashable, Sendable {
      public var place: Region.Point
      /// Whether the point is on the thing; otherwise it is beside it.
      public var belongs: Bool

      public init(_ place: Region.Point, belongs: Bool = true) {
        (self.place, self.belongs) = (place, belongs)
      }
    }

    public struct Box: Hashable, Sendable {
      public var x, y, width, height: Double

      public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
      }
    }

    /// How much a point stands for: a wheel, the car, or the car and its trailer.
    public enum Extent: String, CaseIterable, Sendable {
      /// The smallest part.
      case part
      /// The usual meaning.
      case thing
      /// The largest whole.
      case whole
    }

    /// - Parameters:
    ///   - marks: at least one on the thing, unless there is a box or a color.
    ///   - box: around the thing; nil for none.
    ///   - color: a name that `HueRange.ranges` knows; nil for none.
    ///   - extent: how much of what the marks may mean.
    public init(
      _ marks: [Mark], box: Box? = nil, color: String? = nil, extent: Extent = .thing
    ) {
      (self.marks, self.box, self.color, self.extent) = (marks, box, color, extent)
    }

    static let forms =
      "thing@X,Y, thing@X,Y@TIME, thing@red or thing@box=X,Y,W,H with :part or :whole behind it"
    private static let markLimit = 16
  }

  /// Reads the text of a thing.
  static func thing(_ text: String, _ scale: inout PictureScale) throws -> Selection {
    var parts = text.split(separator: "@", omittingEmptySubsequences: false).dropFirst()
    var extent: Thing.Extent?
    for index in parts.indices {
      let words = parts[index].split(separator: ":", omittingEmptySubsequences: false)
      guard words.count > 1 else { continue }
      guard words.count == 2, extent == nil, let word = Thing.Extent(rawValue: String(words[1]))
      else {
        throw SettingError(
          given: text, cause: "not understood behind the colon",
          remedy: "write :part, :thing or :whole at the end, or nothing")
      }
      (extent, parts[index]) = (word, words[0])
    }
    let time = parts.count > 1 ? Double(parts[parts.startIndex + 1]) ?? .nan : nil
    guard parts.count <= 2, time.map((0...1e6).contains) ?? true else {
      throw SettingError(
        given: text, cause: "no time of the clip", remedy: "write seconds behind the second @")
    }
    var thing = try Thing(marks: String(parts[parts.startIndex]), of: text, &scale)
    thing.extent = extent ?? .thing
    return .thing(thing, time: time)
  }
}

extension Selection.Thing {
  /// - Parameters:
  ///   - marks: the part of the text with marks and box.
  ///   - text: the whole text, for errors.
  fileprivate init(marks: String, of text: String, _ scale: inout PictureScale) throws {
    func unusable(_ cause: String, _ remedy: String) -> SettingError {
      SettingError(given: text, cause: cause, remedy: remedy)
    }
    let color = Self.color(in: marks)
    if let color, (try? HueRange.ranges(word: color)) == nil {
      throw unusable(
        "neither a place nor a color",
        "write thing@X,Y like 0.4,0.6, or thing@red; splash colors lists the names")
    }
    var words = Self.signed(marks, behind: color)
    var box: Box?
    if words.first?.text.hasPrefix("box=") == true {
      let numbers = scale.shares(words.removeFirst().text.dropFirst(4))
      guard numbers.count == 4, numbers.allSatisfy((0...1).contains), numbers[2] > 0, numbers[3] > 0
      else { throw unusable("no box in the frame", "write thing@box=X,Y,WIDTH,HEIGHT") }
      box = Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    guard words.count <= Self.markLimit else {
      throw unusable("\(words.count) points", "give \(Self.markLimit) at most")
    }
    // All numbers together decide between pixels and shares.
    let shares =
      words.isEmpty
      ? [] : scale.shares(words.map(\.text).joined(separator: ","), isPlace: true)
    let arePairs = words.allSatisfy { $0.text.count(where: { $0 == "," }) == 1 }
    guard arePairs, shares.allSatisfy((0...1).contains) else {
      let isKnown = scale.metPixels && scale.width != PictureScale.unknown.width
      throw unusable(
        "no place in the frame" + (isKnown ? " of \(scale.width)x\(scale.height)" : ""),
        "write thing@X,Y like 640,360, 0.4,0.6 or 40%,60%, and +X,Y or -X,Y for more points")
    }
    self.init(
      words.enumerated().map { index, word in
        Mark(Region.Point(x: shares[2 * index], y: shares[2 * index + 1]), belongs: word.belongs)
      }, box: box, color: color)
  }

  /// The word that a text of marks begins with; nil if it begins with a number or a box.
  private static func color(in text: String) -> String? {
    guard text.first?.isLetter == true, !text.hasPrefix("box=") else { return nil }
    let word = text.prefix { $0 != "+" && !$0.isNumber && $0 != "." }
    return String(word.hasSuffix("-") ? word.dropLast() : word)
  }

  /// Splits a text at signs, except those after a comma or an exponent's `e`.
  ///
  /// - Parameter color: what it begins with, which is left out; nil for none.
  private static func signed(
    _ text: String, behind color: String?
  ) -> [(text: String, belongs: Bool)] {
    var words = [(text: color == nil ? "" : " ", belongs: true)]
    for character in text.dropFirst(color?.count ?? 0) {
      let last = words[words.count - 1].text.last
      if "+-".contains(character), let last, !",eE".contains(last) {
        words.append(("", character == "+"))
      } else {
        words[words.count - 1].text.append(character)
      }
    }
    return color == nil ? words : Array(words.dropFirst())
  }

  func text(_ time: Double?, _ digits: (Double) -> String) -> String {
    var text = "thing@"
    if let box {
      text += "box=" + [box.x, box.y, box.width, box.height].map(digits).joined(separator: ",")
    }
    text += color ?? ""
    for (index, mark) in marks.enumerated() {
      text += index == 0 && box == nil && color == nil ? "" : mark.belongs ? "+" : "-"
      text += "\(digits(mark.place.x)),\(digits(mark.place.y))"
    }
    return text + (time.map { "@\(digits($0))" } ?? "")
      + (extent == .thing ? "" : ":\(extent.rawValue)")
  }
}

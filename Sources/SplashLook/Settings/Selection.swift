/// A part of the frames that settings select.
public enum Selection: Hashable, Sendable {
  case region(Region)
  /// The white part of a video or image: its alpha or, if there is none or all of it is opaque, its
  /// luma. It is stretched to the frame as displayed. Of a video the frame that is nearest in time
  /// is taken, counted from the beginning of both; before the first and after the last frame that
  /// one stays.
  case mask(file: String)
  /// The connected part of the hue selection at a place, in shares of the frame as displayed,
  /// tracked from a time on: seconds from the beginning of the clip, at least 0; nil for the first
  /// frame.
  case object(at: Region.Point, time: Double? = nil)
  /// All people, or all subjects, that a network finds in each frame.
  case subject(Subject)
  /// What is near, as a network of the user's own sees it: the nearest share of the frame's range of
  /// depth, 0…1. The edge in depth is a tenth of the range wide.
  case near(Double)
  /// All faces that a network finds, each an ellipse from the hairline to the chin.
  case face
  /// One person or subject, tracked from a time on: seconds from the beginning of the clip, at
  /// least 0; nil for the first frame.
  case instance(Instance, of: Subject = .subject, time: Double? = nil)
  /// The thing at a point or in a box, as a network finds it, from a time on: seconds from the
  /// beginning of the clip, at least 0; nil for the first frame.
  case thing(Thing, time: Double? = nil)
  /// A region that moves with a tracked object, instance or thing: it is where it was drawn in the
  /// frame in which that is first found, then moves with its center and scales with its size.
  indirect case window(Region, with: Selection)
  /// A mask measured in the samples of each frame.
  case measured(Measure)
  /// A selection whose place is in pixels, as text. `SplashSettings.placed` converts it for frames
  /// of a size; until then it selects nothing.
  case inPixels(String)

  /// The kinds of subjects that networks find.
  public enum Subject: String, CaseIterable, Sendable {
    /// People.
    case person
    /// Salient objects of any kind.
    case subject
    /// How near each place is: 1 for the nearest of a frame, 0 for the farthest.
    case depth
  }

  /// How one person or subject of a frame is named.
  public enum Instance: Hashable, Sendable {
    /// The one at a place, in shares of the frame as displayed.
    case at(Region.Point)
    /// Counted from 1, the largest first.
    case number(Int)

    /// The most subjects that are distinguished in a frame.
    package static let most = 12
  }

  static let forms =
    SelectionForm.all.dropLast().map(\.spelling).joined(separator: ", ") + ", or "
    + SelectionForm.all[SelectionForm.all.count - 1].spelling

  /// Reads `mask=FILE`, `color@X,Y`, `color@X,Y@TIME`, also as `object@…`, `person`, `person@X,Y`,
  /// `person@X,Y@TIME`, `person=N`, `face`, the same forms of `subject`, `near=SHARE`, `thing@…`
  /// as in `Thing`, regions as in `Region`, or `follow=` with a tracked selection, a colon, and a
  /// region: one of `SelectionForm.all`.
  ///
  /// - Throws: `SettingError` for any other text, and for numbers that give no region.
  public init(_ text: String) throws { self = try inside("region") { try Selection(word: text) } }

  /// The same; the caller adds the setting's name to errors.
  init(word text: String) throws {
    var scale = PictureScale.unknown
    let selection = try Selection(word: text, &scale)
    self = scale.metPixels ? .inPixels(ObjectName.shown.spelled(text)) : selection
  }

  /// The same in a frame of the scale's size.
  init(word text: String, _ scale: inout PictureScale) throws {
    for form in SelectionForm.all {
      if let selection = try form.read(text, &scale) {
        self = selection
        return
      }
    }
    throw Self.unknown(text)
  }

  /// The error for an unknown word, with a suggestion.
  private static func unknown(_ text: String) -> SettingError {
    let word = text.prefix { $0.isLetter }
    if let thing = MeantWord.thing(word) {
      return SettingError(
        given: text, cause: "things are not found by name", remedy: "write \(thing)")
    }
    if ColorName.named(word) != nil {
      return SettingError(
        given: text, cause: "a color, and no part of the frame",
        remedy: "write \(option: "hue") \(word), or thing@\(word) for one thing of that color")
    }
    let isColor = RGB(hex: text) != nil
    return SettingError(
      given: text, cause: isColor ? "a color, and no part of the frame" : "nothing of that name",
      remedy: isColor
        ? "write \(option: "hue") \(text)"
        : "write \(nearest(to: word)); splash help keep lists all")
  }

  /// How three of what a word may have been meant to be are written.
  private static func nearest(to word: some StringProtocol) -> String {
    let names = table.map { String($0.form.prefix { $0.isLetter }) }
    let near = names.nearest(to: word).map { name in
      let form = table[names.firstIndex(of: name)!].form.prefix { $0 != "[" }
      return form.split(separator: ", ")[0]
    }
    return "\(near[0]), \(near[1]) or \(near[2])"
  }

  /// Reads the text after the first `@`: `X,Y` or `X,Y@TIME`.
  static func place(
    in text: String, _ scale: inout PictureScale
  ) throws -> (place: Region.Point, time: Double?) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let place = scale.shares(parts[1], isPlace: true)
    guard parts.count <= 3, place.count == 2, place.allSatisfy((0...1).contains) else {
      let isKnown = scale.metPixels && scale.width != PictureScale.unknown.width
      throw SettingError(
        given: text,
        cause: "no place in the frame" + (isKnown ? " of \(scale.width)x\(scale.height)" : ""),
        remedy: "write \(parts[0])@X,Y like 640,360, 0.4,0.6 or 40%,60%")
    }
    let (x, y) = (place[0], place[1])
    let time = parts.count > 2 ? Double(parts[2]) ?? .nan : nil
    guard time.map((0...1e6).contains) ?? true else {
      throw SettingError(
        given: text, cause: "no time of the clip", remedy: "write seconds behind the second @")
    }
    return (Region.Point(x: x, y: y), time)
  }

  /// The text of flags, with rounded numbers.
  public var text: String { text(\.short, .shown) }

  /// The text in JSON, which earlier versions can read too.
  var exactText: String { text(\.exact, .kept) }

  private func text(_ digits: (Double) -> String, _ name: ObjectName) -> String {
    func text(_ name: String, _ place: Region.Point, _ time: Double?) -> String {
      "\(name)@\(digits(place.x)),\(digits(place.y))" + (time.map { "@\(digits($0))" } ?? "")
    }
    return switch self {
    case .region(let region): region.text(digits)
    case .mask(let file): "mask=\(file)"
    case .object(let place, let time): text(String(name.rawValue.dropLast()), place, time)
    case .subject(let subject): subject.rawValue
    case .near(let share): "near=\(digits(share))"
    case .face: "face"
    case .instance(.at(let place), let subject, let time): text(subject.rawValue, place, time)
    case .instance(.number(let number), let subject, _): "\(subject.rawValue)=\(number)"
    case .thing(let thing, let time): thing.text(time, digits)
    case .measured(let measure): measure.name
    case .window(let region, let leader):
      "follow=\(leader.text(digits, name)):\(region.text(digits))"
    case .inPixels(let word): name.spelled(word)
    }
  }

  /// The same selection with pixels converted for an arbitrary frame size.
  private var placed: Selection {
    guard case .inPixels(let word) = self else { return self }
    var scale = PictureScale.unknown
    return (try? Selection(word: word, &scale)) ?? self
  }

  /// Its measure; nil for other selections.
  var measure: Measure? {
    guard case .measured(let measure) = self else { return nil }
    return measure
  }

  /// The region; nil for other selections.
  package var region: Region? {
    guard case .region(let region) = self else { return nil }
    return region
  }

  /// The time from which it is looked for, in seconds from the beginning of the clip; nil if none
  /// is given.
  package var time: Double? {
    switch placed {
    case .object(_, let time), .instance(_, _, let time), .thing(_, let time): time
    default: nil
    }
  }

  /// Its form.
  private var form: SelectionForm {
    switch placed {
    case .region: .region
    case .mask: .mask
    case .object: .object
    case .subject(.person): .person
    case .near, .subject(.depth), .instance(_, .depth, _): .near
    case .face: .face
    case .subject(.subject): .subject
    case .instance(.at, .person, _): .personAt
    case .instance(.number, .person, _): .personNumber
    case .instance(.at, .subject, _): .subjectAt
    case .instance(.number, .subject, _): .subjectNumber
    case .thing: .thing
    case .window: .window
    case .measured(let measure): .measured(measure)
    case .inPixels: .unplaced
    }
  }

  /// Whether its mask is smoothed over time.
  var isSteadied: Bool {
    switch placed {
    case .region, .mask, .face: false
    default: true
    }
  }

  /// Whether it is a part of the hue selection.
  package var isObject: Bool { form.traits.contains(.ofHues) }

  /// Whether it is tracked, or read from a mask file.
  package var isTimed: Bool { hasFile || isFollowed }

  /// Whether it is found in one frame and tracked from there.
  package var isFollowed: Bool { form.traits.contains(.followed) }

  /// Whether it is all that a network finds of a kind in each frame: people, faces or subjects.
  package var isKind: Bool { kind != nil || self == .face }

  /// What a network finds in each frame for it; nil for faces and other selections.
  package var kind: Subject? {
    switch self {
    case .subject(let subject): subject
    case .near: .depth
    default: nil
    }
  }

  /// Whether a network finds it.
  package var hasNetwork: Bool { form.traits.contains(.network) }

  /// Whether it is one person.
  package var isOnePerson: Bool {
    guard case .instance(_, .person, _) = placed else { return false }
    return true
  }

  /// Whether it is given by points or a box.
  package var isThing: Bool { form.traits.contains(.pointedAt) }

  /// Whether it is a thing that is found by its color.
  package var hasColor: Bool {
    guard case .thing(let thing, _) = placed else { return false }
    return thing.color != nil
  }

  /// Whether it is read from a file.
  package var hasFile: Bool { form.traits.contains(.file) }
}

/// Parts of the frames, with the same text in flags and in JSON.
struct SelectionKind: WordKind {
  /// Replaces the list of values in the help for fields that are not the first of this kind.
  var like: String?

  var placeholder: String? { "REGION" }
  var values: String { like ?? Selection.forms }
  var control: SettingControl { SettingControl(kind: .regions) }

  func read(_ word: String) throws -> Selection { try Selection(word: word) }
  func word(for value: Selection) -> String { value.text }

  func json(for value: Selection) -> JSONValue { .text(value.exactText) }

  /// Interpolates regions of one shape, polygons with as many corners, and windows with one leader.
  func between(_ from: Selection, _ to: Selection, _ share: Double) -> Selection? {
    guard from != to else { return to }
    return from.between(to, share)
  }

  /// Checks the text of the value, since other code reads that.
  func check(_ value: Selection) throws { _ = try read(value.exactText) }
}

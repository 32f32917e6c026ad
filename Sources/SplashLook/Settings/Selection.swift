/// A part of the pictures that settings name.
public enum Selection: Hashable, Sendable {
  case region(Region)
  /// What a video or a picture shows white: its alpha or, where there is none or all of it is
  /// opaque, its luma. It is stretched to the picture as displayed, and of its pictures the one is
  /// taken that is nearest in time, from the beginning of both; before the first and after the
  /// last that one stays.
  case mask(file: String)
  /// The connected part of what the hues keep that lies at a place, in shares of the picture as
  /// displayed, followed from a time on: seconds from the beginning of the clip, at least 0; nil
  /// for the first picture.
  case object(at: Region.Point, time: Double? = nil)
  /// What a network finds in each picture.
  case subject(Subject)
  /// All faces that a network finds, each an ellipse from the hair line to the chin.
  case face
  /// One of the people, or of what stands out, followed from a time on: seconds from the beginning
  /// of the clip, at least 0; nil for the first picture.
  case instance(Instance, of: Subject = .subject, time: Double? = nil)
  /// The thing that is pointed at, whatever it is, as a network sees it; from a time on: seconds
  /// from the beginning of the clip, at least 0; nil for the first picture.
  case thing(Thing, time: Double? = nil)
  /// A region that goes with what is followed, which is one of an object, an instance or a thing: it
  /// lies as it is drawn where that is found first, moves with its middle, and grows and shrinks with
  /// it.
  indirect case window(Region, with: Selection)
  /// What is measured in the samples of each picture.
  case measured(Measure)
  /// One of those whose place is written in pixels, as it is written. `SplashSettings.placed` makes
  /// it one of the others for pictures of a size; until then it selects nothing.
  case inPixels(String)

  /// What networks are trained to find.
  public enum Subject: String, CaseIterable, Sendable {
    /// People.
    case person
    /// Whatever stands out.
    case subject
  }

  /// How one of the people, or of what stands out in a picture, is named.
  public enum Instance: Hashable, Sendable {
    /// What lies at a place, in shares of the picture as displayed.
    case at(Region.Point)
    /// Counted from 1, the largest first.
    case number(Int)

    /// No more are told apart in a picture.
    package static let most = 12
  }
}

extension Selection {
  static let forms =
    SelectionForm.all.dropLast().map(\.spelling).joined(separator: ", ") + ", or "
    + SelectionForm.all[SelectionForm.all.count - 1].spelling

  /// Reads `mask=FILE`, `color@X,Y`, `color@X,Y@TIME`, which may be called `object@` as well,
  /// `person`, `person@X,Y`, `person@X,Y@TIME`, `person=N`, `face`, `subject`, the same of
  /// `subject`, `thing@…` as `Thing` tells, what `Region` reads, or `follow=` with one of what is
  /// followed, a colon, and a region: a form of `SelectionForm.all`.
  ///
  /// - Throws: `SettingError` for any other text, and for numbers that make no region.
  public init(_ text: String) throws { self = try inside("region") { try Selection(word: text) } }

  /// The same for a word that somebody else names in errors.
  init(word text: String) throws {
    var scale = PictureScale.unknown
    let selection = try Selection(word: text, &scale)
    self = scale.metPixels ? .inPixels(ObjectName.shown.spelled(text)) : selection
  }

  /// The same in a picture of a size.
  init(word text: String, _ scale: inout PictureScale) throws {
    for form in SelectionForm.all {
      if let selection = try form.read(text, &scale) {
        self = selection
        return
      }
    }
    throw Self.unknown(text)
  }

  /// What to write for something that there is no such word for.
  private static func unknown(_ text: String) -> SettingError {
    let word = text.prefix { $0.isLetter }
    if let thing = MeantWord.thing(word) {
      return SettingError(
        given: text, cause: "things have no names", remedy: "write \(thing)")
    }
    let isColor = ColorName.named(word) != nil || RGB(hex: text) != nil
    return SettingError(
      given: text, cause: isColor ? "a color, and no part of the picture" : "nothing of that name",
      remedy: (isColor ? "write \(option: "hue") \(text), or " : "") + "give \(forms)")
  }

  /// Reads what is behind the first `@`: `X,Y` or `X,Y@TIME`.
  static func place(
    in text: String, _ scale: inout PictureScale
  ) throws -> (place: Region.Point, time: Double?) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let place = scale.shares(parts[1], isPlace: true)
    guard parts.count <= 3, place.count == 2, place.allSatisfy((0...1).contains) else {
      let isKnown = scale.metPixels && scale.width != PictureScale.unknown.width
      throw SettingError(
        given: text,
        cause: "no place in the picture" + (isKnown ? " of \(scale.width)x\(scale.height)" : ""),
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

  /// The form that flags take, with as many digits as are worth typing.
  public var text: String { text(\.short, .shown) }

  /// The form that JSON takes, which earlier versions read as well.
  fileprivate var exactText: String { text(\.exact, .kept) }

  private func text(_ digits: (Double) -> String, _ name: ObjectName) -> String {
    func text(_ name: String, _ place: Region.Point, _ time: Double?) -> String {
      "\(name)@\(digits(place.x)),\(digits(place.y))" + (time.map { "@\(digits($0))" } ?? "")
    }
    return switch self {
    case .region(let region): region.text(digits)
    case .mask(let file): "mask=\(file)"
    case .object(let place, let time): text(String(name.rawValue.dropLast()), place, time)
    case .subject(let subject): subject.rawValue
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

  /// The same in a picture whose size is of no matter.
  private var placed: Selection {
    guard case .inPixels(let word) = self else { return self }
    var scale = PictureScale.unknown
    return (try? Selection(word: word, &scale)) ?? self
  }

  /// What measures it, if it is measured.
  var measure: Measure? {
    guard case .measured(let measure) = self else { return nil }
    return measure
  }

  /// The region, if it is one.
  package var region: Region? {
    guard case .region(let region) = self else { return nil }
    return region
  }

  /// When it is sought, where that is told: seconds from the beginning of the clip.
  package var time: Double? {
    switch placed {
    case .object(_, let time), .instance(_, _, let time), .thing(_, let time): time
    default: nil
    }
  }

  /// Its kind.
  private var form: SelectionForm {
    switch placed {
    case .region: .region
    case .mask: .mask
    case .object: .object
    case .subject(.person): .person
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

  /// Its mask is steadied from one picture to the next.
  var isSteadied: Bool {
    switch placed {
    case .region, .mask, .face: false
    default: true
    }
  }

  /// It is a part of what the hues keep.
  package var isObject: Bool { form.traits.contains(.ofHues) }

  /// It is followed, or read from a film of masks.
  package var isTimed: Bool { hasFile || isFollowed }

  /// It is sought in one picture and followed from there.
  package var isFollowed: Bool { form.traits.contains(.followed) }

  /// It is found by a network.
  package var hasNetwork: Bool { form.traits.contains(.network) }

  /// It is one of the people.
  package var isOnePerson: Bool {
    guard case .instance(_, .person, _) = placed else { return false }
    return true
  }

  /// It is pointed at.
  package var isThing: Bool { form.traits.contains(.pointedAt) }

  /// It is in a file.
  package var hasFile: Bool { form.traits.contains(.file) }
}

/// Parts of the pictures, written the same by flags and in JSON.
struct SelectionKind: WordKind {
  /// What can be given, for a field that is not the first of this kind.
  var like: String?

  var placeholder: String? { "REGION" }
  var values: String { like ?? Selection.forms }
  var control: SettingControl { SettingControl(kind: .regions) }

  func read(_ word: String) throws -> Selection { try Selection(word: word) }
  func word(for value: Selection) -> String { value.text }

  func read(_ json: JSONValue) throws -> Selection {
    guard case .text(let word) = json else { throw json.mismatch("text", values) }
    return try read(word)
  }

  func json(for value: Selection) -> JSONValue { .text(value.exactText) }

  /// Regions of one shape glide, polygons of equal corners, and so do windows with one leader.
  func between(_ from: Selection, _ to: Selection, _ share: Double) -> Selection? {
    guard from != to else { return to }
    return from.between(to, share)
  }

  /// The text is what is judged: it is what everybody else gets to read.
  func check(_ value: Selection) throws { _ = try read(value.exactText) }
}

/// A form of selection besides hues: its spelling, traits and parser. `all` has each form; flags,
/// JSON, help, errors and the page take them from there.
struct SelectionForm: Sendable {
  /// For people: "color@X,Y or color@X,Y@TIME".
  let spelling: String
  let traits: Traits
  /// Reads a word, for a frame of the scale's size; nil if it is of another form.
  let read: @Sendable (_ word: String, _ scale: inout PictureScale) throws -> Selection?

  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// It is a part of the hue selection.
    static let ofHues = Traits(rawValue: 1)
    /// It is found in one frame and tracked from there.
    static let followed = Traits(rawValue: 2)
    /// Networks find it.
    static let network = Traits(rawValue: 4)
    /// It is read from a file along with the frames.
    static let file = Traits(rawValue: 8)
    /// It is given by points or a box.
    static let pointedAt = Traits(rawValue: 16)
  }

  /// In the order shown to people.
  static let all: [SelectionForm] = {
    let pointed = [
      thing, region, object, person, personAt, personNumber, face, subject, subjectAt,
      subjectNumber, near, window,
    ]
    return pointed + Measure.all.map(measured) + [mask]
  }()

  static let region = SelectionForm(spelling: Region.forms, traits: []) { word, scale in
    let name = word.prefix { $0 != "=" }
    guard Region.names.contains(String(name)), name != word else { return nil }
    return .region(try Region(word: word, &scale))
  }

  static let object = SelectionForm(
    spelling: "color@X,Y or color@X,Y@TIME for the color at that point, without an AI model",
    traits: [.ofHues, .followed]
  ) { word, scale in
    let word = ObjectName.shown.spelled(word)
    guard word.hasPrefix(ObjectName.shown.rawValue) else { return nil }
    let (place, time) = try Selection.place(in: word, &scale)
    return .object(at: place, time: time)
  }

  static let person = alone(.person)
  static let subject = alone(.subject)

  static let face = SelectionForm(spelling: "face", traits: .network) { word, _ in
    word == "face" ? .face : nil
  }

  static let near = SelectionForm(spelling: "near=SHARE", traits: .network) { word, _ in
    guard word.hasPrefix("near=") else { return nil }
    guard let share = Double(word.dropFirst("near=".count)), 0...1 ~= share else {
      throw SettingError(
        given: word, cause: "no share of the depth",
        remedy: "write near=0 to near=1; near=0.3 keeps the nearest third")
    }
    return .near(share)
  }

  private static func alone(_ subject: Selection.Subject) -> SelectionForm {
    SelectionForm(spelling: subject.rawValue, traits: .network) { word, _ in
      word == subject.rawValue ? .subject(subject) : nil
    }
  }

  static let personAt = placed(.person)
  static let subjectAt = placed(.subject)
  static let personNumber = numbered(.person)
  static let subjectNumber = numbered(.subject)

  private static func placed(_ subject: Selection.Subject) -> SelectionForm {
    let name = subject.rawValue
    return SelectionForm(
      spelling: "\(name)@X,Y or \(name)@X,Y@TIME", traits: [.network, .followed]
    ) { word, scale in
      guard word.hasPrefix("\(name)@") else { return nil }
      let (place, time) = try Selection.place(in: word, &scale)
      return .instance(.at(place), of: subject, time: time)
    }
  }

  private static func numbered(_ subject: Selection.Subject) -> SelectionForm {
    let name = subject.rawValue
    return SelectionForm(spelling: "\(name)=N", traits: [.network, .followed]) { word, _ in
      guard word.hasPrefix("\(name)=") else { return nil }
      let most = Selection.Instance.most
      guard let number = Int(word.dropFirst("\(name)=".count)), 1...most ~= number else {
        throw SettingError(
          given: word, cause: "no number of a \(name)",
          remedy: "write \(name)=1 to \(name)=\(most); splash subjects lists them")
      }
      return .instance(.number(number), of: subject)
    }
  }

  static let thing = SelectionForm(
    spelling: Selection.Thing.forms, traits: [.network, .followed, .pointedAt]
  ) { word, scale in
    if word.hasPrefix("thing:") {
      return try Selection.thing("thing@" + word.dropFirst("thing:".count), &scale)
    }
    return word.hasPrefix("thing@") ? try Selection.thing(word, &scale) : nil
  }

  static let window = SelectionForm(spelling: Selection.windowForms, traits: []) { word, scale in
    word.hasPrefix("follow=") ? try Selection.window(word, &scale) : nil
  }

  static func measured(_ measure: Measure) -> SelectionForm {
    SelectionForm(spelling: measure.name, traits: []) { word, _ in
      word == measure.name ? .measured(measure) : nil
    }
  }

  static let mask = SelectionForm(spelling: "mask=FILE", traits: .file) { word, _ in
    guard word.hasPrefix("mask=") else { return nil }
    let file = String(word.dropFirst("mask=".count))
    guard !file.isEmpty else {
      throw SettingError(
        given: word, cause: "no file", remedy: "name a video or an image behind mask=")
    }
    return .mask(file: file)
  }

  /// A selection in pixels, which is empty until the frame size is known.
  static let unplaced = SelectionForm(spelling: "", traits: []) { _, _ in nil }
}

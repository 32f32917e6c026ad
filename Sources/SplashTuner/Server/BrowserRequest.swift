internal import Foundation

/// A browser's request: one JSON object a message, whose `do` names it.
enum BrowserRequest {
  /// Changes some settings and leaves the others.
  case set(SplashSettings, gesture: String?)
  /// Replaces the keyframes by a JSON list.
  case timeline(String, gesture: String?)
  /// Samples a spot of a source frame and changes the hues by it.
  case sample(Spot, picture: UInt32, use: SampleUse, of: HueChoice)
  /// Names what is at a place and adds it to the list of a setting; or makes a window of that list
  /// follow it.
  case name(Spot, picture: UInt32, as: SelectionKey, window: Int?)
  /// Asks for the color of a spot, and for the effect of sampling it.
  case probe(Spot, picture: UInt32, use: SampleUse, of: HueChoice)
  /// Sets the part of the frame that the browser looks at.
  case look(Spot)
  /// Asks for points on the edge of the selection.
  case edges
  /// Sets a part of the source frame that is sent besides; nil for none.
  case strip(Spot?)
  /// Asks for the newest frame under looks of the rest or of what is kept.
  case thumbnails(LookKey)
  /// Asks for the files that a look can be made from.
  case shelf
  /// Asks for the newest frame under the look of a file.
  case tryFile(String, LookKey)
  /// Sets white balance by a part of the frame that is grey in reality.
  case card(Spot)
  case view(View)
  /// Plays at a speed, 1 for normal; below 0 backwards.
  case play(rate: Double)
  case pause
  case seek(Double)
  case step(Int)
  case undo
  case redo
  /// Exports the input with the present look to a new file of that name beside it.
  case export(String, ExportWish)
  /// Asks how large an export to a file of that name would be. The answer repeats `kind`.
  case trial(String, ExportWish, kind: String)
  /// Lists, saves or removes named looks.
  case preset(PresetOrder)
  /// Asks for selections to choose from in the newest frame.
  case offers(OfferWish)
  case cancelExport
  /// Tells whether the browser's page is visible.
  case watch(Bool)
  /// Tells that a frame has been shown, or could not be.
  case shown

  enum SampleUse: String, Decodable {
    /// Replaces the chosen hue.
    case replace
    /// Adds it to the selection.
    case add
    /// Removes it from the selection.
    case remove
    /// Names the object at the spot.
    case object
  }

  /// A setting with a list of parts of the frame.
  enum SelectionKey: String, CaseIterable, Decodable {
    case within, without, keep, paint
  }

  /// The setting that a look is for.
  enum LookKey: String, Decodable {
    case rest, kept
  }

  /// The hue that a sample changes.
  enum HueChoice {
    case none
    /// Index among the kept hues.
    case kept(Int)
    /// Index among the excluded hues.
    case excluded(Int)
  }

  /// Maximum bytes of a message; longer ones are refused unread.
  static let sizeLimit = 256 << 10

  /// Parses a message.
  ///
  /// - Parameter settings: values for the settings that the message leaves out.
  /// - Throws: `SplashError` of kind usage that says what is wrong with the message.
  init(_ message: Data, over settings: SplashSettings) throws {
    do {
      self = try JSONText.decode(
        Message.self, from: message, with: [.baseSettings: settings]
      ).request()
    } catch let error as DecodingError {
      throw SplashError(.usage, "message not understood", cause: error.plainText)
    }
  }

  private enum Verb: String, Decodable, CaseIterable {
    case set, timeline, sample, name, probe, look, thumbnails, edges, strip, shelf, `try`, card,
      view, play, pause,
      seek, step, undo,
      redo,
      export, cancelExport, trial, preset, offers, watch, shown
  }

  private struct Message: Decodable {
    var `do`: Verb
    var settings: SplashSettings?
    var gesture: String?
    var timeline: String?
    var x, y, width, height: Double?
    var picture: UInt32?
    var use: SampleUse?
    var hue, drop, window: Int?
    var view: View?
    var of: LookKey?
    var key: SelectionKey?
    var time: Double?
    var pictures: Int?
    var name, file, kind: String?
    var on: Bool?
    var rate: Double?
    var `as`: ExportWish?
    var preset: PresetOrder?
    var offers: OfferWish?

    func request() throws -> BrowserRequest {
      switch self.do {
      case .set: .set(try need(settings, "settings"), gesture: gesture)
      case .timeline: .timeline(try need(timeline, "timeline"), gesture: gesture)
      case .sample:
        .sample(try spot(), picture: picture ?? .max, use: try need(use, "use"), of: choice)
      case .name:
        .name(
          try spot(), picture: picture ?? .max, as: try need(key, "key"), window: window)
      case .probe:
        .probe(try spot(), picture: picture ?? .max, use: try need(use, "use"), of: choice)
      case .look: .look(try spot())
      case .edges: .edges
      case .strip: .strip(try x.map { _ in try spot() })
      case .thumbnails: .thumbnails(try need(of, "of"))
      case .shelf: .shelf
      case .try: .tryFile(try need(file, "file"), try need(of, "of"))
      case .card: .card(try spot())
      case .view: .view(try need(view, "view"))
      case .play: .play(rate: try speed())
      case .pause: .pause
      case .seek: .seek(try need(time, "time"))
      case .step: .step(try need(pictures, "pictures"))
      case .undo: .undo
      case .redo: .redo
      case .export: .export(try need(name, "name"), self.as ?? ExportWish())
      case .cancelExport: .cancelExport
      case .trial:
        .trial(try need(name, "name"), self.as ?? ExportWish(), kind: try need(kind, "kind"))
      case .preset: .preset(try need(preset, "preset"))
      case .offers: .offers(try need(offers, "offers"))
      case .watch: .watch(try need(on, "on"))
      case .shown: .shown
      }
    }

    private var choice: HueChoice { hue.map { .kept($0) } ?? drop.map { .excluded($0) } ?? .none }

    private func need<Value>(_ value: Value?, _ name: String) throws -> Value {
      guard let value else {
        throw SplashError(.usage, "message '\(self.do.rawValue)'", cause: "'\(name)' is missing")
      }
      return value
    }

    private func speed() throws -> Double {
      let rate = rate ?? 1
      guard 0.25...16 ~= abs(rate) else {
        throw SplashError(
          .usage, "message 'play'", cause: "a rate of \(rate)",
          remedy: "give 0.25 to 16, or the same below 0 for backwards")
      }
      return rate
    }

    private func spot() throws -> Spot {
      let spot = Spot(
        x: try need(x, "x"), y: try need(y, "y"), width: try need(width, "width"),
        height: try need(height, "height"))
      guard spot.x >= 0, spot.y >= 0, spot.width >= 0, spot.height >= 0,
        spot.x + spot.width <= 1.001,
        spot.y + spot.height <= 1.001
      else {
        throw SplashError(
          .usage, "message '\(self.do.rawValue)'", cause: "the spot is not inside the frame",
          remedy: "give x, y, width and height in fractions of it")
      }
      return spot
    }
  }
}

extension DecodingError {
  /// The decoding error with its place, in one line.
  fileprivate var plainText: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    @unknown default: return "\(self)"
    }
  }
}

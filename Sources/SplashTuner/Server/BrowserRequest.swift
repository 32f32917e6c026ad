internal import Foundation
internal import SplashCore
internal import SplashFilter

/// What a browser asks for: one JSON object a message, whose `do` says what.
enum BrowserRequest {
  /// Settings that change, the others left as they are.
  case set(SplashSettings, gesture: String?)
  /// Other keys in time, as a JSON list.
  case timeline(String, gesture: String?)
  /// What a spot of a source picture does to the hues.
  case sample(Spot, picture: UInt32, use: SampleUse, of: HueChoice)
  /// Names what is at a place, and puts that into the list of a setting; or lets the window at a
  /// place in that list go with it.
  case name(Spot, picture: UInt32, as: SelectionKey, window: Int?)
  /// What a spot looks like, and what a sample of it would do.
  case probe(Spot, picture: UInt32, use: SampleUse, of: HueChoice)
  /// The part of the picture that the browser looks at.
  case look(Spot)
  /// Where the edge of what is kept can be seen.
  case edges
  /// A part of the picture that is sent besides, as it is; nil for none.
  case strip(Spot?)
  /// The newest picture under looks of the rest or of what is kept.
  case thumbnails(LookKey)
  /// The files that a look can be chosen from.
  case shelf
  /// The newest picture under the look that a file is.
  case tryFile(String, LookKey)
  /// A part of the picture that is known to be grey.
  case card(Spot)
  case view(View)
  /// As many times as fast as it was filmed; below 0 backwards.
  case play(rate: Double)
  case pause
  case seek(Double)
  case step(Int)
  case undo
  case redo
  /// The input under the present look, in a new file of that name beside it.
  case export(String, ExportWish)
  /// Something about the looks with a name.
  case preset(PresetOrder)
  /// What of the newest picture could be kept.
  case offers(OfferWish)
  case cancelExport
  /// Whether the browser's page can be seen.
  case watch(Bool)
  /// A picture has been shown, or could not be.
  case shown

  enum SampleUse: String, Decodable {
    /// Put it in the place of the chosen hue.
    case replace
    /// Keep it as well.
    case add
    /// Keep it no more.
    case remove
    /// Name the thing that is there.
    case object
  }

  /// The setting that parts of the picture are listed in.
  enum SelectionKey: String, CaseIterable, Decodable {
    case within, without, keep
  }

  /// The setting that a look is for.
  enum LookKey: String, Decodable {
    case rest, kept
  }

  /// The hue that a sample is for.
  enum HueChoice {
    case none
    /// By its place among the kept ones.
    case kept(Int)
    /// By its place among the excluded ones.
    case excluded(Int)
  }

  /// Longer messages are refused unread.
  static let sizeLimit = 16 << 10

  /// Reads a message.
  ///
  /// - Parameter settings: those that a message with only some settings leaves as they are.
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
      export, cancelExport, preset, offers, watch, shown
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
    var name, file: String?
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
          .usage, "message '\(self.do.rawValue)'", cause: "the spot is not inside the picture",
          remedy: "give x, y, width and height in fractions of it")
      }
      return spot
    }
  }
}

extension DecodingError {
  /// Where the trouble is and what it is, in one line.
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

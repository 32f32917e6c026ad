internal import Foundation
internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter

/// What lies at a place of a picture.
struct Thing: Sendable {
  let kind: Kind
  let name: String
  /// Of the picture, 0…1.
  let share: Double
  /// As it is displayed.
  let mask: SmallMask

  enum Kind: Sendable {
    /// A connected part of what the hues keep.
    case object
    /// By the networks that answer clicks.
    case thing
    /// One of what stands out.
    case subject
  }

  var text: String {
    let percent = String(format: share < 0.01 ? "%.1f" : "%.0f", 100 * share)
    return "\(name), \(percent) % of the picture"
  }

  /// What settings call it.
  func selection(at place: Region.Point, time: Double?) -> Selection {
    switch kind {
    case .object: .object(at: place, time: time)
    case .thing: .thing(Selection.Thing([.init(place)]), time: time)
    case .subject: .instance(.at(place), time: time)
    }
  }
}

extension Tuner {
  /// As much of each other have a part of one color and a thing that are the same.
  private static let sameness = 0.7

  /// Finds what lies at a place of a picture as displayed: the thing that networks find there. A
  /// connected part of what the hues keep is preferred where it is the same, since it is followed
  /// faster, and where no network answers clicks.
  ///
  /// - Parameters:
  ///   - isLeader: a window is to go with it, so that windows hide nothing of it.
  ///   - onWait: called before networks look at a picture, which takes a while, with what the hues
  ///     keep there.
  ///   - isWanted: asked before networks look; false where nobody waits for the answer any more.
  ///   - tell: called once, on another thread.
  func findThing(
    at place: Region.Point, in entry: PictureHistory.Entry, isLeader: Bool = false,
    onWait: (Thing?) -> Void = { _ in }, isWanted: @escaping @Sendable () -> Bool,
    tell: @escaping @Sendable (Result<Thing, any Error>) -> Void
  ) throws {
    var settings = look.snapshot.settings
    if isLeader { (settings.within, settings.without) = ([], []) }
    let part = try keptPart(at: place, of: entry, settings)
    try scout.ask(
      about: place, in: entry, isSure: part != nil, onWait: { onWait(part) }, isWanted: isWanted
    ) { answer in
      tell(
        Result {
          if let part {
            guard let thing = try? answer.get(), part.mask.overlap(with: thing.mask) < Self.sameness
            else { return part }
            return thing
          }
          guard let thing = try answer.get() else {
            throw SplashError(
              .usage, "the hues keep nothing here, and nothing stands out",
              remedy: "point at another place")
          }
          return thing
        })
    }
  }

  /// The connected part of what the hues keep at a place.
  private func keptPart(
    at place: Region.Point, of entry: PictureHistory.Entry, _ settings: SplashSettings
  ) throws -> Thing? {
    guard !settings.keptHues.isEmpty,
      let mask = try SmallMask(
        of: entry.frame, settings: settings.keepingObject(at: place), gains: gains, turn: turn),
      mask.share > 0
    else { return nil }
    return Thing(
      kind: .object, name: "a part of what the hues keep", share: mask.share, mask: mask.upright)
  }

  /// Adds what lies at a place to a list of the settings, or lets a window of that list go with it.
  /// What networks find has no part in the hues, so it is kept where an object would be all that is.
  func name(
    _ spot: Spot, picture: UInt32, as key: BrowserRequest.SelectionKey, window: Int?,
    for outbox: Outbox
  ) throws {
    guard let entry = history.entry(picture) else {
      throw SplashError(.usage, "no picture to point at yet")
    }
    let place = spot.middle
    let time = time(of: entry)
    try findThing(
      at: place, in: entry, isLeader: window != nil, isWanted: { !outbox.isGone }
    ) { [weak self] found in
      guard let self else { return }
      do {
        let thing = try found.get()
        let selection = thing.selection(at: place, time: time)
        var key = key
        let index: Int
        if let window {
          try tie(window, of: key.list, to: selection)
          index = window
        } else {
          key = thing.kind == .object || key != .within ? key : .keep
          try add(selection, to: key.list)
          index = look.snapshot.settings[keyPath: key.list].count - 1
        }
        outbox.put(
          answer: BrowserMessage.encode(
            BrowserMessage.Named(text: thing.text, key: key.rawValue, index: index)))
      } catch {
        outbox.put(answer: BrowserMessage.encode(BrowserMessage.Refusal(text: "\(error)")))
      }
      tellChange()
    }
  }

  private func add(
    _ selection: Selection, to list: WritableKeyPath<SplashSettings, [Selection]>
  ) throws {
    try change { settings in
      var settings = settings
      settings[keyPath: list].append(selection)
      return settings
    }
  }

  /// Lets a window go with something from now on.
  private func tie(
    _ index: Int, of list: WritableKeyPath<SplashSettings, [Selection]>, to leader: Selection
  ) throws {
    try change { settings in
      var settings = settings
      guard settings[keyPath: list].indices.contains(index) else { throw Self.noWindow }
      switch settings[keyPath: list][index] {
      case .region(let region), .window(let region, _):
        settings[keyPath: list][index] = .window(region, with: leader)
      default: throw Self.noWindow
      }
      return settings
    }
  }

  private static let noWindow = SplashError(
    .usage, "there is no such region any more", remedy: "choose another one")

  /// When a picture is shown, as flags say it and never past it; nil where there is but one time.
  private func time(of entry: PictureHistory.Entry) -> Double? {
    guard player.canSeek, !player.playback.isStill else { return nil }
    let seconds = (request.inputOptions.start ?? 0) + entry.source.position
    return (seconds * 1000 + 0.01).rounded(.down) / 1000
  }
}

extension BrowserRequest.SelectionKey {
  var list: WritableKeyPath<SplashSettings, [Selection]> {
    switch self {
    case .within: \.within
    case .without: \.without
    case .keep: \.keep
    }
  }
}

extension Spot {
  var middle: Region.Point {
    Region.Point(x: min(max(x + width / 2, 0), 1), y: min(max(y + height / 2, 0), 1))
  }
}

extension SplashSettings {
  /// These settings with nothing kept but the object at a place.
  fileprivate func keepingObject(at place: Region.Point) -> SplashSettings {
    var settings = self
    settings.keep = [.object(at: place)]
    settings.within.removeAll { $0.region == nil }
    settings.without.removeAll { $0.region == nil }
    return settings
  }
}

internal import Foundation

/// The thing at a point of a frame.
struct Thing: Sendable {
  let kind: Kind
  let name: String
  /// Share of the frame, 0…1.
  let share: Double
  /// As it is displayed.
  let mask: SmallMask

  enum Kind: Sendable {
    /// A connected part of the hues' selection.
    case object
    /// Found by the click networks.
    case thing
    /// A thing that stands out.
    case subject
  }

  var text: String {
    let percent = String(format: share < 0.01 ? "%.1f" : "%.0f", 100 * share)
    return "\(name), \(percent) % of the frame"
  }

  /// Its selection in settings.
  func selection(at place: Region.Point, time: Double?) -> Selection {
    switch kind {
    case .object: .object(at: place, time: time)
    case .thing: .thing(Selection.Thing([.init(place)]), time: time)
    case .subject: .instance(.at(place), time: time)
    }
  }
}

extension Tuner {
  /// Overlap from which a connected part and a thing count as the same.
  private static let sameness = 0.7

  /// Finds the thing at a point of a frame as displayed, by networks. A connected part of the hues'
  /// selection is preferred where it is the same, since it is tracked faster, and where the click
  /// networks are missing.
  ///
  /// - Parameters:
  ///   - isLeader: a window is to follow it, so that windows hide nothing of it.
  ///   - onWait: called before networks run on a frame, which takes a while, with the connected
  ///     part of the hues' selection there.
  ///   - isWanted: called before networks run; false where the answer is no longer needed.
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
              .usage, "no selected color here, and nothing stands out",
              remedy: "point at another place")
          }
          return thing
        })
    }
  }

  /// The connected part of the hues' selection at a point.
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

  /// Adds the thing at a point to a list of the settings, or makes a window of that list follow it.
  /// A network's thing is not part of the hues' selection, so it is added to `keep` where an object
  /// alone would be kept.
  func name(
    _ spot: Spot, picture: UInt32, as key: BrowserRequest.SelectionKey, window: Int?,
    for outbox: Outbox
  ) throws {
    guard let entry = history.entry(picture) else {
      throw SplashError(.usage, "no frame to point at yet")
    }
    guard window != nil || key != .paint else { throw Self.noWindow }
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

  /// Makes a window follow a selection from now on.
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

  /// Time of a frame, rounded down to the digits of flags; nil for inputs with a single time.
  func time(of entry: PictureHistory.Entry) -> Double? {
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
    case .paint: \.paintAreas
    }
  }
}

extension Spot {
  var middle: Region.Point {
    Region.Point(x: min(max(x + width / 2, 0), 1), y: min(max(y + height / 2, 0), 1))
  }
}

extension SplashSettings {
  /// These settings with only the object at a point kept.
  fileprivate func keepingObject(at place: Region.Point) -> SplashSettings {
    var settings = self
    (settings.keep, settings.paint) = ([.object(at: place)], [])
    settings.within.removeAll { $0.region == nil }
    settings.without.removeAll { $0.region == nil }
    return settings
  }
}

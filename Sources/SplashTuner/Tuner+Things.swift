internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter

/// What lies at a place of a picture: a connected part of what the hues keep, or else one of what
/// stands out.
struct Thing: Sendable {
  let text: String
  /// As it is displayed.
  let mask: SmallMask
  let isObject: Bool

  /// What settings call it.
  func selection(at place: Region.Point, time: Double?) -> Selection {
    isObject ? .object(at: place, time: time) : .instance(.at(place), time: time)
  }
}

extension Tuner {
  /// Finds what lies at a place of a picture as displayed.
  ///
  /// - Parameters:
  ///   - onWait: called before networks are asked, which takes a while.
  ///   - tell: called once: at once for a part of what the hues keep and where the picture is
  ///     known, else on another thread.
  func findThing(
    at place: Region.Point, in entry: PictureHistory.Entry, onWait: () -> Void = {},
    tell: @escaping @Sendable (Result<Thing, any Error>) -> Void
  ) throws {
    let settings = look.snapshot.settings
    let part =
      settings.keptHues.isEmpty
      ? nil
      : try SmallMask(
        of: entry.frame, settings: settings.keepingObject(at: place), gains: gains,
        turn: turn)
    if let part, part.share > 0 {
      return tell(
        .success(Thing(text: "a part of what the hues keep", mask: part.upright, isObject: true)))
    }
    try scout.ask(about: place, in: entry, onWait: onWait) { answer in
      tell(
        Result {
          guard let (sight, mask) = try answer.get() else {
            throw SplashError(
              .usage, "the hues keep nothing here, and nothing stands out",
              remedy: "point at another place")
          }
          let share = (100 * sight.share).rounded()
          return Thing(
            text: "\(sight.isPerson ? "a person" : "a thing"), \(Int(share)) % of the picture",
            mask: mask, isObject: false)
        })
    }
  }

  /// Adds what lies at a place to a list of the settings. A subject has no part in the hues, so it
  /// is kept where an object would be all that is.
  func name(
    _ spot: Spot, picture: UInt32, as key: BrowserRequest.SelectionKey, for outbox: Outbox
  ) throws {
    guard let entry = history.entry(picture) else {
      throw SplashError(.usage, "no picture to point at yet")
    }
    let place = spot.middle
    let time = time(of: entry)
    try findThing(at: place, in: entry) { [weak self] found in
      guard let self else { return }
      do {
        let thing = try found.get()
        let key = thing.isObject || key != .within ? key : .keep
        try add(thing.selection(at: place, time: time), to: key.list)
        let index = look.snapshot.settings[keyPath: key.list].count - 1
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

  /// When a picture is shown, as flags say it and never past it; nil where there is but one time.
  private func time(of entry: PictureHistory.Entry) -> Double? {
    guard player.canSeek, !player.playback.isStill else { return nil }
    let seconds = (request.inputOptions.start ?? 0) + entry.source.position
    return (seconds * 1000 + 0.01).rounded(.down) / 1000
  }
}

extension BrowserRequest.SelectionKey {
  fileprivate var list: WritableKeyPath<SplashSettings, [Selection]> {
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

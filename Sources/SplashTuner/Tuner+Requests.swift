internal import Foundation
internal import Glibc
internal import Synchronization

extension Tuner {
  /// Handles a browser's request. Answers go to its own outbox, the status to all browsers, also
  /// after a refusal, because the page may already show the requested state.
  func handle(_ message: Data, from outbox: Outbox) {
    do {
      let request = try BrowserRequest(message, over: look.snapshot.settings)
      if try !delay(request, message, for: outbox) { try perform(request, for: outbox) }
    } catch {
      refuse(error, to: outbox)
      tellStatus(hearing: outbox)
    }
  }

  private func refuse(_ error: any Error, to outbox: Outbox) {
    outbox.put(answer: BrowserMessage.encode(BrowserMessage.Refusal(text: "\(error)")))
  }

  /// The newest frame, for background work. Waits for the first one, at most ten seconds; nil where
  /// none comes.
  func awaitedPicture() -> PictureHistory.Entry? {
    for _ in 0..<100 where history.newest == nil && !isEnding { usleep(100_000) }
    return history.newest
  }

  /// Handles slow requests in the background: reads files of settings for the first time, and draws
  /// previews for a browser. Of each kind only the newest counts.
  ///
  /// - Returns: whether the request is a slow one.
  private func delay(
    _ request: BrowserRequest, _ message: Data, for outbox: Outbox
  ) throws -> Bool {
    let kind: String
    let work: @Sendable (_ isNewest: () -> Bool) throws -> Void
    switch request {
    case .set(let settings, let gesture) where look.isUnread([settings]):
      let now = look.snapshot.settings
      let parts = [
        settings.rest != now.rest, settings.kept != now.kept,
        settings.selections != now.selections,
      ]
      kind = "set \(parts)"
      work = { [self] isNewest in
        try look.read([settings])
        guard isNewest() else { return }
        try change(gesture: gesture) { settings in
          guard case .set(let fresh, _) = try BrowserRequest(message, over: settings) else {
            return settings
          }
          return fresh
        }
        tellChange()
      }
    case .probe(let spot, let picture, let use, let hue):
      kind = "probe"
      work = { [self] _ in try probe(spot, picture: picture, use: use, of: hue, for: outbox) }
    case .thumbnails(let key):
      kind = "thumbnails"
      work = { [self] _ in try showLooks(for: key, to: outbox) }
    case .edges:
      kind = "edges"
      work = { [self] _ in try showEdges(to: outbox) }
    case .shelf:
      kind = "shelf"
      work = { [self] _ in showShelf(to: outbox) }
    case .tryFile(let file, let key):
      kind = "try"
      work = { [self] _ in tryFile(file, for: key, to: outbox) }
    case .preset(let order):
      kind = "preset \(order.what) \(order.name?.prefix(64) ?? "")"
      work = { [self] _ in try keep(order, for: outbox) }
    case .trial(let name, let wish, let question):
      kind = "trial"
      // The last one is of no use any more.
      trial.withLock { $0.take() }?.end()
      work = { [self] in estimate(name, wish, kind: question, for: outbox, isNewest: $0) }
    case .offers(let wish):
      kind = "offers \(wish.keep?.rawValue ?? "")"
      work = { [self] in try showOffers(wish, to: outbox, isNewest: $0) }
    default: return false
    }
    try background.run("\(ObjectIdentifier(outbox)) \(kind)") { [self] isNewest in
      guard !outbox.isGone else { return }
      do { try work(isNewest) } catch {
        refuse(error, to: outbox)
        tellStatus()
      }
    }
    outbox.hear()
    if case .set(let settings, _) = request {
      let known = look.snapshot.settings.files
      outbox.put(
        answer: BrowserMessage.encode(
          BrowserMessage.Reading(settings.files.filter { !known.contains($0) })))
      tellStatus()
    }
    return true
  }

  func change(
    gesture: String? = nil, _ body: (SplashSettings) throws -> SplashSettings
  ) throws {
    try look.change(gesture: gesture) { settings in
      let fresh = try body(settings)
      try checkAlpha(of: fresh)
      return fresh
    }
  }

  /// An output that has begun cannot add alpha.
  func checkAlpha(of settings: SplashSettings) throws {
    if !request.outputs.isEmpty, settings.isTransparent, !request.settings.isTransparent {
      throw SplashError(
        .usage, "transparent: the outputs have begun without alpha",
        remedy: "begin with \(option: "rest") transparent")
    }
  }

  /// Replaces all settings and keyframes by those that a browser loaded.
  func replaceLook(json: Data) throws {
    try load(LookTimeline(document: json))
  }

  private func perform(_ request: BrowserRequest, for outbox: Outbox) throws {
    switch request {
    case .set(let settings, let gesture): try change(gesture: gesture) { _ in settings }
    case .timeline(let json, let gesture):
      try checkKeys()
      try look.change(gesture: gesture, keys: json)
    case .sample(let spot, let picture, let use, let hue):
      try sample(spot, picture: picture, use: use, of: hue, for: outbox)
    case .name(let spot, let picture, let key, let window):
      outbox.hear()
      return try name(spot, picture: picture, as: key, window: window, for: outbox)
    case .look(let region):
      outbox.hear()
      outbox.look(at: region)
      return player.refresh()
    case .strip(let part):
      outbox.hear()
      outbox.strip(at: part)
      return player.refresh()
    case .probe, .thumbnails, .edges, .shelf, .tryFile, .preset, .offers, .trial:
      preconditionFailure("these are done in the background")
    case .card(let spot):
      try change { settings in
        var settings = settings
        settings.whiteBalance = .card(.init(spot))
        return settings
      }
    case .view(let view): look.show(view)
    case .play(let rate): try player.play(rate: rate)
    case .pause: try player.pause()
    case .seek(let time): try player.seek(to: time)
    case .step(let pictures): try player.step(pictures)
    case .undo: look.undo()
    case .redo: look.redo()
    case .export(let name, let wish):
      outbox.hear()
      return try export(to: name, as: wish)
    case .cancelExport:
      outbox.hear()
      exporter?.stop()
      return
    case .watch(let isWatching):
      outbox.watch(isWatching)
      attend()
    case .shown:
      outbox.confirmPicture()
      if audience.takeMiss() { player.refresh() }
      return
    }
    tellChange(hearing: outbox)
  }

  /// Tells the player whether any browser watches, after a change.
  func attend() { attention.withLock { _ in player.watch(audience.isWatched) } }

  var turn: Turn { player.media.picture.turn }

  private func sample(
    _ spot: Spot, picture: UInt32, use: BrowserRequest.SampleUse, of hue: BrowserRequest.HueChoice,
    for outbox: Outbox
  ) throws {
    let (sample, entry) = try colors(of: spot, picture: picture)
    let light = light(of: entry)
    try change { settings in
      var settings = settings.applying(sample.pickedRange(for: settings), use, to: hue)
      if let light { settings.whiteBalance = .like(light) }
      return settings
    }
    outbox.put(
      answer: BrowserMessage.encode(
        BrowserMessage.Sampled(
          text: sample.text, color: sample.color.hex,
          turned: sample.isTurnedFar ? sample.turned : nil)))
  }

  /// The present white balance gains; neutral as soon as it was switched off, before the next
  /// frame.
  var gains: Gains { look.snapshot.settings.whiteBalance == .off ? Gains() : readings.last.gains }
}

extension WhiteBalanceMode.Region {
  /// A part of a frame, moved inside of it and at least a hundredth wide and high, rounded to the
  /// flag's thousandths.
  fileprivate init(_ spot: Spot) {
    func side(_ start: Double, _ length: Double) -> (Double, Double) {
      let start = (min(max(start, 0), 0.99) * 1000).rounded(.down) / 1000
      let length = min(max(length, 0.01), 1 - start)
      return (start, (length * 1000 + 1e-6).rounded(.down) / 1000)
    }
    let (x, width) = side(spot.x, spot.width)
    let (y, height) = side(spot.y, spot.height)
    self.init(x: x, y: y, width: width, height: height)
  }
}

/// A page's request on named looks.
struct PresetOrder: Decodable {
  enum Verb: String, Decodable {
    case list, use, save, remove
  }

  var what: Verb
  var name: String?
  /// Whether an existing look of that name may be replaced.
  var overwrite: Bool?
}

extension Tuner {
  /// Maximum number of the user's own looks that a page can add to; the command has no limit.
  private static let presetLimit = 500

  /// Carries the request out and sends the browser the list of looks. Slow.
  ///
  /// - Throws: `SplashError` when it is refused.
  func keep(_ order: PresetOrder, for outbox: Outbox) throws {
    guard let presets = request.presets else {
      throw SplashError(.usage, "presets", cause: "this tuner keeps none")
    }
    func name() throws -> String {
      guard let name = order.name, name.utf8.count <= 256 else {
        throw SplashError(.usage, "message 'preset'", cause: "'name' is missing or too long")
      }
      return name
    }
    switch order.what {
    case .list: break
    case .use:
      let fresh = try presets.look(name())
      try load(fresh)
    case .save:
      let (all, name) = (presets.list(), try name())
      if all.count(where: \.isOwn) >= Self.presetLimit, !all.contains(where: { $0.name == name }) {
        throw SplashError(
          .usage, "presets", cause: "there are \(Self.presetLimit) of your own",
          remedy: "remove one")
      }
      try presets.save(look.snapshot.timeline, name, order.overwrite ?? false)
    case .remove:
      let name = try name()
      guard presets.list().contains(where: { $0.name == name && $0.isOwn }) else {
        throw SplashError(.usage, "preset \(name)", cause: "it is none of your own")
      }
      try presets.remove(name)
    }
    outbox.put(
      answer: BrowserMessage.encode(
        BrowserMessage.Presets(
          did: order.what.rawValue, name: order.name,
          presets: Array(presets.list().prefix(2 * Self.presetLimit)))))
  }

  /// Replaces all settings and keyframes.
  ///
  /// - Throws: `SplashError` when they cannot be used here.
  func load(_ fresh: LookTimeline) throws {
    if !fresh.entries.isEmpty { try checkKeys() }
    for settings in fresh.settings { try checkAlpha(of: settings) }
    try look.replace(by: fresh)
    tellChange()
  }
}

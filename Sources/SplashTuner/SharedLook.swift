internal import SplashCore
internal import SplashFilter
internal import Synchronization

/// What the pictures show in the browsers.
enum View: String, Codable {
  case result
  case source
  case mask
  case sideBySide = "side-by-side"
  /// The source on the left of a line, the result on the right.
  case wipe
  /// How far the result is from the source.
  case difference
  /// The source with the mask laid over it.
  case overlay
  /// What is kept of the source, on black or on white.
  case onBlack = "on-black"
  case onWhite = "on-white"

  init(_ show: SplashSettings.Show) {
    switch show {
    case .result: self = .result
    case .mask: self = .mask
    case .sideBySide: self = .sideBySide
    }
  }

  /// What the filter is to show; the source itself is taken from before it.
  var show: SplashSettings.Show {
    switch self {
    case .result, .source, .sideBySide, .wipe, .difference: .result
    case .mask, .overlay, .onBlack, .onWhite: .mask
    }
  }

  /// The page puts it together of that and of the source.
  var needsSource: Bool {
    switch self {
    case .result, .source, .mask: false
    case .sideBySide, .wipe, .difference, .overlay, .onBlack, .onWhite: true
    }
  }
}

/// The settings that all browsers work on, in time where there are keys, with their past.
final class SharedLook: Sendable {
  struct Snapshot: Sendable {
    /// Those that hold at the present place.
    var settings: SplashSettings
    /// All of them.
    var timeline: LookTimeline
    /// The key whose settings these are; nil for those before the first.
    var key: Int?
    var view: View
    /// Counts up with every change of settings or view.
    var revision: UInt32
    var canUndo: Bool
    var canRedo: Bool
  }

  fileprivate struct State {
    var timeline: LookTimeline
    var view: View
    /// In seconds from the beginning.
    var place = 0.0
    var revision: UInt32 = 0
    var past: [LookTimeline] = []
    var future: [LookTimeline] = []
    var gesture: String?
    var onKey: (@Sendable () -> Void)?

    var key: Int? { timeline.key(at: place) }
  }

  private static let pastLimit = 200
  private let state: Mutex<State>
  private let input: Mutex<(size: (width: Int, height: Int), files: LookFiles)>
  private var size: (width: Int, height: Int) { input.withLock { $0.size } }
  private var files: LookFiles { input.withLock { $0.files } }
  /// What settings have named and somebody has read.
  private let known = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - look: validated. Its `show` becomes the first view, and from then on the view is the
  ///     browsers' matter and `show` stays at its default.
  ///   - size: of the pictures as displayed: places in pixels become shares of it.
  ///   - files: what the looks of all settings name; those of these settings have been read.
  init(
    _ look: LookTimeline, size: (width: Int, height: Int), files: LookFiles
  ) throws {
    input = Mutex((size, files))
    known.withLock { $0 = Set(look.settings.flatMap(\.readings)) }
    let timeline = try look.placed(width: size.width, height: size.height).kept
    state = Mutex(State(timeline: timeline, view: View(look.base.show)))
  }

  var snapshot: Snapshot {
    state.withLock { state in
      Snapshot(
        settings: state.timeline.settings(of: state.key), timeline: state.timeline, key: state.key,
        view: state.view, revision: state.revision, canUndo: !state.past.isEmpty,
        canRedo: !state.future.isEmpty)
    }
  }

  /// Goes on with another input: its size, and what is read for it.
  func fit(_ size: (width: Int, height: Int), _ files: LookFiles) {
    input.withLock { $0 = (size, files) }
  }

  /// Calls a function when another key's settings hold because another place is shown.
  func observe(_ change: @escaping @Sendable () -> Void) { state.withLock { $0.onKey = change } }

  /// The place that is shown now.
  func follow(to place: Double) {
    let change = state.withLock { state in
      let key = state.key
      state.place = place
      return state.key == key ? nil : state.onKey
    }
    change?()
  }

  /// Changes the settings that hold at the present place; what comes out is validated, and nothing
  /// changes when it is refused.
  ///
  /// - Parameter gesture: changes with the same name that follow each other are undone as one, such
  ///   as all those of one drag.
  func change(
    gesture: String? = nil, _ body: (SplashSettings) throws -> SplashSettings
  ) throws {
    try take(gesture) { timeline, key, size in
      let settings = try body(timeline.settings(of: key))
        .placed(width: size.width, height: size.height)
      try settings.validate()
      return try timeline.changing(settings.kept, of: key)
    }
  }

  /// Puts other keys in the place of those there are.
  ///
  /// - Parameter json: a list as `LookTimeline` reads it.
  func change(gesture: String?, keys json: String) throws {
    try take(gesture) { timeline, _, size in
      try LookTimeline(json: json.utf8, base: timeline.base)
        .placed(width: size.width, height: size.height).kept
    }
  }

  /// Puts other settings and keys in the place of all there are; nothing changes when they are
  /// refused.
  func replace(by look: LookTimeline) throws {
    try take(nil) { _, _, size in
      try look.placed(width: size.width, height: size.height).kept
    }
  }

  /// Whether some settings name what nobody has read yet, which may take its time.
  func isUnread(_ settings: [SplashSettings]) -> Bool {
    let known = known.withLock { $0 }
    return settings.contains { !$0.readings.isSubset(of: known) }
  }

  /// Reads what settings name, unless it has been read before: it may be gone meanwhile, which is no
  /// reason to refuse what is new.
  func read(_ settings: [SplashSettings]) throws {
    for settings in settings where isUnread([settings]) {
      try files.read(for: settings)
      known.withLock { $0.formUnion(settings.readings) }
    }
  }

  /// Files are read before the lock is taken; where somebody has changed something meanwhile, what
  /// comes out is made anew of that.
  private func take(
    _ gesture: String?,
    _ make: (LookTimeline, _ key: Int?, _ size: (width: Int, height: Int)) throws -> LookTimeline
  ) throws {
    try attempt("the look") {
      let (timeline, key) = state.withLock { ($0.timeline, $0.key) }
      let fresh = try make(timeline, key, size)
      try read(fresh.settings)
      return state.withLock { state in
        guard state.timeline == timeline, state.key == key else { return false }
        state.take(fresh, gesture, limit: Self.pastLimit)
        return true
      }
    }
  }

  func show(_ view: View) {
    state.withLock { state in
      state.view = view
      state.revision += 1
    }
  }

  func undo() { travel(from: \.past, to: \.future) }
  func redo() { travel(from: \.future, to: \.past) }

  private func travel(
    from source: WritableKeyPath<State, [LookTimeline]>,
    to target: WritableKeyPath<State, [LookTimeline]>
  ) {
    state.withLock { state in
      guard let timeline = state[keyPath: source].popLast() else { return }
      state[keyPath: target].append(state.timeline)
      state.timeline = timeline
      state.gesture = nil
      state.revision += 1
    }
  }
}

extension SharedLook.State {
  fileprivate mutating func take(_ fresh: LookTimeline, _ gesture: String?, limit: Int) {
    guard fresh != timeline else { return }
    if gesture == nil || gesture != self.gesture {
      past.append(timeline)
      // Of timelines with many keys fewer are kept.
      while past.count > limit
        || past.count > 1 && past.reduce(0, { $0 + $1.entries.count }) > 20_000
      { past.removeFirst() }
    }
    self.gesture = gesture
    future = []
    timeline = fresh
    revision += 1
  }
}

extension SplashSettings {
  /// The files and networks that they name.
  fileprivate var readings: Set<String> {
    Set(
      files
        + selections.filter(\.hasNetwork).map { "network \($0.text.prefix { $0.isLetter })" })
  }

  /// With the digits that flags carry, and without the view.
  fileprivate var kept: SplashSettings {
    var settings = rounded
    settings.show = .result
    return settings
  }
}

extension LookTimeline {
  fileprivate var kept: LookTimeline {
    get throws {
      try LookTimeline(
        base: base.kept,
        entries: entries.map {
          Entry(time: $0.time, transition: $0.transition, settings: $0.settings.kept)
        })
    }
  }

  /// Two times that are nearer are the same: seconds.
  private static let instant = 0.001

  /// The last entry that has begun at a time; nil before the first.
  fileprivate func key(at time: Double) -> Int? {
    entries.lastIndex { $0.time <= time + Self.instant }
  }

  fileprivate func settings(of key: Int?) -> SplashSettings {
    key.map { entries[$0].settings } ?? base
  }

  fileprivate func changing(_ settings: SplashSettings, of key: Int?) throws -> LookTimeline {
    guard let key else { return try LookTimeline(base: settings, entries: entries) }
    var entries = entries
    entries[key].settings = settings
    return try LookTimeline(base: base, entries: entries)
  }
}

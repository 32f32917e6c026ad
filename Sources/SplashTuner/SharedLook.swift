internal import Synchronization

/// The views of the frame in the browsers.
enum View: String, Codable {
  case result
  case source
  case mask
  case sideBySide = "side-by-side"
  /// The source to the left of a line, the result to the right.
  case wipe
  /// The difference between result and source.
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

  /// The filter's view; the source itself is taken before the filter.
  var show: SplashSettings.Show {
    switch self {
    case .result, .source, .sideBySide, .wipe, .difference: .result
    case .mask, .overlay, .onBlack, .onWhite: .mask
    }
  }

  /// Whether the page composes the view from the filter's and the source.
  var needsSource: Bool {
    switch self {
    case .result, .source, .mask: false
    case .sideBySide, .wipe, .difference, .overlay, .onBlack, .onWhite: true
    }
  }
}

/// The settings shared by all browsers, with keyframes and undo.
final class SharedLook: Sendable {
  struct Snapshot: Sendable {
    /// The settings at the present time.
    var settings: SplashSettings
    /// All settings.
    var timeline: LookTimeline
    /// Index of the keyframe whose settings these are; nil before the first.
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
    /// Present time in seconds from the beginning.
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
  /// Files and networks of settings that have been read.
  private let known = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - look: validated. Its `show` becomes the first view; from then on browsers set the view and
  ///     `show` stays at its default.
  ///   - size: of the frames as displayed: places in pixels become shares of it.
  ///   - files: opens the files of all settings; those of these settings have been read.
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

  /// Changes to another input: its size, and the files read for it.
  func fit(_ size: (width: Int, height: Int), _ files: LookFiles) {
    input.withLock { $0 = (size, files) }
  }

  /// Sets a function that is called when another keyframe's settings hold at the present time.
  func observe(_ change: @escaping @Sendable () -> Void) { state.withLock { $0.onKey = change } }

  /// Sets the present time.
  func follow(to place: Double) {
    let change = state.withLock { state in
      let key = state.key
      state.place = place
      return state.key == key ? nil : state.onKey
    }
    change?()
  }

  /// Changes the settings at the present time; the result is validated, and nothing changes when it
  /// is refused.
  ///
  /// - Parameter gesture: consecutive changes with the same name are undone together, such as those
  ///   of one drag.
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

  /// Replaces the keyframes.
  ///
  /// - Parameter json: a list as `LookTimeline` reads it.
  func change(gesture: String?, keys json: String) throws {
    try take(gesture) { timeline, _, size in
      try LookTimeline(json: json.utf8, base: timeline.base)
        .placed(width: size.width, height: size.height).kept
    }
  }

  /// Replaces all settings and keyframes; nothing changes when they are refused.
  func replace(by look: LookTimeline) throws {
    try take(nil) { _, _, size in
      try look.placed(width: size.width, height: size.height).kept
    }
  }

  /// Whether settings name a file or network that has not been read yet, which may be slow.
  func isUnread(_ settings: [SplashSettings]) -> Bool {
    let known = known.withLock { $0 }
    return settings.contains { !$0.readings.isSubset(of: known) }
  }

  /// Reads the files and networks of settings, except for those read before: one may be gone
  /// meanwhile, which is no reason to refuse new settings.
  func read(_ settings: [SplashSettings]) throws {
    for settings in settings where isUnread([settings]) {
      try files.read(for: settings)
      known.withLock { $0.formUnion(settings.readings) }
    }
  }

  /// Files are read before the lock is taken; where another thread has changed the settings
  /// meanwhile, the change is applied again to the new ones.
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
      // Fewer undo steps are kept of timelines with many keyframes.
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
  /// The files and networks that the settings name.
  fileprivate var readings: Set<String> {
    Set(
      files
        + selections.filter(\.hasNetwork).map { "AI model \($0.text.prefix { $0.isLetter })" })
  }

  /// Rounded to the digits of flags, and without the view.
  fileprivate var kept: SplashSettings {
    var settings = rounded
    settings.show = .result
    return settings
  }
}

extension LookTimeline {
  fileprivate var kept: LookTimeline {
    get throws { try mapSettings(\.kept) }
  }

  /// Seconds by which equal times may differ.
  private static let instant = 0.001

  /// Index of the last keyframe at or before a time; nil before the first.
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

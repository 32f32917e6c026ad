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

/// The settings that all browsers work on, with their past.
final class SharedLook: Sendable {
  struct Snapshot: Sendable {
    var settings: SplashSettings
    var view: View
    /// Counts up with every change of settings or view.
    var revision: UInt32
    var canUndo: Bool
    var canRedo: Bool
  }

  private struct State {
    var settings: SplashSettings
    var view: View
    var revision: UInt32 = 0
    var past: [SplashSettings] = []
    var future: [SplashSettings] = []
    var gesture: String?
  }

  private static let pastLimit = 200
  private let state: Mutex<State>
  private let files: LookFiles

  /// - Parameters:
  ///   - settings: validated. Their `show` becomes the first view, and from then on the view is
  ///     the browsers' matter and `show` stays at its default.
  ///   - files: what the looks of all settings name.
  init(_ settings: SplashSettings, files: LookFiles) {
    self.files = files
    var settings = settings.rounded
    let view = View(settings.show)
    settings.show = .result
    state = Mutex(State(settings: settings, view: view))
  }

  var snapshot: Snapshot {
    state.withLock { state in
      Snapshot(
        settings: state.settings, view: state.view, revision: state.revision,
        canUndo: !state.past.isEmpty, canRedo: !state.future.isEmpty)
    }
  }

  /// Changes the settings; what comes out is validated, and nothing changes when it is refused.
  ///
  /// - Parameter gesture: changes with the same name that follow each other are undone as one, such
  ///   as all those of one drag.
  func change(
    gesture: String? = nil, _ body: (SplashSettings) throws -> SplashSettings
  ) throws {
    try state.withLock { state in
      var fresh = try body(state.settings)
      try fresh.validate()
      try files.read(for: fresh)
      fresh = fresh.rounded
      fresh.show = .result
      guard fresh != state.settings else { return }
      if gesture == nil || gesture != state.gesture {
        state.past.append(state.settings)
        if state.past.count > Self.pastLimit { state.past.removeFirst() }
      }
      state.gesture = gesture
      state.future = []
      state.settings = fresh
      state.revision += 1
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
    from source: WritableKeyPath<State, [SplashSettings]>,
    to target: WritableKeyPath<State, [SplashSettings]>
  ) {
    state.withLock { state in
      guard let settings = state[keyPath: source].popLast() else { return }
      state[keyPath: target].append(state.settings)
      state.settings = settings
      state.gesture = nil
      state.revision += 1
    }
  }
}

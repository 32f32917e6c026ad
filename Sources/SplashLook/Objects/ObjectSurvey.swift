/// Where objects are in frames before the times at which they are named.
package struct ObjectPast: Sendable {
  private var cells: [Int: [Selection: [ObjectRun]]] = [:]
  /// The cells of each object in the frame in which it is named.
  fileprivate(set) var starts: [Selection: [ObjectRun]] = [:]
  /// What happened to objects that cannot be tracked back to the beginning.
  package fileprivate(set) var news: [ObjectNews] = []

  package init() {}

  /// The cells of each object in a frame.
  ///
  /// - Parameter time: seconds from the beginning of the clip, rounded to microseconds.
  package func cells(at time: Double) -> [Selection: [ObjectRun]] { cells[Self.key(time)] ?? [:] }

  fileprivate mutating func add(_ found: [ObjectRun], of selection: Selection, at time: Double) {
    cells[Self.key(time), default: [:]][selection] = found
  }

  private static func key(_ time: Double) -> Int { Int((time * 1e6).rounded()) }
}

/// Finds objects in frames before the times at which they are named: it first sees the clip up to
/// these times, and then tracks the objects back to the beginning.
package struct ObjectSurvey {
  private let settings: [SplashSettings]
  private let turn: Turn
  private var seen: [(time: Double, parts: MaskParts)] = []

  /// The most frames that it stores, to limit memory.
  package static let limit = 20_000
  /// The time of the last frame added; nil before the first.
  package var lastTime: Double? { seen.last?.time }

  /// - Parameters:
  ///   - settings: all settings of the clip, in order of time.
  ///   - turn: for display.
  package init(_ settings: [SplashSettings], turn: Turn) {
    self.settings = settings
    self.turn = turn
  }

  /// The time of the last frame to add, in seconds from the beginning of the clip; nil if no survey
  /// is needed.
  ///
  /// - Parameter start: the time of the first frame.
  package static func end(for settings: [SplashSettings], from start: Double) -> Double? {
    settings.flatMap(\.selections).compactMap {
      guard case .object(_, let time?) = $0, time > start else { return nil }
      return time
    }.max()
  }

  package mutating func add(_ parts: MaskParts, at time: Double) { seen.append((time, parts)) }

  /// Tracks each object back.
  package func past() -> ObjectPast {
    var past = ObjectPast()
    for case .object(let place, let begin?) in selections {
      let selection = Selection.object(at: place, time: begin)
      guard let (first, start) = start(of: selection, at: place, from: begin) else {
        let time = seen.first { $0.time >= begin }?.time ?? begin
        past.news.append(ObjectNews(selection: selection, time: time, fate: .absent(nil)))
        continue
      }
      past.starts[selection] = cells(of: start, at: first)
      var tracker = start
      for index in stride(from: first - 1, through: 0, by: -1) {
        let (time, parts) = seen[index]
        let isCut = seen[index + 1].parts.isCut
        guard let found = tracker.next(parts, isCut: isCut, margin: margin(parts)) else {
          past.news.append(ObjectNews(selection: selection, time: time, fate: .unknown))
          break
        }
        past.add(found, of: selection, at: time)
      }
    }
    return past
  }

  /// Tracks each object back, and forward to the last frame added; it has no cells where it was
  /// lost.
  package func whole() -> ObjectPast {
    var whole = past()
    for case .object(let place, let begin) in selections {
      let selection = Selection.object(at: place, time: begin)
      let start = start(of: selection, at: place, from: begin ?? -.infinity)
      whole.starts[selection] = start.flatMap { cells(of: $0.tracker, at: $0.first) }
      var tracker = start?.tracker
      for (index, (time, parts)) in seen.enumerated() {
        guard let first = start?.first, index >= first else {
          if whole.cells(at: time)[selection] == nil { whole.add([], of: selection, at: time) }
          continue
        }
        let isCut = index == first ? false : nil
        let found = tracker?.next(parts, isCut: isCut, margin: margin(parts))
        if found == nil { tracker = nil }
        whole.add(found ?? [], of: selection, at: time)
      }
    }
    return whole
  }

  private func start(
    of selection: Selection, at place: Region.Point, from begin: Double
  ) -> (first: Int, tracker: ObjectTracker)? {
    guard let first = seen.firstIndex(where: { $0.time >= begin }) else { return nil }
    let parts = seen[first].parts
    let (x, y) = turn.stored(place.x, place.y)
    return ObjectTracker(parts, x: x * Double(parts.width), y: y * Double(parts.height)).map {
      (first, $0)
    }
  }

  /// The cells of an object in the frame in which it is named; nil if it is lost at once.
  private func cells(of tracker: ObjectTracker, at first: Int) -> [ObjectRun]? {
    var tracker = tracker
    let parts = seen[first].parts
    return tracker.next(parts, isCut: false, margin: 0)
  }

  private var selections: Set<Selection> { Set(settings.flatMap(\.selections)) }

  private func margin(_ parts: MaskParts) -> Int {
    settings.map { $0.objectMargin(halvings: parts.halvings) }.max() ?? 1
  }
}

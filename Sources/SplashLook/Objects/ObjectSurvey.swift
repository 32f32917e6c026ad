/// Where objects are before the times from which they are named: a clip is seen up to there first,
/// and they are followed back to its beginning.
package struct ObjectSurvey {
  private let settings: SplashSettings
  private let turns: Int
  private var seen: [(time: Double, parts: MaskParts)] = []

  /// - Parameter turns: quarter turns counter-clockwise for display.
  package init(_ settings: SplashSettings, turns: Int) {
    self.settings = settings
    self.turns = turns
  }

  /// The time of the picture that is to be seen last, in seconds from the beginning of the clip;
  /// nil where nothing has to be seen.
  ///
  /// - Parameter start: the time of the first picture.
  package static func end(for settings: SplashSettings, from start: Double) -> Double? {
    settings.selections.compactMap {
      guard case .object(_, let time?) = $0, time > start else { return nil }
      return time
    }.max()
  }

  package mutating func add(_ parts: MaskParts, at time: Double) { seen.append((time, parts)) }

  /// The cells of each object at each time before its own, and what became of those that do not go
  /// back to the beginning.
  package func past() -> (cells: [Double: [Selection: [ObjectRun]]], news: [ObjectNews]) {
    var cells: [Double: [Selection: [ObjectRun]]] = [:]
    var news: [ObjectNews] = []
    for case .object(let place, let begin?) in Set(settings.selections) {
      let selection = Selection.object(at: place, time: begin)
      guard let first = seen.firstIndex(where: { $0.time >= begin }) else {
        news.append(ObjectNews(selection: selection, time: begin, fate: .absent(nil)))
        continue
      }
      let parts = seen[first].parts
      let (x, y) = stored(place, turns: turns)
      guard
        var tracker = ObjectTracker(
          parts, x: x * Double(parts.width), y: y * Double(parts.height))
      else {
        news.append(ObjectNews(selection: selection, time: seen[first].time, fate: .absent(nil)))
        continue
      }
      let margin = settings.objectMargin(halvings: parts.halvings)
      for index in stride(from: first - 1, through: 0, by: -1) {
        let (time, parts) = seen[index]
        let isCut = seen[index + 1].parts.isCut
        guard let found = tracker.next(parts, isCut: isCut, margin: margin) else {
          news.append(ObjectNews(selection: selection, time: time, fate: .unknown))
          break
        }
        cells[time, default: [:]][selection] = found
      }
    }
    return (cells, news)
  }
}

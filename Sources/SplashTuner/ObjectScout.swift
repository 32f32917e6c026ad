internal import Dispatch
internal import Foundation
internal import Glibc
internal import SplashCore
internal import SplashFilter
internal import SplashJob

/// Follows objects through a whole clip, beside the player and as the command does: back from where
/// they are named, and on. So they are the same wherever somebody goes.
// What several threads change is guarded by the condition.
final class ObjectScout: @unchecked Sendable {
  /// Opens the clip for a while, at its beginning; it may be given up meanwhile.
  typealias Opening = @Sendable (_ isGivenUp: @escaping @Sendable () -> Bool) throws -> ClipReader

  private let open: Opening
  private let makeSplash: @Sendable (LookTimeline) -> Splash
  private let turn: Turn
  private let onWays: @Sendable (ObjectPast) -> Void
  private let condition = NSCondition()
  /// Tells of ways one after another, while nothing is held.
  private let telling = DispatchQueue(label: "ways")
  private var task = Task()
  private var isWatched = false
  private var hasEnded = false

  private struct Task {
    var number = 0
    /// Nil where there is nothing to follow.
    var masks: LookTimeline?
    /// Of the clip that was seen, 0…1.
    var share = 0.0
    var isDone = false
  }

  /// - Parameters:
  ///   - open: opens the clip.
  ///   - makeSplash: makes a filter for the clip's pictures.
  ///   - turn: for display.
  ///   - onWays: told where objects are in all pictures, and that nobody knows, with nothing in it.
  init(
    turn: Turn, open: @escaping Opening,
    makeSplash: @escaping @Sendable (LookTimeline) -> Splash,
    onWays: @escaping @Sendable (ObjectPast) -> Void
  ) {
    (self.open, self.makeSplash, self.onWays) = (open, makeSplash, onWays)
    self.turn = turn
  }

  /// Whether there are times to go to, and not too many pictures.
  static func canFollow(_ input: any Transport) -> Bool {
    guard input.canSeek, let duration = input.media.duration else { return false }
    return duration * max(1, input.media.frameRate) <= Double(ObjectSurvey.limit)
  }

  /// What is to be followed now; settings and keys that make another mask begin it anew.
  ///
  /// - Parameter isWatched: while nobody looks nothing is read.
  /// - Returns: how much of the clip has been seen, 0…1; nil when all is known.
  func follow(_ timeline: LookTimeline, isWatched: Bool) -> Double? {
    let hasObjects = timeline.settings.flatMap(\.selections).contains(where: \.isObject)
    let masks = hasObjects ? timeline.masks : nil
    return condition.withLock {
      if masks != task.masks {
        task = Task(number: task.number + 1, masks: masks)
        tell(ObjectPast())
      }
      self.isWatched = isWatched
      condition.broadcast()
      return task.masks == nil || task.isDone ? nil : task.share
    }
  }

  private func tell(_ ways: ObjectPast) { telling.async { [onWays] in onWays(ways) } }

  /// Works until the end. A thread of its own.
  func run() {
    // Whoever shows pictures goes first.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    var done = 0
    while let (number, masks) = next(after: done) {
      done = number
      // What cannot be read any more is told by the player.
      guard let survey = try? survey(masks, number) else { continue }
      let ways = survey.whole()
      condition.withLock {
        guard task.number == number else { return }
        task.isDone = true
        tell(ways)
      }
    }
  }

  private func next(after done: Int) -> (number: Int, masks: LookTimeline)? {
    condition.withLock {
      while !hasEnded {
        if task.number != done, let masks = task.masks { return (task.number, masks) }
        condition.wait()
      }
      return nil
    }
  }

  /// - Returns: nil when it is not wanted any more.
  private func survey(_ masks: LookTimeline, _ number: Int) throws -> ObjectSurvey? {
    let reader = try open { [self] in condition.withLock { !isDue(number) } }
    defer { reader.close() }
    let converter = FormatConverter(needsColor: true)
    let (splash, clock) = (makeSplash(masks), StageClock())
    var survey = ObjectSurvey(masks.settings, turn: turn)
    while try reader.upcoming(clock) != nil {
      reader.advance()
      guard let picture = reader.current, isWanted(number, at: picture, of: reader.media) else {
        return nil
      }
      var frame = Frame(sharing: picture.frame)
      try converter.apply(to: &frame, clock)
      _ = splash.add(frame, to: &survey)
    }
    return survey
  }

  private func isWanted(
    _ number: Int, at picture: HeldPicture, of media: MediaDescription
  ) -> Bool {
    condition.withLock {
      while !isWatched, isDue(number) { condition.wait() }
      guard isDue(number) else { return false }
      task.share = media.duration.map { min(1, picture.position / max($0, 0.001)) } ?? 0
      return true
    }
  }

  private func isDue(_ number: Int) -> Bool { !hasEnded && task.number == number }

  /// Ends `run()` soon. Any thread.
  func end() {
    condition.withLock {
      hasEnded = true
      condition.broadcast()
    }
  }
}

extension LookTimeline {
  /// What these settings and keys say of the mask.
  fileprivate var masks: LookTimeline {
    let entries = entries.map {
      Entry(time: $0.time, transition: $0.transition, settings: $0.settings.mask)
    }
    // What is in order stays so, and what was judged is less now.
    return (try? LookTimeline(base: base.mask, entries: entries)) ?? self
  }
}

extension SplashSettings {
  /// What these settings say of the mask.
  fileprivate var mask: SplashSettings {
    var mask = self
    let plain = SplashSettings()
    (mask.rest, mask.kept, mask.show) = (plain.rest, plain.kept, plain.show)
    (mask.fadeIn, mask.fadeOut) = (plain.fadeIn, plain.fadeOut)
    return mask
  }
}

internal import Dispatch
internal import Foundation
internal import Glibc

/// Tracks objects through a whole clip, beside the player and as the command does: back from the
/// frame where they are named, and on. So they are the same wherever the user seeks.
// The condition guards what several threads change.
final class ObjectScout: @unchecked Sendable {
  /// Opens another reader at the beginning of the clip; `isGivenUp` may end it.
  typealias Opening = @Sendable (_ isGivenUp: @escaping @Sendable () -> Bool) throws -> ClipReader

  private let open: Opening
  private let makeSplash: @Sendable (LookTimeline) -> Splash
  private let turn: Turn
  private let onWays: @Sendable (ObjectPast) -> Void
  private let condition = NSCondition()
  /// Reports tracks one after another, without holding a lock.
  private let telling = DispatchQueue(label: "ways")
  private var task = Task()
  private var isWatched = false
  private var hasEnded = false

  private struct Task {
    var number = 0
    /// The settings that are tracked; nil where there is nothing to track.
    var masks: LookTimeline?
    /// Tracked share of the clip, 0…1.
    var share = 0.0
    var isDone = false
  }

  /// - Parameters:
  ///   - open: opens the clip.
  ///   - makeSplash: makes a filter for the clip's frames.
  ///   - turn: for display.
  ///   - onWays: called with the tracks of objects through all frames, or empty when they become
  ///     unknown.
  init(
    turn: Turn, open: @escaping Opening,
    makeSplash: @escaping @Sendable (LookTimeline) -> Splash,
    onWays: @escaping @Sendable (ObjectPast) -> Void
  ) {
    (self.open, self.makeSplash, self.onWays) = (open, makeSplash, onWays)
    self.turn = turn
  }

  /// Whether the input has times to seek to, and not too many frames.
  static func canFollow(_ input: any Transport) -> Bool {
    guard input.canSeek, let duration = input.media.duration else { return false }
    return duration * max(1, input.media.frameRate) <= Double(ObjectSurvey.limit)
  }

  /// Sets what to track; settings and keyframes that change the mask restart it.
  ///
  /// - Parameter isWatched: while no browser watches, nothing is read.
  /// - Returns: the tracked share of the clip, 0…1; nil when tracking is complete.
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

  /// Tracks until the end. To be called on a thread of its own.
  func run() {
    // Playback has priority.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    var done = 0
    while let (number, masks) = next(after: done) {
      done = number
      // The player reports a file that can no longer be read.
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
  /// The parts of these settings and keyframes that decide the mask.
  fileprivate var masks: LookTimeline {
    // A subset of valid settings stays valid.
    (try? mapSettings(\.mask)) ?? self
  }
}

extension SplashSettings {
  /// The parts of these settings that decide the mask.
  fileprivate var mask: SplashSettings {
    var mask = self
    let plain = SplashSettings()
    (mask.rest, mask.kept, mask.show) = (plain.rest, plain.kept, plain.show)
    (mask.fadeIn, mask.fadeOut) = (plain.fadeIn, plain.fadeOut)
    return mask
  }
}

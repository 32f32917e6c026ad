package import SplashCore
package import SplashLook
internal import SplashSubjects
internal import Synchronization

/// Networks look at live pictures while these are held back, the newest there is each time, and each
/// picture that is drawn gets the masks of the nearest one that was looked at.
public final class HeldLook: Sendable {
  private let history: MaskHistory
  private let state: Mutex<State>
  private let pace: Pace
  private let threads: LookThreads
  /// Seconds that a picture is held at most.
  package let limit: Double
  /// Time of the beginning of the clip; nil for the first picture.
  private let origin: Double?

  /// Seconds that pictures may be held.
  package static let limits = 0.0...2.0
  /// Pictures that are drawn without a question after which nothing is wanted any more.
  private static let patience = 8

  private struct State {
    var wanted: Set<Selection>
    var stability: Double
    /// The pictures that came, were asked for last, and are drawn.
    var (offered, asked, released) = (0, 0, 0)
    var clock: LookClock

    init(wanted: Set<Selection>, stability: Double, clock: LookClock) {
      (self.wanted, self.stability, self.clock) = (wanted, stability, clock)
    }
  }

  /// When pictures are due.
  private final class Pace: Sendable {
    /// `interval` is that of the last picture that came.
    let meter: Mutex<(delay: DelayMeter, wanted: Set<Selection>, interval: UInt64)>

    init(limit: UInt64, wanted: Set<Selection>) {
      meter = Mutex((DelayMeter(limit: limit), wanted, 0))
    }
  }

  /// - Parameters:
  ///   - limit: seconds that a picture is held at most, in `limits`.
  ///   - wanted: what the first pictures are asked for.
  ///   - stability: 0…1.
  ///   - origin: time of the beginning of the clip, where that is not the first picture.
  ///   - files: give the networks.
  ///   - turn: for display.
  /// - Throws: `SplashError` of kind failure when there is no thread to be had.
  package init(
    limit: Double, wanted: Set<Selection>, stability: Double, origin: Double?, _ files: LookFiles,
    turn: Turn, _ instructionSet: InstructionSet
  ) throws {
    (self.limit, self.origin) = (limit, origin)
    let wanted = wanted.filter(\.hasNetwork)
    state = Mutex(
      State(wanted: wanted, stability: stability, clock: LookClock(origin: origin)))
    let history = MaskHistory(instructionSet)
    let pace = Pace(limit: UInt64(min(max(limit, 0), Self.limits.upperBound) * 1e9), wanted: wanted)
    (self.history, self.pace) = (history, pace)
    let seeker = SubjectSeeker(SubjectFinder(turn: turn, instructionSet, files, isLive: true))
    threads = try LookThreads(limit: 8) {
      history.follow($0)
    } find: { question in
      guard let found = try seeker.find(question) else { return [] }
      let first = history.take(found.masks, for: question)
      let now = monotonicNanoseconds()
      pace.meter.withLock { meter in
        if meter.wanted != question.wanted { meter.delay.begin() }
        meter.wanted = question.wanted
        meter.delay.add(first.map { now - min($0, now) }, interval: meter.interval)
      }
      return found.news
    }
  }

  /// Whether networks look for something.
  package var isWanting: Bool { state.withLock { !$0.wanted.isEmpty } }

  /// Nanoseconds to hold a picture after its capture.
  package var delay: UInt64 { isWanting ? pace.meter.withLock { $0.delay.delay } : 0 }

  /// Offers a picture in a native format when it comes, and says which one it is.
  ///
  /// - Parameters:
  ///   - captured: in nanoseconds of the monotonic clock.
  ///   - interval: nanoseconds since the picture before.
  package func offer(_ frame: borrowing Frame, captured: UInt64, interval: UInt64) -> Int {
    let time = frame.presentationTime
    let (number, question) = state.withLock { state in
      state.offered += 1
      let place = state.clock.place(of: time)
      if state.released - state.asked > Self.patience { state.wanted = [] }
      return (state.offered, (wanted: state.wanted, place: place, stability: state.stability))
    }
    pace.meter.withLock { $0.interval = interval }
    if !question.wanted.isEmpty {
      threads.put(
        SubjectQuestion(
          frame: Frame(sharing: frame), wanted: question.wanted, number: number,
          time: question.place, stability: question.stability, captured: captured))
    }
    return number
  }

  /// A picture goes on to be drawn.
  package func release(_ number: Int) { state.withLock { $0.released = number } }

  /// The masks of a picture that is drawn, and what those that come are asked for.
  func masks(
    of wanted: Set<Selection>, in number: Int, stability: Double
  ) throws -> [Selection: GuidedMask] {
    state.withLock { state in
      (state.wanted, state.stability, state.asked) = (wanted, stability, number)
    }
    try threads.check()
    return history.masks(of: wanted, in: number)
  }

  /// What became of those that are followed, since somebody asked.
  func takeNews() -> [ObjectNews] { threads.takeNews() }

  /// No picture that came will be drawn.
  package func forget() {
    threads.clear()
    history.clear()
  }
}

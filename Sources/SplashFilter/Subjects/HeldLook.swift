internal import SplashSubjects
internal import Synchronization

/// Holds live frames back while networks run on the newest one, so that each drawn frame gets the
/// masks of the nearest frame on which they ran.
public final class HeldLook: Sendable {
  private let history: MaskHistory
  private let state: Mutex<State>
  private let pace: Pace
  private let threads: LookThreads
  /// The most seconds that a frame is held.
  package let limit: Double
  /// Time of the beginning of the clip; nil for that of the first frame.
  private let origin: Double?

  /// Valid limits, in seconds.
  package static let limits = 0.0...2.0
  /// After this many drawn frames for which no masks were requested, networks stop.
  private static let patience = 8

  private struct State {
    var wanted: Set<Selection>
    var stability: Double
    /// Numbers of the last frame offered, of the last for which masks were requested, and of the
    /// last drawn.
    var (offered, asked, released) = (0, 0, 0)
    var clock: LookClock

    init(wanted: Set<Selection>, stability: Double, clock: LookClock) {
      (self.wanted, self.stability, self.clock) = (wanted, stability, clock)
    }
  }

  /// Measures how long frames are to be held.
  private final class Pace: Sendable {
    /// `interval` is the time between the last two frames, in nanoseconds.
    let meter: Mutex<(delay: DelayMeter, wanted: Set<Selection>, interval: UInt64)>

    init(limit: UInt64, wanted: Set<Selection>) {
      meter = Mutex((DelayMeter(limit: limit), wanted, 0))
    }
  }

  /// - Parameters:
  ///   - limit: the most seconds that a frame is held, in `limits`.
  ///   - wanted: the selections to look for in the first frames.
  ///   - stability: temporal smoothing, 0…1.
  ///   - origin: time of the beginning of the clip, if that is not the first frame.
  ///   - files: open the networks.
  ///   - turn: for display.
  /// - Throws: `SplashError` of kind failure if no thread can be started.
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

  /// Whether networks are looking for a selection.
  package var isWanting: Bool { state.withLock { !$0.wanted.isEmpty } }

  /// Nanoseconds to hold a frame after its capture.
  package var delay: UInt64 { isWanting ? pace.meter.withLock { $0.delay.delay } : 0 }

  /// Takes a new frame in a native format, and returns its number.
  ///
  /// - Parameters:
  ///   - captured: in nanoseconds of the monotonic clock.
  ///   - interval: nanoseconds since the frame before.
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

  /// Called when a frame is passed on to be drawn.
  package func release(_ number: Int) { state.withLock { $0.released = number } }

  /// The masks of the frame that is drawn; `wanted` also sets what networks look for in the next
  /// ones.
  func masks(
    of wanted: Set<Selection>, in number: Int, stability: Double
  ) throws -> [Selection: GuidedMask] {
    state.withLock { state in
      (state.wanted, state.stability, state.asked) = (wanted, stability, number)
    }
    try threads.check()
    return history.masks(of: wanted, in: number)
  }

  /// What happened to tracked selections since the last call.
  func takeNews() -> [ObjectNews] { threads.takeNews() }

  /// Drops all frames so far; none of them will be drawn.
  package func forget() {
    threads.clear()
    history.clear()
  }
}

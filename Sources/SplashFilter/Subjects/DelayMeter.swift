/// Measures how long live frames must be held so that networks have run on a frame before and on
/// one after each.
struct DelayMeter {
  /// Nanoseconds to hold a frame; the limit until enough runs were measured.
  private(set) var delay: UInt64
  private let limit: UInt64
  /// The delays that the last runs of networks needed, in nanoseconds.
  private var needs: [UInt64] = []
  /// Runs since networks were last opened; the first ones are slow.
  private var begun = 0

  /// The number of runs that set the delay, and of the first runs that are ignored.
  private static let (counted, opening) = (12, 2)
  /// Delays are multiples of this many nanoseconds, so that they seldom change and stall the video.
  private static let step: UInt64 = 50_000_000

  /// - Parameter limit: the longest delay, in nanoseconds.
  init(limit: UInt64) { (self.limit, delay) = (limit, limit) }

  /// Called when other subjects are wanted, for which networks may have to be opened.
  mutating func begin() { begun = 0 }

  /// Called after each run of networks.
  ///
  /// - Parameters:
  ///   - need: nanoseconds since the capture of the oldest frame after the previous run; nil if
  ///     unknown.
  ///   - interval: nanoseconds from one frame to the next.
  mutating func add(_ need: UInt64?, interval: UInt64) {
    begun += 1
    guard begun > Self.opening, let need else { return }
    needs = needs.suffix(Self.counted - 1) + [need]
    // A tenth and a frame more, since the time of a run varies.
    let wanted = needs.max()! / 10 * 11 + interval
    let whole = min((wanted + Self.step - 1) / Self.step * Self.step, limit)
    // A delay that is a little too long is better than frames that skip ahead now and then.
    if whole > delay || whole + Self.step < delay { delay = whole }
  }
}

/// Tells how long pictures have to be held so that networks have looked at one before each and at one
/// behind it.
struct DelayMeter {
  /// Nanoseconds to hold a picture: the limit as long as nobody knows.
  private(set) var delay: UInt64
  private let limit: UInt64
  /// What late looks would have needed, in nanoseconds.
  private var needs: [UInt64] = []
  /// How many looks were in the way of the first ones, which opened networks.
  private var begun = 0

  /// Looks that a delay goes by, and those at the beginning that it does not.
  private static let (counted, opening) = (12, 2)
  /// Delays are whole numbers of so many nanoseconds, so that pictures seldom stop for a new one.
  private static let step: UInt64 = 50_000_000

  /// - Parameter limit: nanoseconds.
  init(limit: UInt64) { (self.limit, delay) = (limit, limit) }

  /// Something else is looked for, and networks may have to be opened.
  mutating func begin() { begun = 0 }

  /// A look is over.
  ///
  /// - Parameters:
  ///   - need: nanoseconds since the oldest picture behind the look before was captured; nil where
  ///     nobody knows.
  ///   - interval: nanoseconds from one picture to the next.
  mutating func add(_ need: UInt64?, interval: UInt64) {
    begun += 1
    guard begun > Self.opening, let need else { return }
    needs = needs.suffix(Self.counted - 1) + [need]
    // A tenth and a picture more, since no look takes just as long as another.
    let wanted = needs.max()! / 10 * 11 + interval
    let whole = min((wanted + Self.step - 1) / Self.step * Self.step, limit)
    // A little too long is better than pictures that hurry now and then.
    if whole > delay || whole + Self.step < delay { delay = whole }
  }
}

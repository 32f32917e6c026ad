internal import Synchronization

/// The last source frames, so that a click samples the frame that was on the screen and not a later
/// one.
final class PictureHistory: Sendable {
  /// A source frame with its number and settings in the browsers.
  final class Entry: Sendable {
    let source: HeldPicture
    /// The frame that browsers see, where that is not the filter's result.
    let shown: Frame?
    /// Counts up from 1.
    let number: UInt32
    /// Revision of the settings that its result was made with.
    let revision: UInt32
    let view: View
    /// Whether it is a copy in memory of its own.
    fileprivate let isCopy: Bool

    /// The source frame before the filter.
    var frame: Frame { _read { yield source.frame } }

    init(
      _ frame: consuming Frame, shown: consuming Frame?, number: UInt32, revision: UInt32,
      view: View, isCopy: Bool = false
    ) {
      source = HeldPicture(frame)
      self.shown = shown
      self.number = number
      self.revision = revision
      self.view = view
      self.isCopy = isCopy
    }

    fileprivate var copy: Entry {
      if isCopy { return self }
      let other: Frame? = shown == nil ? nil : Frame(copying: shown!)
      return Entry(
        Frame(copying: frame), shown: other, number: number, revision: revision, view: view,
        isCopy: true)
    }
  }

  /// Number of frames that browsers may be showing: a click may refer to the older one.
  private static let onScreen = 2

  private let limit: Int
  private let entries = Mutex<[Entry]>([])
  private let leads = Mutex<(pictures: [HeldPicture], target: Double?)>(([], nil))
  private let count: Atomic<UInt32>

  /// - Parameters:
  ///   - limit: maximum number of kept frames; at least 1. A camera's frames occupy the few buffers
  ///     of its driver, so it should be 1 there.
  ///   - number: the first frame gets the next number.
  init(limit: Int, after number: UInt32) {
    self.limit = limit
    count = Atomic(number)
  }

  /// Number of the last frame.
  var lastNumber: UInt32 { count.load(ordering: .relaxed) }

  func append(
    _ frame: consuming Frame, shown: consuming Frame?, revision: UInt32, view: View
  ) {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    let entry = Entry(frame, shown: shown, number: number, revision: revision, view: view)
    // Dropped frames are freed outside of the lock.
    let (dropped, isFull) = entries.withLock { entries -> (Entry?, Bool) in
      // The same frame given again replaces its own entry, not another.
      let isSame = entries.last.map { $0.source.position == entry.source.position } ?? false
      let last = isSame ? entries.popLast() : nil
      entries.append(entry)
      return (last ?? (entries.count > limit ? entries.removeFirst() : nil), entries.count == limit)
    }
    _ = dropped
    // The frames played since the seek fill the history.
    if isFull { leads.withLock { if $0.target == nil { $0.pictures = [] } } }
  }

  /// Sets the frames before the target of a seek. Earlier frames are useless there, except for a
  /// click that has just been made.
  func lead(_ pictures: [HeldPicture], to place: Double?) {
    leads.withLock { $0 = (pictures, place) }
    let recent = entries.withLock { Array($0.suffix(Self.onScreen)) }
    // A single frame of a closed decoder would keep the memory of all its frames.
    let kept = place == nil ? recent : recent.map(\.copy)
    let dropped = entries.withLock { entries in
      defer {
        entries = kept + entries.filter { $0.number > recent.last?.number ?? 0 }
      }
      return entries
    }
    _ = dropped
  }

  /// Whether a time is the target of the last seek; true once.
  func takeJump(to place: Double) -> Bool {
    leads.withLock { leads in
      guard leads.target == place else { return false }
      leads.target = nil
      return true
    }
  }

  /// The known frames before a time, in order.
  ///
  /// - Parameter gap: maximum distance in seconds.
  func before(_ position: Double, within gap: Double) -> [HeldPicture] {
    let known = entries.withLock { $0.map(\.source) } + leads.withLock { $0.pictures }
    var found: [HeldPicture] = []
    for picture in known.sorted(by: { $0.position < $1.position })
    where position - gap..<position - 0.001 ~= picture.position
      && picture.position > (found.last?.position ?? -.infinity) + 0.001
    {
      found.append(picture)
    }
    return found.suffix(limit)
  }

  var newest: Entry? { entries.withLock { $0.last } }

  /// The frame with a number, or the newest where that one is gone.
  func entry(_ number: UInt32) -> Entry? {
    entries.withLock { entries in entries.last { $0.number == number } ?? entries.last }
  }

  /// The entry of a frame that comes out of the filter.
  func entry(of frame: borrowing Frame) -> Entry? {
    let number = frame.number
    return entries.withLock { entries in entries.last { $0.frame.number == number } }
  }
}

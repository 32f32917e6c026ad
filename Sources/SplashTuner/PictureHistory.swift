internal import SplashCore
internal import SplashFilter
internal import Synchronization

/// The last source pictures, so that a click samples the picture that was on the screen and not one
/// that came since.
final class PictureHistory: Sendable {
  /// A source picture and how the browsers know it.
  final class Entry: Sendable {
    let source: HeldPicture
    /// What the browsers see of it, where that is not what the filter made of it.
    let shown: Frame?
    /// Counts up from 1.
    let number: UInt32
    /// Settings that its result was made with.
    let revision: UInt32
    let view: View
    /// It lies in memory of its own.
    fileprivate let isCopy: Bool

    /// The source's picture as it came into the filter.
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

  /// Browsers are shown so many pictures at a time, and somebody may have clicked the first.
  private static let onScreen = 2

  private let limit: Int
  private let entries = Mutex<[Entry]>([])
  private let leads = Mutex<(pictures: [HeldPicture], target: Double?)>(([], nil))
  private let count: Atomic<UInt32>

  /// - Parameters:
  ///   - limit: how many pictures to keep; at least 1. A camera's pictures lie in the few buffers
  ///     that its driver fills, so that it should be 1 there.
  ///   - number: after which those of its pictures come.
  init(limit: Int, after number: UInt32) {
    self.limit = limit
    count = Atomic(number)
  }

  /// Of the last picture there was.
  var lastNumber: UInt32 { count.load(ordering: .relaxed) }

  func append(
    _ frame: consuming Frame, shown: consuming Frame?, revision: UInt32, view: View
  ) {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    let entry = Entry(frame, shown: shown, number: number, revision: revision, view: view)
    // What has to go is freed outside of the lock.
    let (dropped, isFull) = entries.withLock { entries -> (Entry?, Bool) in
      // The same picture again takes its own place, not that of another.
      let isSame = entries.last.map { $0.source.position == entry.source.position } ?? false
      let last = isSame ? entries.popLast() : nil
      entries.append(entry)
      return (last ?? (entries.count > limit ? entries.removeFirst() : nil), entries.count == limit)
    }
    _ = dropped
    // What was played since is as much as is kept.
    if isFull { leads.withLock { if $0.target == nil { $0.pictures = [] } } }
  }

  /// Says which pictures lie before a place that is gone to. Those that were shown before are of no
  /// use there, but to whoever has just clicked one.
  func lead(_ pictures: [HeldPicture], to place: Double?) {
    leads.withLock { $0 = (pictures, place) }
    let recent = entries.withLock { Array($0.suffix(Self.onScreen)) }
    // One picture of a decoder that is gone would keep the memory of all of them.
    let kept = place == nil ? recent : recent.map(\.copy)
    let dropped = entries.withLock { entries in
      defer {
        entries = kept + entries.filter { $0.number > recent.last?.number ?? 0 }
      }
      return entries
    }
    _ = dropped
  }

  /// Whether a place is the one that was gone to; true once.
  func takeJump(to place: Double) -> Bool {
    leads.withLock { leads in
      guard leads.target == place else { return false }
      leads.target = nil
      return true
    }
  }

  /// What is known of the pictures that lie before a place, in order.
  ///
  /// - Parameter gap: how far before at most, in seconds.
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

  /// The picture of a number, or the newest where that one is gone.
  func entry(_ number: UInt32) -> Entry? {
    entries.withLock { entries in entries.last { $0.number == number } ?? entries.last }
  }

  /// What is known of a picture that comes out of the filter.
  func entry(of frame: borrowing Frame) -> Entry? {
    let number = frame.number
    return entries.withLock { entries in entries.last { $0.frame.number == number } }
  }
}

/// The mask sources of a video, shared by all filters on it, so that a network finds each subject
/// only once per frame. For one thread at a time.
final class PictureMasks {
  /// One for each kind of mask.
  private(set) var sources: [any MaskSource]
  private let make: () -> [any MaskSource]
  private var (looks, done) = (0, 0)

  /// - Parameter make: makes the sources, one for each kind of mask.
  init(_ make: @escaping () -> [any MaskSource]) {
    self.make = make
    sources = make()
  }

  /// Registers one more filter that uses the masks.
  func join() { looks += 1 }

  /// Called when a filter is done with a frame; once all filters are, the memory of the sources is
  /// freed.
  func forget() {
    done += 1
    guard done == looks else { return }
    (sources, done) = (make(), 0)
  }
}

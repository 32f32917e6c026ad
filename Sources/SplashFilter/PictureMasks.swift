/// The masks that come with the pictures of a video, for all looks of it: what a network finds in a
/// picture is found once. For one thread at a time.
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

  /// There is one look more.
  func join() { looks += 1 }

  /// A look needs none any more, and their memory is given back when no look does.
  func forget() {
    done += 1
    guard done == looks else { return }
    (sources, done) = (make(), 0)
  }
}

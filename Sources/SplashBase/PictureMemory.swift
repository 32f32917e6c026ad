/// Which other frames affect the result of one frame: those of some seconds or some number before
/// it, and a number after it.
package struct PictureMemory: Equatable, Sendable {
  /// Seconds before the frame; infinity for all frames back to the first.
  package var seconds: Double
  package var pictures: Int
  /// The number of frames after it.
  package var coming: Int

  package init(seconds: Double = 0, pictures: Int = 0, coming: Int = 0) {
    (self.seconds, self.pictures, self.coming) = (seconds, pictures, coming)
  }

  /// The memory that covers both.
  package func union(_ other: PictureMemory) -> PictureMemory {
    PictureMemory(
      seconds: max(seconds, other.seconds), pictures: max(pictures, other.pictures),
      coming: max(coming, other.coming))
  }
}

/// Which pictures count for the result of another one: those before it for so long and so many, and
/// so many after it.
package struct PictureMemory: Equatable, Sendable {
  /// Seconds; infinity back to the first picture.
  package var seconds: Double
  package var pictures: Int
  /// Pictures after it.
  package var coming: Int

  package init(seconds: Double = 0, pictures: Int = 0, coming: Int = 0) {
    (self.seconds, self.pictures, self.coming) = (seconds, pictures, coming)
  }

  /// What covers both.
  package func union(_ other: PictureMemory) -> PictureMemory {
    PictureMemory(
      seconds: max(seconds, other.seconds), pictures: max(pictures, other.pictures),
      coming: max(coming, other.coming))
  }
}

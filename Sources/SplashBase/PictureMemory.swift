/// How far back pictures count for the result of a later one: that long, and that many.
package struct PictureMemory: Equatable, Sendable {
  /// Seconds; infinity back to the first picture.
  package var seconds: Double
  package var pictures: Int

  package init(seconds: Double = 0, pictures: Int = 0) {
    (self.seconds, self.pictures) = (seconds, pictures)
  }

  /// What covers both.
  package func union(_ other: PictureMemory) -> PictureMemory {
    PictureMemory(
      seconds: max(seconds, other.seconds), pictures: max(pictures, other.pictures))
  }
}

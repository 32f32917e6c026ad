internal import SplashCore

extension MediaDescription {
  /// Leaves the pictures of a part. What else the film has is joined from the film itself.
  mutating func reduce(to place: FilmPlace) {
    self.place = place
    copiedStreams = []
    chapters = []
    metadata = []
    frameCount = nil
  }
}

extension PictureMemory {
  /// Seconds to read before a part: what is remembered, first of the light, since a mask that is
  /// steadied is right only so long after the balance is; and a second at least, since in some
  /// streams a key frame is whole only after some pictures.
  ///
  /// - Parameter rate: pictures a second; 0 when unknown, for which 25 is taken.
  func prelude(at rate: Double) -> Double {
    max(1, seconds + Double(pictures) / (rate > 0 ? rate : 25))
  }
}

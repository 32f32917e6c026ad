/// A part that begins and ends at the same keyframe: it has no frames, and none is missing.
public struct EmptyPart: Error, Sendable, CustomStringConvertible {
  let film: String
  let part: FilmPart

  public var description: String {
    "\(film): part \(part) holds no frame, since it lies between two key frames; "
      + "the other parts hold all of them"
  }
}

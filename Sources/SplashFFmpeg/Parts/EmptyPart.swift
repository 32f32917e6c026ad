internal import SplashCore

/// A part between two key frames that are one: there is nothing to do, and nothing is missing.
public struct EmptyPart: Error, Sendable, CustomStringConvertible {
  let film: String
  let part: FilmPart

  public var description: String {
    "\(film): part \(part) holds no picture, since it lies between two key frames; "
      + "the other parts hold all of them"
  }
}

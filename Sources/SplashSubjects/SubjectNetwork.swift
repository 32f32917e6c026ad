package import SplashBase
internal import SplashLook

/// Finds subjects in the pictures of a video: in the whole picture first, then again in the box of
/// what was found, where a small subject is large.
///
/// People who are small or in motion are often missed in the whole picture and found in their box.
package struct SubjectNetwork {
  private let whole: Network
  private let close: Network?
  /// What was found in the last picture.
  private var last: NetworkMask?

  /// A box that fills more of the picture shows nothing that the picture does not.
  private static let largestBox = 0.7

  /// - Parameters:
  ///   - whole: looks at the picture.
  ///   - close: looks at the box, which is square or nearly so; nil for none.
  package init(whole: Network, close: Network?) {
    (self.whole, self.close) = (whole, close)
  }

  /// - Parameter turns: quarter turns counter-clockwise for display.
  /// - Throws: `SplashError` of kind failure where a network fails.
  package mutating func find(
    in picture: borrowing PlaneView, turns: Int
  ) throws(SplashError) -> NetworkMask {
    let first = try whole.mask(of: picture, turns: turns)
    guard let close else { return first }
    let isUpright = turns % 2 == 0
    let aspect =
      Double(isUpright ? picture.width : picture.height)
      / Double(isUpright ? picture.height : picture.width)
    var found = first
    // The box of what is found first may hold only half of a person.
    for _ in 0..<(last == nil ? 2 : 1) {
      guard let part = found.box(with: last)?.squared(aspect: aspect) else {
        last = nil
        return found
      }
      if part.width * part.height < Self.largestBox {
        found = first.replacing(part, by: try close.mask(of: picture, in: part, turns: turns))
      }
      last = found
    }
    return found
  }
}

extension Spot {
  /// The square around the middle that holds all of it, as far as it is inside of the picture.
  ///
  /// - Parameter aspect: width of the picture over its height.
  fileprivate func squared(aspect: Double) -> Spot {
    let side = max(width * aspect, height)
    let (middleX, middleY) = (x + width / 2, y + height / 2)
    return Spot(
      x: middleX - side / aspect / 2, y: middleY - side / 2, width: side / aspect, height: side
    ).clipped
  }
}

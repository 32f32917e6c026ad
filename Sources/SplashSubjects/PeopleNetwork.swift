internal import SplashBase
internal import SplashLook

/// Finds people in the pictures of a video: in the whole picture first, then again in the box of
/// what was found, where a small person is large.
///
/// People who are small or in motion are often missed in the whole picture and found in their box.
struct PeopleNetwork {
  private let whole, close: Network
  /// What was found in the last picture.
  private var last: NetworkMask?

  /// - Parameters:
  ///   - whole: looks at the picture.
  ///   - close: looks at the box, which is square or nearly so.
  init(whole: Network, close: Network) {
    self.whole = whole
    self.close = close
  }

  /// - Parameter turns: quarter turns counter-clockwise for display.
  /// - Throws: `SplashError` of kind failure where a network fails.
  mutating func find(
    in picture: borrowing PlaneView, turns: Int
  ) throws(SplashError) -> NetworkMask {
    let first = try whole.mask(of: picture, turns: turns)
    let aspect = picture.aspect(turns: turns)
    var found = first
    // The box of what is found first may hold only half of a person.
    for _ in 0..<(last == nil ? 2 : 1) {
      guard let part = found.box(with: last)?.squared(aspect: aspect) else {
        last = nil
        return found
      }
      if part.isWorthALook {
        found = first.replacing(part, by: try close.mask(of: picture, in: part, turns: turns))
      }
      last = found
    }
    return found
  }

  /// The next picture is the first.
  mutating func forget() { last = nil }
}

extension PlaneView {
  /// Width over height as displayed.
  func aspect(turns: Int) -> Double {
    turns % 2 == 0 ? Double(width) / Double(height) : Double(height) / Double(width)
  }
}

extension Spot {
  /// The square around the middle that holds all of it, as far as it is inside of the picture.
  ///
  /// - Parameter aspect: width of the picture over its height.
  func squared(aspect: Double) -> Spot {
    let side = max(width * aspect, height)
    let (middleX, middleY) = (x + width / 2, y + height / 2)
    return Spot(
      x: middleX - side / aspect / 2, y: middleY - side / 2, width: side / aspect, height: side
    ).clipped
  }

  /// One that fills more of the picture shows nothing that the picture does not.
  var isWorthALook: Bool { width * height < 0.7 }
}

internal import Glibc

/// A face as an ellipse from the hairline to the chin. The unit of length is the height of the
/// frame as displayed.
package struct Face: Equatable, Sendable {
  /// Its center.
  package var x, y: Double
  /// Half of its width and of its length.
  package var across, along: Double
  /// Its rotation clockwise, in radians; 0 for upright.
  package var angle: Double
  /// How certain the network is, 0…1.
  package var score: Float

  package init(
    x: Double, y: Double, across: Double, along: Double, angle: Double = 0, score: Float = 1
  ) {
    (self.x, self.y, self.across, self.along) = (x, y, across, along)
    (self.angle, self.score) = (angle, score)
  }
}

extension [Face] {
  /// The most samples in a mask of faces.
  private static var mostSamples: Double { 131_072 }

  /// The mask of all faces: 1 inside and 0 outside, with an edge one sample wide.
  ///
  /// - Parameter aspect: width of the frame over its height, as displayed.
  package func mask(aspect: Double) -> NetworkMask {
    let height = Swift.max(1, Int((Self.mostSamples / aspect).squareRoot()))
    let width = Swift.max(1, Int(Double(height) * aspect))
    var values = [Float](repeating: 0, count: width * height)
    let unit = Double(height)
    for face in self {
      let (cosine, sine) = (cos(face.angle), sin(face.angle))
      let reach = Swift.max(face.across, face.along) + 1 / unit
      func range(_ middle: Double, _ count: Int) -> Range<Int> {
        let first = Swift.max(0, Swift.min(((middle - reach) * unit).rounded(.down), Double(count)))
        let end = Swift.max(0, Swift.min(((middle + reach) * unit).rounded(.up), Double(count)))
        return Int(first)..<Swift.max(Int(first), Int(end))
      }
      for row in range(face.y, height) {
        let down = (Double(row) + 0.5) / unit - face.y
        for column in range(face.x, width) {
          let right = (Double(column) + 0.5) / unit - face.x
          let distance = hypot(
            (cosine * right + sine * down) / face.across,
            (cosine * down - sine * right) / face.along)
          let inside = (1 - distance) * Swift.min(face.across, face.along) * unit + 0.5
          let index = row * width + column
          values[index] = Swift.max(values[index], Float(Swift.min(Swift.max(inside, 0), 1)))
        }
      }
    }
    return NetworkMask(width: width, height: height, values: values)
  }
}

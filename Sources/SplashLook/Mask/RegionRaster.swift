internal import CSplashKernels
internal import SplashBase

/// Draws regions into planes at chroma resolution: what a sample is worth is its distance from the
/// edge over the feather, which is one sample wide at least.
struct RegionRaster: Equatable {
  /// Of the planes, in samples as stored.
  let width, height: Int
  private let turn: Turn
  /// Of the picture as displayed; distances are measured in shares of the height.
  private let aspect: Double
  /// A sample's size as displayed, in shares of the height.
  private let sample: Double

  /// - Parameter turn: for display.
  init(of picture: borrowing PlaneView, turn: Turn) {
    (width, height) = (picture.chromaWidth, picture.chromaHeight)
    self.turn = turn
    let (shown, samples) = (
      turn.turned(Double(picture.width), Double(picture.height)),
      turn.turned(Double(width), Double(height))
    )
    aspect = shown.width / shown.height
    sample = max(1 / samples.height, aspect / samples.width)
  }

  /// Raises samples to what they are worth in each of the regions.
  func add(_ regions: [Region], to plane: MaskPlane) {
    for region in regions { add(region, to: plane) }
  }

  private func add(_ region: Region, to plane: MaskPlane) {
    let fade = max(region.feather, sample)
    let outline = Outline(region.shape, aspect: aspect)
    for row in 0..<height {
      let line = plane.plane.data + row * plane.plane.stride
      for column in 0..<width {
        let (x, y) = turn.displayed(
          (Double(column) + 0.5) / Double(width), (Double(row) + 0.5) / Double(height))
        let worth = 0.5 - outline.distance(x * aspect, y) / fade
        line[column] = max(line[column], UInt8((min(max(worth, 0), 1) * 255).rounded()))
      }
    }
  }
}

/// A shape in units of the picture's height, which knows how far places are from its edge.
private struct Outline {
  private let shape: Region.Shape

  /// - Parameter aspect: width of the picture over its height.
  init(_ shape: Region.Shape, aspect: Double) {
    self.shape =
      switch shape {
      case .box(let x, let y, let width, let height):
        .box(x: x * aspect, y: y, width: width * aspect, height: height)
      case .ellipse(let x, let y, let radiusX, let radiusY):
        .ellipse(x: x * aspect, y: y, radiusX: radiusX * aspect, radiusY: radiusY)
      case .polygon(let corners): .polygon(corners.map { .init(x: $0.x * aspect, y: $0.y) })
      }
  }

  /// Distance from the edge, negative inside. Exact for boxes and polygons; of an ellipse its
  /// first-order estimate, the implicit function over the length of its gradient (Taubin,
  /// "Estimation of planar curves, surfaces, and nonplanar space curves", 1991).
  func distance(_ x: Double, _ y: Double) -> Double {
    switch shape {
    case .box(let left, let top, let width, let height):
      let outX = max(left - x, x - left - width), outY = max(top - y, y - top - height)
      if outX > 0, outY > 0 { return (outX * outX + outY * outY).squareRoot() }
      return max(outX, outY)
    case .ellipse(let centerX, let centerY, let radiusX, let radiusY):
      let (u, v) = ((x - centerX) / radiusX, (y - centerY) / radiusY)
      let value = (u * u + v * v).squareRoot()
      let (du, dv) = (u / radiusX, v / radiusY)
      let slope = (du * du + dv * dv).squareRoot()
      return slope > 0 ? value * (value - 1) / slope : -min(radiusX, radiusY)
    case .polygon(let corners): return distance(x, y, to: corners)
    }
  }

  private func distance(_ x: Double, _ y: Double, to corners: [Region.Point]) -> Double {
    var nearest = Double.infinity
    var isInside = false
    var from = corners[corners.count - 1]
    for to in corners {
      let (alongX, alongY) = (to.x - from.x, to.y - from.y)
      let length = alongX * alongX + alongY * alongY
      let share =
        length > 0
        ? min(max(((x - from.x) * alongX + (y - from.y) * alongY) / length, 0), 1) : 0
      let (offX, offY) = (x - from.x - share * alongX, y - from.y - share * alongY)
      nearest = min(nearest, offX * offX + offY * offY)
      if (from.y > y) != (to.y > y), x < from.x + (y - from.y) / alongY * alongX {
        isInside.toggle()
      }
      from = to
    }
    return isInside ? -nearest.squareRoot() : nearest.squareRoot()
  }
}

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
    let outline = Outline(region.shape, aspect: aspect)
    let fade = max(region.feather, sample)
    let all = Block(column: 0, row: 0, size: max(width, height))
    add(outline, fade: fade, in: all, of: plane)
  }

  /// Samples in a square of the plane, as far as they are in the plane.
  private struct Block {
    let column, row, size: Int

    var quarters: [Block] {
      let half = (size + 1) / 2
      return [(0, 0), (half, 0), (0, half), (half, half)].map {
        Block(column: column + $0.0, row: row + $0.1, size: half)
      }
    }
  }

  /// Only near the edge samples are looked at one by one.
  private func add(_ outline: Outline, fade: Double, in block: Block, of plane: MaskPlane) {
    guard block.column < width, block.row < height else { return }
    let columns = block.column..<min(block.column + block.size, width)
    let rows = block.row..<min(block.row + block.size, height)
    let middle = place(
      Double(block.column) + Double(block.size) / 2, Double(block.row) + Double(block.size) / 2)
    // Half of the diagonal, and a little for rounding.
    let reach = Double(block.size) * sample * 0.7072
    switch outline.side(middle.x, middle.y, reach: reach, margin: fade / 2) {
    case .outside: return
    case .inside:
      for row in rows {
        (plane.plane.data + row * plane.plane.stride + columns.lowerBound)
          .update(repeating: 255, count: columns.count)
      }
    case .edge where block.size > 8:
      for quarter in block.quarters { add(outline, fade: fade, in: quarter, of: plane) }
    case .edge:
      for row in rows {
        let line = plane.plane.data + row * plane.plane.stride
        for column in columns {
          let (x, y) = place(Double(column) + 0.5, Double(row) + 0.5)
          let worth = 0.5 - outline.distance(x, y) / fade
          line[column] = max(line[column], UInt8((min(max(worth, 0), 1) * 255).rounded()))
        }
      }
    }
  }

  /// A place in samples as stored, in shares of the height as displayed.
  private func place(_ column: Double, _ row: Double) -> (x: Double, y: Double) {
    let (x, y) = turn.displayed(column / Double(width), row / Double(height))
    return (x * aspect, y)
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

  enum Side { case inside, outside, edge }

  /// On which side all places lie that are within `reach` of one, and farther than `margin` from the
  /// edge by what `distance` gives; `edge` where that cannot be told.
  func side(_ x: Double, _ y: Double, reach: Double, margin: Double) -> Side {
    let nearest: (out: Double, in: Double)
    if case .ellipse(let centerX, let centerY, let radiusX, let radiusY) = shape {
      // The implicit function grows by at most 1 / `least` a unit, which bounds the estimate too.
      let least = min(radiusX, radiusY)
      let (u, v) = ((x - centerX) / radiusX, (y - centerY) / radiusY)
      let value = (u * u + v * v).squareRoot()
      nearest = ((value - 1) * least - reach, (value - 1) * least + reach)
    } else {
      // A distance changes by no more than one goes.
      let distance = distance(x, y)
      nearest = (distance - reach, distance + reach)
    }
    if nearest.out > margin { return .outside }
    return nearest.in < -margin ? .inside : .edge
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

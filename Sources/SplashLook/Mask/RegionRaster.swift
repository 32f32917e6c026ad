internal import CSplashKernels

/// Draws regions into planes at chroma resolution: the value of a sample is its distance from the
/// outer end of the fade, divided by the width of the fade, which is at least one sample.
struct RegionRaster: Equatable {
  /// Size of the planes, in samples as stored.
  let width, height: Int
  private let turn: Turn
  /// Aspect ratio of the displayed frame; distances are in shares of its height.
  private let aspect: Double
  /// Size of a sample as displayed, in shares of the height.
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

  /// Raises samples to their values in each of the regions.
  func add(_ regions: [Region], to plane: MaskPlane) {
    for region in regions { add(region, to: plane) }
  }

  /// Raises samples to their values in a region, or lowers them to 255 minus these.
  func add(_ region: Region, to plane: MaskPlane, lowers: Bool = false) {
    let outline = RegionOutline(region.shape, aspect: aspect, sample: sample)
    var edge = Edge(inner: region.inner, outer: region.outer)
    if let length = outline.gradient { edge = Edge(inner: length / 2, outer: length / 2) }
    if edge.inner + edge.outer < sample { edge = Edge(inner: sample / 2, outer: sample / 2) }
    let all = Block(column: 0, row: 0, size: max(width, height))
    add(outline, edge, in: all, of: plane, lowers)
  }

  /// The width of the fade to either side, in shares of the height.
  private struct Edge {
    let inner, outer: Double
  }

  /// A square of samples, clipped to the plane.
  private struct Block {
    let column, row, size: Int

    var quarters: [Block] {
      let half = (size + 1) / 2
      return [(0, 0), (half, 0), (0, half), (half, half)].map {
        Block(column: column + $0.0, row: row + $0.1, size: half)
      }
    }
  }

  /// Splits blocks, so that only near the edge samples are drawn one by one.
  private func add(
    _ outline: RegionOutline, _ edge: Edge, in block: Block, of plane: MaskPlane, _ lowers: Bool
  ) {
    guard block.column < width, block.row < height else { return }
    let columns = block.column..<min(block.column + block.size, width)
    let rows = block.row..<min(block.row + block.size, height)
    let middle = place(
      Double(block.column) + Double(block.size) / 2, Double(block.row) + Double(block.size) / 2)
    // Half of the diagonal, with a margin for rounding.
    let reach = Double(block.size) * sample * 0.7072
    switch outline.side(middle.x, middle.y, reach: reach, inner: edge.inner, outer: edge.outer) {
    case .outside: return
    case .inside:
      for row in rows {
        (plane.plane.data + row * plane.plane.stride + columns.lowerBound)
          .update(repeating: lowers ? 0 : 255, count: columns.count)
      }
    case .edge where block.size > 8:
      for quarter in block.quarters { add(outline, edge, in: quarter, of: plane, lowers) }
    case .edge:
      let fade = edge.inner + edge.outer
      let middle = edge.outer / fade
      for row in rows {
        let line = plane.plane.data + row * plane.plane.stride
        for column in columns {
          let (x, y) = place(Double(column) + 0.5, Double(row) + 0.5)
          let worth = middle - outline.distance(x, y) / fade
          let code = UInt8((min(max(worth, 0), 1) * 255).rounded())
          line[column] = lowers ? min(line[column], 255 - code) : max(line[column], code)
        }
      }
    }
  }

  /// Converts a place in samples as stored to shares of the height as displayed.
  private func place(_ column: Double, _ row: Double) -> (x: Double, y: Double) {
    let (x, y) = turn.displayed(column / Double(width), row / Double(height))
    return (x * aspect, y)
  }
}

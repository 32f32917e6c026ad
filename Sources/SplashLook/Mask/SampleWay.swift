/// Where the samples of a frame were in an earlier one: the sum of motion from frame to frame.
package struct SampleWay: Sendable {
  package let width, height: Int
  /// Places in the earlier frame, from its upper left corner, in samples, in rows.
  package private(set) var x, y: [Float]

  /// The path that leaves places as they are.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    x = (0..<width * height).map { Float($0 % width) + 0.5 }
    y = (0..<width * height).map { Float($0 / width) + 0.5 }
  }

  /// The path of the next frame's samples: to this frame and on from here.
  ///
  /// - Parameters:
  ///   - right, down: from each sample of the next frame to its place in this one, in samples, in
  ///     rows.
  package func next(_ right: [Float], _ down: [Float]) -> SampleWay {
    precondition(right.count == x.count && down.count == y.count)
    let (width, height) = (width, height)
    var result = self
    x.withUnsafeBufferPointer { oldX in
      y.withUnsafeBufferPointer { oldY in
        result.x.withUnsafeMutableBufferPointer { newX in
          result.y.withUnsafeMutableBufferPointer { newY in
            for row in 0..<height {
              for column in 0..<width {
                let index = row * width + column
                let place = Neighbors(
                  Float(column) + right[index], Float(row) + down[index], width, height)
                newX[index] = place.value(oldX)
                newY[index] = place.value(oldY)
              }
            }
          }
        }
      }
    }
    return result
  }

  /// Values of the earlier frame moved to the later one.
  ///
  /// - Parameter values: in rows, in any size.
  package func moved(_ values: [Float], width: Int, height: Int) -> [Float] {
    precondition(values.count == width * height)
    return values.withUnsafeBufferPointer { values in
      [Float](unsafeUninitializedCapacity: values.count) { result, count in
        forEachPlace(width, height) { result.initializeElement(at: $0, to: $1.value(values)) }
        count = values.count
      }
    }
  }

  /// Calls `body` with the index of each sample of a later frame in another size, and where it was.
  @inline(__always)
  func forEachPlace(_ width: Int, _ height: Int, _ body: (Int, Neighbors) -> Void) {
    let columns = Interpolation(from: self.width, to: width).places
    let rows = Interpolation(from: self.height, to: height).places
    let scale = SIMD2(Float(width) / Float(self.width), Float(height) / Float(self.height))
    withUnsafeTemporaryAllocation(of: SIMD2<Float>.self, capacity: self.width) { line in
      columns.withUnsafeBufferPointer { columns in
        for (row, between) in rows.enumerated() {
          let (upper, lower) = (between.first * self.width, between.second * self.width)
          for column in line.indices {
            let above = SIMD2(x[upper + column], y[upper + column])
            let below = SIMD2(x[lower + column], y[lower + column])
            line.initializeElement(
              at: column, to: scale * (above + between.share * (below - above)) - 0.5)
          }
          for (column, between) in columns.enumerated() {
            let (left, right) = (line[between.first], line[between.second])
            let place = left + between.share * (right - left)
            body(row * width + column, Neighbors(place.x, place.y, width, height))
          }
        }
      }
    }
  }
}

/// The four samples around a place, and their weights.
struct Neighbors {
  private let top, bottom: (left: Int, right: Int)
  private let across, down: Float

  /// - Parameters: the place, with centers of samples at whole numbers; outside counts as the edge.
  @inline(__always) init(_ x: Float, _ y: Float, _ width: Int, _ height: Int) {
    let (column, row) = (min(max(x, 0), Float(width - 1)), min(max(y, 0), Float(height - 1)))
    let (left, upper) = (Int(column), Int(row))
    let (right, lower) = (min(left + 1, width - 1), min(upper + 1, height - 1))
    top = (upper * width + left, upper * width + right)
    bottom = (lower * width + left, lower * width + right)
    (across, down) = (column - Float(left), row - Float(upper))
  }

  /// The bilinear interpolation of values.
  @inline(__always) func value(_ values: UnsafeBufferPointer<Float>) -> Float {
    let upper = values[top.left] * (1 - across) + values[top.right] * across
    let lower = values[bottom.left] * (1 - across) + values[bottom.right] * across
    return upper + down * (lower - upper)
  }
}

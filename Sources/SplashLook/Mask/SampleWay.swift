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

/// Where the samples of a picture were in an earlier one, as motion from picture to picture adds up.
package struct SampleWay: Sendable {
  package let width, height: Int
  /// Places in the earlier picture, from its upper left corner, in samples, in rows.
  package private(set) var x, y: [Float]

  /// The picture is the earlier one.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    x = (0..<width * height).map { Float($0 % width) + 0.5 }
    y = (0..<width * height).map { Float($0 / width) + 0.5 }
  }

  /// The way of the next picture's samples: to this picture and from here on.
  ///
  /// - Parameters:
  ///   - right, down: from each of them to where it lies in this picture, in samples, in rows.
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

/// The samples around a place, and how much each counts.
struct Neighbors {
  private let top, bottom: (left: Int, right: Int)
  private let across, down: Float

  /// - Parameters: place: middles of samples are whole numbers; what is outside counts as the edge.
  @inline(__always) init(_ x: Float, _ y: Float, _ width: Int, _ height: Int) {
    let (column, row) = (min(max(x, 0), Float(width - 1)), min(max(y, 0), Float(height - 1)))
    let (left, upper) = (Int(column), Int(row))
    let (right, lower) = (min(left + 1, width - 1), min(upper + 1, height - 1))
    top = (upper * width + left, upper * width + right)
    bottom = (lower * width + left, lower * width + right)
    (across, down) = (column - Float(left), row - Float(upper))
  }

  /// Along straight lines between the samples.
  @inline(__always) func value(_ values: UnsafeBufferPointer<Float>) -> Float {
    let upper = values[top.left] * (1 - across) + values[top.right] * across
    let lower = values[bottom.left] * (1 - across) + values[bottom.right] * across
    return upper + down * (lower - upper)
  }
}

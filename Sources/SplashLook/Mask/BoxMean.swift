/// The mean over a square around each sample, clipped to the plane.
struct BoxMean {
  let width, height: Int
  /// Samples to each side of the center.
  let reach: Int

  /// - Parameter samples: in rows.
  func callAsFunction(_ samples: [Float]) -> [Float] {
    var along = samples
    var result = samples
    var sums = [Float](repeating: 0, count: width)
    samples.withUnsafeBufferPointer { samples in
      along.withUnsafeMutableBufferPointer { along in
        for y in 0..<height {
          let row = y * width
          var sum: Float = 0
          for x in 0..<min(reach, width) { sum += samples[row + x] }
          for x in 0..<width {
            if x + reach < width { sum += samples[row + x + reach] }
            if x > reach { sum -= samples[row + x - reach - 1] }
            let count = min(x + reach, width - 1) - max(x - reach, 0) + 1
            along[row + x] = sum / Float(count)
          }
        }
      }
    }
    along.withUnsafeBufferPointer { along in
      result.withUnsafeMutableBufferPointer { result in
        sums.withUnsafeMutableBufferPointer { sums in
          for y in 0..<min(reach, height) {
            for x in 0..<width { sums[x] += along[y * width + x] }
          }
          for y in 0..<height {
            let (entering, leaving) = ((y + reach) * width, (y - reach - 1) * width)
            if y + reach < height { for x in 0..<width { sums[x] += along[entering + x] } }
            if y > reach { for x in 0..<width { sums[x] -= along[leaving + x] } }
            let count = min(y + reach, height - 1) - max(y - reach, 0) + 1
            let share = 1 / Float(count)
            for x in 0..<width { result[y * width + x] = sums[x] * share }
          }
        }
      }
    }
    return result
  }
}

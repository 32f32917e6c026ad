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
        // Four rows at a time, since each sum waits for the last one of its row.
        for y in stride(from: 0, to: height, by: 4) {
          let rows = SIMD4(y, y + 1, y + 2, y + 3).clamped(
            lowerBound: .zero, upperBound: SIMD4(repeating: height - 1))
          let starts = rows &* width
          func values(_ x: Int) -> SIMD4<Float> {
            SIMD4(
              samples[starts.x + x], samples[starts.y + x], samples[starts.z + x],
              samples[starts.w + x])
          }
          var sum = SIMD4<Float>.zero
          for x in 0..<min(reach, width) { sum += values(x) }
          for x in 0..<width {
            if x + reach < width { sum += values(x + reach) }
            if x > reach { sum -= values(x - reach - 1) }
            let count = min(x + reach, width - 1) - max(x - reach, 0) + 1
            let mean = sum / Float(count)
            along[starts.x + x] = mean.x
            along[starts.y + x] = mean.y
            along[starts.z + x] = mean.z
            along[starts.w + x] = mean.w
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

internal import CSplashKernels
internal import Glibc

/// What a lens out of focus draws: each sample becomes a mean over a disc, in which bright samples
/// weigh more, so that lights become discs of their own.
///
/// A component is reduced to means of squares, as by `BlurPass`, of which three or more make a
/// radius, and enlarged by linear interpolation. The rows of a disc are differences of sums along
/// the rows of the small plane. Samples are also weighted by the mask of this look's side, and a
/// disc ends at the frame's edges.
final class BokehPass: LookPass {
  private let share: Double
  private let side: LookSide
  private var slices = 1
  /// How much the squares of luma weigh, from which those of chroma take theirs.
  private var lights = SmallPlane(columns: 0, rows: 0, values: [])

  /// - Parameter percent: the radius of a disc in per cent of the frame's height.
  init(percent: Double, _ side: LookSide) {
    share = percent / 100
    self.side = side
  }

  var needsWholePicture: Bool { true }

  func prepare(for picture: SplashPicture, slices: Int) { self.slices = slices }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    // Both components of chroma have the same weights.
    var chromaWeights: [Float] = []
    for component in picture.channels {
      let (format, isChroma) = (picture.format, component.isChroma)
      func radius(_ log2: UInt8) -> Double {
        share * Double(picture.height) / Double(isChroma ? 1 << log2 : 1)
      }
      let (across, down) = (radius(format.log2_width), radius(format.log2_height))
      var size = 1
      while size < 64, min(across, down) >= Double(6 * size) { size *= 2 }
      let plan = BlurPlan(size: size)
      var (small, weights) = plan.shrunk(
        component.channel, picture.weighing(side, isChroma: isChroma), kernels)
      if !isChroma {
        lights = small
        lights.change(by: weights) { mean, weight in
          Self.weight(mean / weight / Float(1 << Int(format.depth)))
        }
      }
      let lights = lights.resized(columns: small.columns, rows: small.rows)
      small.change(by: lights, *)
      let disc = Disc(across: across / Double(size), down: down / Double(size))
      small.values = disc.sums(of: small, slices)
      if isChroma, !chromaWeights.isEmpty {
        weights.values = chromaWeights
      } else {
        weights.change(by: lights, *)
        weights.values = disc.sums(of: weights, slices)
        if isChroma { chromaWeights = weights.values }
      }
      small.change(by: weights, /)
      plan.enlarge(small, to: component.channel, kernels)
    }
  }

  /// A twentieth for black to a bit more than 1 for white, with the fourth power of the code, which
  /// is about the square of its light.
  private static func weight(_ luma: Float) -> Float {
    let square = luma * luma
    return 0.05 + square * square
  }
}

/// A plane of means of squares, in rows without padding.
private struct SmallPlane {
  let columns, rows: Int
  var values: [Float]

  /// Changes each sample by that of another plane of the size.
  @inline(__always)
  mutating func change(by other: SmallPlane, _ change: (Float, Float) -> Float) {
    values.withUnsafeMutableBufferPointer { own in
      other.values.withUnsafeBufferPointer { other in
        for index in 0..<own.count { own[index] = change(own[index], other[index]) }
      }
    }
  }

  /// The nearest samples, in another size.
  func resized(columns: Int, rows: Int) -> SmallPlane {
    guard (columns, rows) != (self.columns, self.rows) else { return self }
    let places = (0..<columns).map { $0 * self.columns / columns }
    let values = (0..<rows).flatMap { row in
      places.map { self.values[row * self.rows / rows * self.columns + $0] }
    }
    return SmallPlane(columns: columns, rows: rows, values: values)
  }
}

/// A disc, or an ellipse where samples are not square.
private struct Disc {
  /// Half of the width of its rows, from the middle down, in samples.
  let halves: [Double]

  /// - Parameters: radii in samples; 0 for the sample itself.
  init(across: Double, down: Double) {
    let (width, height) = (across + 0.5, down + 0.5)
    halves = (0...Int(height)).map { row in
      let share = Double(row) / height
      return width * (1 - share * share).squareRoot()
    }
  }

  /// The sum over the disc around each sample of a plane, without what lies beyond its edges.
  func sums(of plane: SmallPlane, _ slices: Int) -> [Float] {
    let (columns, rows) = (plane.columns, plane.rows)
    let room = Int(halves[0]) + 2
    let stride = columns + 2 * room + 1
    // Sums from the left edge on, with what lies beyond the edges as 0.
    var running = [Float](repeating: 0, count: stride * rows)
    running.withUnsafeMutableBufferPointer { running in
      plane.values.withUnsafeBufferPointer { values in
        for row in 0..<rows {
          let (from, to) = (row * columns, row * stride + room + 1)
          var sum: Float = 0
          for column in 0..<columns {
            sum += values[from + column]
            running[to + column] = sum
          }
          for column in columns..<columns + room { running[to + column] = sum }
        }
      }
    }
    var sums = [Float](repeating: 0, count: columns * rows)
    sums.withUnsafeMutableBufferPointer { sums in
      running.withUnsafeBufferPointer { running in
        let (sums, running) = (sums.baseAddress!, running.baseAddress!)
        Slicing.run(rows < 32 ? 1 : slices, rows: Int32(rows), band: 1) { _, span in
          for row in Int(span.lowerBound)..<Int(span.upperBound) {
            for (distance, half) in halves.enumerated() {
              for side in distance == 0 ? [1] : [-1, 1] {
                let other = row + side * distance
                guard 0..<rows ~= other else { continue }
                Self.add(
                  running + other * stride + room, half, to: sums + row * columns, columns)
              }
            }
          }
        }
      }
    }
    return sums
  }

  /// Adds a row of a disc at each place of a row.
  private static func add(
    _ running: UnsafePointer<Float>, _ half: Double, to sums: UnsafeMutablePointer<Float>,
    _ columns: Int
  ) {
    let (end, start) = (0.5 + half, 0.5 - half)
    let (last, first) = (end.rounded(.down), start.rounded(.down))
    let (after, before) = (Float(end - last), Float(start - first))
    let (right, left) = (running + Int(last), running + Int(first))
    for column in 0..<columns {
      let upper = right[column] + (right[column &+ 1] - right[column]) * after
      let lower = left[column] + (left[column &+ 1] - left[column]) * before
      sums[column] += upper - lower
    }
  }
}

extension BlurPlan {
  /// A component as means of squares times weights, and means of the weights.
  fileprivate func shrunk(
    _ channel: SplashChannel, _ weighing: SplashWeighing?, _ kernels: SplashDSP
  ) -> (small: SmallPlane, weights: SmallPlane) {
    let side = Int(size)
    let (columns, rows) = (
      (Int(channel.width) + side - 1) / side, (Int(channel.height) + side - 1) / side
    )
    let count = columns * rows
    var (means, weights) = (
      [Float](repeating: 0, count: count), [Float](repeating: 1, count: count)
    )
    var channel = channel
    withBlur(of: channel) { blur in
      var blur = blur
      means.withUnsafeMutableBufferPointer { small in
        guard var weighing else {
          return kernels.shrink(&blur, &channel, small.baseAddress!, 0, Int32(rows))
        }
        weights.withUnsafeMutableBufferPointer {
          kernels.weigh(
            &blur, &weighing, &channel, small.baseAddress!, $0.baseAddress!, 0, Int32(rows))
        }
      }
    }
    return (
      SmallPlane(columns: columns, rows: rows, values: means),
      SmallPlane(columns: columns, rows: rows, values: weights)
    )
  }

  fileprivate func enlarge(
    _ small: SmallPlane, to channel: SplashChannel, _ kernels: SplashDSP
  ) {
    withBlur(of: channel) { blur in
      small.values.withUnsafeBufferPointer { small in
        var (blur, channel) = (blur, channel)
        kernels.enlarge(&blur, &channel, small.baseAddress!, 0, channel.height)
      }
    }
  }

  private func withBlur(of channel: SplashChannel, _ body: (SplashBlur) -> Void) {
    var room = [Float](repeating: 0, count: 4 * (Int(channel.width) + Int(size)) + 64)
    room.withUnsafeMutableBufferPointer { withBlur(room: $0.baseAddress!, body) }
  }
}

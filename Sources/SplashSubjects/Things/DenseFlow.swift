/// Luma of a frame at halved resolutions, for `DenseFlow`.
package struct LumaPyramid: Sendable {
  /// The finest is first.
  let levels: [Level]

  struct Level: Sendable {
    let width, height: Int
    /// Codes of 0…255, with `border` samples on each side that repeat the edge.
    let samples: [Float]
    static let border = 10
    var stride: Int { width + 2 * Self.border }

    init(width: Int, height: Int, _ values: [Float]) {
      (self.width, self.height) = (width, height)
      var samples: [Float] = []
      samples.reserveCapacity((width + 2 * Self.border) * (height + 2 * Self.border))
      for y in -Self.border..<height + Self.border {
        let row = min(max(y, 0), height - 1) * width
        for x in -Self.border..<width + Self.border {
          samples.append(values[row + min(max(x, 0), width - 1)])
        }
      }
      self.samples = samples
    }
  }

  package var width: Int { levels[0].width }
  package var height: Int { levels[0].height }

  /// - Parameter values: 0…255, in rows.
  package init(width: Int, height: Int, _ values: [Float]) {
    var (width, height, values) = (width, height, values)
    var levels = [Level(width: width, height: height, values)]
    while min(width, height) >= 2 * DenseFlow.patch {
      let (columns, rows) = (width / 2, height / 2)
      values = (0..<columns * rows).map { index in
        let place = 2 * (index / columns) * width + 2 * (index % columns)
        return
          (values[place] + values[place + 1] + values[place + width]
          + values[place + width + 1]) / 4
      }
      (width, height) = (columns, rows)
      levels.append(Level(width: width, height: height, values))
    }
    self.levels = levels
  }
}

/// Where each sample of a frame lies in another one: Dense Inverse Search (Kroeger, Timofte, Dai
/// and Van Gool, "Fast Optical Flow using Dense Inverse Search", ECCV 2016, sections 2.1 and 2.2),
/// without its variational refinement.
///
/// From coarse to fine, patches of 8 × 8 samples, one at every fourth sample, are moved until they
/// fit, by the Gauss-Newton method with the gradients of the patch itself. Each sample takes the
/// mean of the patches over it; those that fit better weigh more.
package struct DenseFlow {
  static let patch = 8
  private static let step = 4
  private static let iterations = 12

  package let width, height: Int
  /// The motion of each sample, in samples: added to its place it gives the place in the other
  /// frame.
  package private(set) var x, y: [Float]

  /// - Parameters:
  ///   - picture: the frame whose samples are looked for.
  ///   - other: the frame in which to look; of the same size.
  package init(from picture: LumaPyramid, to other: LumaPyramid) {
    precondition(picture.levels.count == other.levels.count)
    var flow: DenseFlow?
    for (level, other) in zip(picture.levels, other.levels).reversed() {
      flow = DenseFlow(from: level, to: other, near: flow)
    }
    self = flow!
  }

  /// The flow on one level.
  ///
  /// - Parameter coarse: the flow of the level above; nil for the coarsest.
  private init(from level: LumaPyramid.Level, to other: LumaPyramid.Level, near coarse: DenseFlow?)
  {
    (width, height) = (level.width, level.height)
    (x, y) = (
      [Float](repeating: 0, count: width * height), [Float](repeating: 0, count: width * height)
    )
    guard width >= Self.patch, height >= Self.patch else { return }
    let (columns, rows) = (Self.places(width), Self.places(height))
    var found: [(x: Float, y: Float)] = []
    found.reserveCapacity(columns.count * rows.count)
    level.samples.withUnsafeBufferPointer { samples in
      other.samples.withUnsafeBufferPointer { others in
        for (row, top) in rows.enumerated() {
          for (column, left) in columns.enumerated() {
            let patch = Patch(samples, others, level, left: left, top: top)
            let start = coarse?.above(left + Self.patch / 2, top + Self.patch / 2) ?? (0, 0)
            var best = (place: start, error: patch.error(at: start))
            func consider(_ place: (x: Float, y: Float)) {
              guard place != best.place else { return }
              let error = patch.error(at: place)
              if error < best.error { best = (place, error) }
            }
            // A neighbor's flow may be a better start than the flow of the coarser level.
            if column > 0 { consider(found[found.count - 1]) }
            if row > 0 { consider(found[found.count - columns.count]) }
            found.append(patch.search(from: best.place, best.error, Self.iterations))
          }
        }
        spread(found, columns, rows, samples, others, level)
      }
    }
  }

  /// The mean distance, in samples over a mask, between a sample and where it ends if it follows
  /// this flow to the other frame and `back` from there.
  func disagreement(with back: DenseFlow, over mask: NetworkMask) -> Double {
    var (sum, count) = (0.0, 0)
    for (index, value) in mask.values.enumerated() where value > 0.5 {
      let column = min(max(Int((Float(index % width) + x[index]).rounded()), 0), width - 1)
      let row = min(max(Int((Float(index / width) + y[index]).rounded()), 0), height - 1)
      let there = row * width + column
      let (across, down) = (x[index] + back.x[there], y[index] + back.y[there])
      sum += Double((across * across + down * down).squareRoot())
      count += 1
    }
    return sum / Double(max(1, count))
  }

  /// Where patches begin along a side.
  private static func places(_ length: Int) -> [Int] {
    let last = length - patch
    var places = Array(stride(from: 0, through: last, by: step))
    if places.last != last { places.append(last) }
    return places
  }

  /// The motion at a sample of the next finer level, by this one.
  private func above(_ column: Int, _ row: Int) -> (x: Float, y: Float) {
    let index = min(row / 2, height - 1) * width + min(column / 2, width - 1)
    return (2 * x[index], 2 * y[index])
  }

  /// Sets each sample to the mean of the patches over it.
  private mutating func spread(
    _ found: [(x: Float, y: Float)], _ columns: [Int], _ rows: [Int],
    _ samples: UnsafeBufferPointer<Float>, _ others: UnsafeBufferPointer<Float>,
    _ level: LumaPyramid.Level
  ) {
    let width = width
    var weights = [Float](repeating: 0, count: width * height)
    weights.withUnsafeMutableBufferPointer { weights in
      x.withUnsafeMutableBufferPointer { x in
        y.withUnsafeMutableBufferPointer { y in
          for (row, top) in rows.enumerated() {
            for (column, left) in columns.enumerated() {
              let place = found[row * columns.count + column]
              let patch = Patch(samples, others, level, left: left, top: top, isBare: true)
              let fractions = patch.fractions(at: place)
              for line in 0..<Self.patch {
                let difference = patch.other(line, fractions) - patch.own(line)
                let size = difference.replacing(with: -difference, where: difference .< 0)
                let weight = 1 / size.replacing(with: 1, where: size .< 1)
                let index = (top + line) * width + left
                weights.add(weight, at: index)
                x.add(weight * place.x, at: index)
                y.add(weight * place.y, at: index)
              }
            }
          }
          for index in weights.indices where weights[index] > 0 {
            x[index] /= weights[index]
            y[index] /= weights[index]
          }
        }
      }
    }
  }
}

extension UnsafeBufferPointer<Float> {
  @inline(__always) fileprivate func row(_ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(baseAddress! + index).loadUnaligned(as: SIMD8<Float>.self)
  }
}

extension UnsafeMutableBufferPointer<Float> {
  @inline(__always) fileprivate func add(_ values: SIMD8<Float>, at index: Int) {
    let place = UnsafeMutableRawPointer(baseAddress! + index)
    place.storeBytes(
      of: place.loadUnaligned(as: SIMD8<Float>.self) + values, as: SIMD8<Float>.self)
  }
}

/// A patch of a frame, to be found in another one.
private struct Patch {
  private let samples, others: UnsafeBufferPointer<Float>
  private let stride: Int
  /// Index of its first sample, and the range of its place in the other frame.
  private let origin: Int
  private let left, top: Float
  private let mostX, mostY: ClosedRange<Float>
  /// Sums of its gradients.
  private var (sumX, sumY): (Float, Float) = (0, 0)
  /// Inverse of the sums of products of gradients.
  private var inverse: (xx: Float, xy: Float, yy: Float) = (0, 0, 0)

  private static let size = DenseFlow.patch
  /// Added to the sums of squared gradients, so that a patch without edges does not move.
  private static let flat: Float = 64

  init(
    _ samples: UnsafeBufferPointer<Float>, _ others: UnsafeBufferPointer<Float>,
    _ level: LumaPyramid.Level, left: Int, top: Int, isBare: Bool = false
  ) {
    let border = LumaPyramid.Level.border
    (self.samples, self.others, stride) = (samples, others, level.stride)
    origin = (top + border) * stride + left + border
    (self.left, self.top) = (Float(left), Float(top))
    let room = Float(border - 1)
    mostX = -room...Float(level.width - Self.size) + room
    mostY = -room...Float(level.height - Self.size) + room
    guard !isBare else { return }
    var (right, below) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var (xx, xy, yy) = (right, right, right)
    for line in 0..<Self.size {
      let (across, down) = gradient(line)
      right += across
      below += down
      xx += across * across
      xy += across * down
      yy += down * down
    }
    (sumX, sumY) = (right.sum(), below.sum())
    let product = xy.sum()
    let (squareX, squareY) = (xx.sum() + Self.flat, yy.sum() + Self.flat)
    let determinant = squareX * squareY - product * product
    inverse = (squareY / determinant, -product / determinant, squareX / determinant)
  }

  @inline(__always) func own(_ line: Int) -> SIMD8<Float> { samples.row(origin + line * stride) }

  @inline(__always) private func gradient(_ line: Int) -> (SIMD8<Float>, SIMD8<Float>) {
    let index = origin + line * stride
    return (
      (samples.row(index + 1) - samples.row(index - 1)) / 2,
      (samples.row(index + stride) - samples.row(index - stride)) / 2
    )
  }

  /// The place of the patch in the other frame, and the weights of bilinear interpolation.
  struct Fractions {
    var origin: Int
    var weights: (Float, Float, Float, Float)
  }

  @inline(__always) func fractions(at place: (x: Float, y: Float)) -> Fractions {
    let x = min(max(left + place.x, mostX.lowerBound), mostX.upperBound)
    let y = min(max(top + place.y, mostY.lowerBound), mostY.upperBound)
    let border = LumaPyramid.Level.border
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (across, down) = (x - column, y - row)
    return Fractions(
      origin: (Int(row) + border) * stride + Int(column) + border,
      weights: (
        (1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down
      ))
  }

  @inline(__always) func other(_ line: Int, _ at: Fractions) -> SIMD8<Float> {
    let index = at.origin + line * stride
    let upper = at.weights.0 * others.row(index) + at.weights.1 * others.row(index + 1)
    let below = index + stride
    return upper + at.weights.2 * others.row(below) + at.weights.3 * others.row(below + 1)
  }

  /// The mean squared difference at a place, without differences in brightness.
  func error(at place: (x: Float, y: Float)) -> Float {
    let at = fractions(at: place)
    var (sum, squares) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for line in 0..<Self.size {
      let difference = other(line, at) - own(line)
      sum += difference
      squares += difference * difference
    }
    let count = Float(Self.size * Self.size)
    let mean = sum.sum() / count
    return squares.sum() / count - mean * mean
  }

  /// Moves the patch until it fits; returns the start if it went further than its own size or fits
  /// worse.
  ///
  /// - Parameter error: at its start.
  func search(
    from start: (x: Float, y: Float), _ error: Float, _ iterations: Int
  ) -> (x: Float, y: Float) {
    var place = start
    for _ in 0..<iterations {
      let at = fractions(at: place)
      var (sum, right, below) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
      for line in 0..<Self.size {
        let difference = other(line, at) - own(line)
        let (across, down) = gradient(line)
        sum += difference
        right += difference * across
        below += difference * down
      }
      // A change in brightness is not motion.
      let offset = sum.sum() / Float(Self.size * Self.size)
      let (x, y) = (right.sum() - offset * sumX, below.sum() - offset * sumY)
      let way = (
        x: inverse.xx * x + inverse.xy * y, y: inverse.xy * x + inverse.yy * y
      )
      place = (place.x - way.x, place.y - way.y)
      if abs(way.x) + abs(way.y) < 0.02 { break }
    }
    let (x, y) = (place.x - start.x, place.y - start.y)
    let isAstray = !(x * x + y * y <= Float(Self.size * Self.size))
    return isAstray || self.error(at: place) > error ? start : place
  }
}

internal import CSplashKernels
internal import Glibc

/// A blur close to a Gaussian; its standard deviation is a share of the frame's height.
///
/// A component is reduced to means of squares, blurred there by a Gaussian, and enlarged by linear
/// interpolation. The variances of the three steps add up: a mean of n has (n² − 1) / 12, linear
/// interpolation between points n apart n² / 6, and the Gaussian the rest.
///
/// Samples are weighted by the mask of this look's side, so that the other side does not bleed in
/// (normalized convolution: Knutsson and Westin, CVPR 1993). Where all samples in reach weigh 1,
/// weighting is skipped.
final class BlurPass: LookPass {
  private let share: Double
  private let side: LookSide
  private var small: [Float] = []
  private var soft: [Float] = []
  private var weights: [Float] = []
  private var softWeights: [Float] = []
  private var row: [Float] = []
  private var slices = 1

  /// - Parameter percent: the standard deviation in per cent of the frame's height.
  init(percent: Double, _ side: LookSide) {
    share = percent / 100
    self.side = side
  }

  var needsWholePicture: Bool { true }

  func prepare(for picture: SplashPicture, slices: Int) { self.slices = slices }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    let deviation = share * Double(picture.height)
    for channel in picture.channels {
      blur(channel, of: picture, deviation: deviation, kernels)
    }
  }

  private func blur(
    _ component: PictureChannel, of picture: SplashPicture,
    deviation: Double, _ kernels: SplashDSP
  ) {
    let channel = component.channel
    func halved(_ log2: UInt8) -> Double {
      component.isChroma && log2 == 1 ? deviation / 2 : deviation
    }
    let format = picture.format
    let plan = BlurPlan(x: halved(format.log2_width), y: halved(format.log2_height))
    let size = Int(plan.size)
    let columns = (Int(channel.width) + size - 1) / size
    let rows = (Int(channel.height) + size - 1) / size
    func reserve(_ plane: inout [Float], _ count: Int) {
      if plane.count < count { plane = [Float](repeating: 0, count: count) }
    }
    let weighing = picture.weighing(side, isChroma: component.isChroma)
    let isWeighed = weighing.map { weighing in
      (0..<rows).map { row in
        weighing.weighs(
          rows: (row * size)..<min((row + 1) * size, Int(channel.height)),
          width: Int(channel.width))
      }
    }
    reserve(&small, columns * rows)
    reserve(&soft, columns * rows)
    // Working memory of each slice, with a gap that suits vectors.
    let room = max(2 * Int(channel.width) + size + 2 * plan.row.count, 4 * columns * size) + 64
    reserve(&row, room * slices)
    if isWeighed?.contains(true) == true {
      reserve(&weights, columns * rows)
      reserve(&softWeights, columns * rows)
    }
    small.withUnsafeMutableBufferPointer { small in
      soft.withUnsafeMutableBufferPointer { soft in
        weights.withUnsafeMutableBufferPointer { weights in
          softWeights.withUnsafeMutableBufferPointer { softWeights in
            row.withUnsafeMutableBufferPointer { row in
              plan.withBlur(room: row.baseAddress!) { blur in
                var run = BlurRun(
                  kernels: kernels, slices: slices, room: room, blur: blur, channel: channel,
                  columns: Int32(columns),
                  rows: rows, small: small.baseAddress!, soft: soft.baseAddress!,
                  weights: weights.baseAddress, softWeights: softWeights.baseAddress)
                run.draw(weighing, isWeighed ?? [])
              }
            }
          }
        }
      }
    }
  }
}

/// Blurs one component by way of the small planes.
private struct BlurRun {
  let kernels: SplashDSP
  let slices: Int
  /// Working memory of each slice, in floats.
  let room: Int
  var blur: SplashBlur
  let channel: SplashChannel
  let columns: Int32
  let rows: Int
  let small, soft: UnsafeMutablePointer<Float>
  let weights, softWeights: UnsafeMutablePointer<Float>?

  /// - Parameter isWeighed: for each row of the small plane, whether any sample weighs less than 1.
  mutating func draw(_ weighing: SplashWeighing?, _ isWeighed: [Bool]) {
    let all = 0..<Int32(rows)
    if let weighing, let weights, let softWeights, isWeighed.contains(true) {
      for run in Self.runs(isWeighed) {
        let span = Int32(run.rows.lowerBound)..<Int32(run.rows.upperBound)
        if run.isSet {
          weigh(span, weighing, weights)
        } else {
          shrink(span)
          (weights + Int(span.lowerBound * columns)).update(
            repeating: 1, count: run.rows.count * Int(columns))
        }
      }
      let reach = Int(blur.column_reach)
      let isNear = (0..<rows).map { row in
        isWeighed[max(row - reach, 0)...min(row + reach, rows - 1)].contains(true)
      }
      for run in Self.runs(isNear) {
        let span = Int32(run.rows.lowerBound)..<Int32(run.rows.upperBound)
        if run.isSet {
          soften(span, from: weights, to: softWeights)
          blur.weights = UnsafePointer(softWeights)
        }
        soften(span, from: small, to: soft)
        blur.weights = nil
      }
    } else {
      shrink(all)
      soften(all, from: small, to: soft)
    }
    inSlices(0..<channel.height) { blur, channel, first, end in
      kernels.enlarge(&blur, &channel, soft, first, end)
    }
  }

  private func shrink(_ span: Range<Int32>) {
    inSlices(span) { blur, channel, first, end in
      kernels.shrink(&blur, &channel, small, first, end)
    }
  }

  private func weigh(
    _ span: Range<Int32>, _ weighing: SplashWeighing, _ weights: UnsafeMutablePointer<Float>
  ) {
    inSlices(span) { blur, channel, first, end in
      var weighing = weighing
      kernels.weigh(&blur, &weighing, &channel, small, weights, first, end)
    }
  }

  private func soften(
    _ span: Range<Int32>, from: UnsafeMutablePointer<Float>, to: UnsafeMutablePointer<Float>
  ) {
    inSlices(span) { blur, _, first, end in
      kernels.soften(&blur, from, to, columns, Int32(rows), first, end)
    }
  }

  private func inSlices(
    _ span: Range<Int32>,
    _ work: (inout SplashBlur, inout SplashChannel, _ first: Int32, _ end: Int32) -> Void
  ) {
    // Few rows are done sooner than a thread starts.
    Slicing.run(span.count < 32 ? 1 : slices, rows: Int32(span.count), band: 1) { slice, rows in
      var (blur, channel) = (blur, channel)
      blur.room += slice * room
      work(&blur, &channel, span.lowerBound + rows.lowerBound, span.lowerBound + rows.upperBound)
    }
  }

  /// Groups rows with equal flags.
  private static func runs(_ flags: [Bool]) -> [(rows: Range<Int>, isSet: Bool)] {
    var runs: [(rows: Range<Int>, isSet: Bool)] = []
    for (index, flag) in flags.enumerated() {
      if let last = runs.last, last.isSet == flag {
        runs[runs.count - 1].rows = last.rows.lowerBound..<(index + 1)
      } else {
        runs.append((index..<(index + 1), flag))
      }
    }
    return runs
  }
}

/// The steps by which a component is blurred.
struct BlurPlan {
  /// Side of the squares: the largest power of two that leaves the Gaussian a deviation of half a
  /// square or more.
  let size: Int32
  /// Weights of the Gaussian along a row and along a column, from the center to three deviations;
  /// over both sides they add up to 1.
  let row, column: [Float]

  /// - Parameters: standard deviations in samples.
  init(x: Double, y: Double) {
    func left(_ deviation: Double, _ size: Double) -> Double {
      let variance = deviation * deviation
      return size == 1 ? variance : variance - (size * size - 1) / 12 - size * size / 6
    }
    var size = 1.0
    while size < 64, left(min(x, y), 2 * size) >= size * size { size *= 2 }
    self.size = Int32(size)
    func weights(_ variance: Double) -> [Float] {
      let reach = Int((3 * variance.squareRoot()).rounded(.up))
      let curve = (0...reach).map { variance == 0 ? 1 : exp(-Double($0 * $0) / (2 * variance)) }
      let sum = curve[0] + 2 * curve.dropFirst().reduce(0, +)
      return curve.map { Float($0 / sum) }
    }
    row = weights(left(x, size) / (size * size))
    column = weights(left(y, size) / (size * size))
  }

  /// A plan for means of squares alone.
  ///
  /// - Parameter size: a power of two.
  init(size: Int) {
    self.size = Int32(size)
    (row, column) = ([1], [1])
  }

  func withBlur(room: UnsafeMutablePointer<Float>, _ body: (SplashBlur) -> Void) {
    row.withUnsafeBufferPointer { row in
      column.withUnsafeBufferPointer { column in
        body(
          SplashBlur(
            log2_size: UInt8(size.trailingZeroBitCount), row_reach: Int32(row.count - 1),
            row_weights: row.baseAddress!, column_reach: Int32(column.count - 1),
            column_weights: column.baseAddress!, room: room, weights: nil))
      }
    }
  }
}

extension SplashWeighing {
  /// Whether any sample in these rows of the component weighs less than 1.
  fileprivate func weighs(rows: Range<Int>, width: Int) -> Bool {
    let columns = (width + (1 << Int(log2_width)) - 1) >> Int(log2_width)
    let log2 = Int(log2_height)
    return ((rows.lowerBound >> log2)...((rows.upperBound - 1) >> log2)).contains { y in
      let row = mask + y * stride
      return row[0] ^ flip != 255 || memcmp(row, row + 1, columns - 1) != 0
    }
  }
}

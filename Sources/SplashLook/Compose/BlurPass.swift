internal import CSplashKernels
internal import Glibc
internal import SplashBase

/// Blur like a Gaussian's, whose standard deviation is a share of the picture's height.
///
/// A component is shrunk to means of squares, softened there by a Gaussian, and brought back along
/// straight lines. All three widen a point; variances add up: a mean of n has (n² − 1) / 12, lines
/// between points n apart n² / 6, and the Gaussian the rest.
final class BlurPass: LookPass {
  private let share: Double
  private var small: [Float] = []
  private var soft: [Float] = []
  private var row: [Float] = []

  /// - Parameter percent: of the picture's height.
  init(percent: Double) { share = percent / 100 }

  var needsWholePicture: Bool { true }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    let deviation = share * Double(picture.height)
    for channel in picture.channels {
      blur(channel, deviation: deviation, picture.format, kernels)
    }
  }

  private func blur(
    _ component: (channel: SplashChannel, isChroma: Bool), deviation: Double,
    _ format: SplashFormat, _ kernels: SplashDSP
  ) {
    var channel = component.channel
    func halved(_ log2: UInt8) -> Double {
      component.isChroma && log2 == 1 ? deviation / 2 : deviation
    }
    let plan = BlurPlan(x: halved(format.log2_width), y: halved(format.log2_height))
    let (columns, smallRows) = (
      Int(channel.width + plan.size - 1) / Int(plan.size),
      Int(channel.height + plan.size - 1) / Int(plan.size)
    )
    func reserve(_ plane: inout [Float], _ count: Int) {
      if plane.count < count { plane = [Float](repeating: 0, count: count) }
    }
    reserve(&small, columns * smallRows)
    reserve(&soft, columns * smallRows)
    reserve(&row, 2 * Int(channel.width) + Int(plan.size) + 2 * plan.row.count)
    small.withUnsafeMutableBufferPointer { small in
      soft.withUnsafeMutableBufferPointer { soft in
        row.withUnsafeMutableBufferPointer { row in
          plan.row.withUnsafeBufferPointer { rowWeights in
            plan.column.withUnsafeBufferPointer { columnWeights in
              var blur = SplashBlur(
                log2_size: UInt8(plan.size.trailingZeroBitCount),
                row_reach: Int32(rowWeights.count - 1), row_weights: rowWeights.baseAddress!,
                column_reach: Int32(columnWeights.count - 1),
                column_weights: columnWeights.baseAddress!, room: row.baseAddress!)
              let (from, to) = (small.baseAddress!, soft.baseAddress!)
              let rows = Int32(smallRows)
              kernels.shrink(&blur, &channel, from, 0, rows)
              kernels.soften(&blur, from, to, Int32(columns), rows, 0, rows)
              kernels.enlarge(&blur, &channel, to, 0, channel.height)
            }
          }
        }
      }
    }
  }
}

/// In what steps a component is blurred.
struct BlurPlan {
  /// Side of the squares: the largest power of two that leaves the Gaussian half a square or more.
  let size: Int32
  /// Of the Gaussian along a row and along a column, from its middle out to three deviations; all
  /// of its samples together are 1.
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
}

extension SplashPicture {
  /// The components where they lie and where they go; luma where it goes anywhere.
  fileprivate var channels: [(channel: SplashChannel, isChroma: Bool)] {
    let bytes = format.depth > 8 ? 2 : 1
    let isPaired = format.layout == .semiplanar
    let columns = (width + (1 << Int32(format.log2_width)) - 1) >> Int32(format.log2_width)
    func channel(
      _ from: UnsafePointer<UInt8>?, _ fromStride: Int, _ to: UnsafeMutablePointer<UInt8>?,
      _ toStride: Int, isChroma: Bool
    ) -> (SplashChannel, Bool)? {
      guard let from, let to else { return nil }
      return (
        SplashChannel(
          from: from, from_stride: fromStride, to: to, to_stride: toStride,
          width: isChroma ? columns : width, height: isChroma ? chromaRows : height,
          depth: format.depth, shift: format.shift, step: isChroma && isPaired ? 2 : 1), isChroma
      )
    }
    let second = isPaired ? cb.map { $0 + bytes } : cr
    let outSecond = isPaired ? out_cb.map { $0 + bytes } : out_cr
    return [
      channel(luma, luma_stride, out_luma, out_luma_stride, isChroma: false),
      channel(cb, cb_stride, out_cb, out_cb_stride, isChroma: true),
      channel(
        second, isPaired ? cb_stride : cr_stride, outSecond,
        isPaired ? out_cb_stride : out_cr_stride, isChroma: true),
    ].compactMap(\.self)
  }
}

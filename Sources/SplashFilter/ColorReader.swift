internal import CFFmpeg
package import SplashCore

/// R'G'B' of a picture's chroma samples, as the gate sees them before balance.
///
/// A sample's luma is the mean of the luma samples it covers, and each of R', G' and B' is clamped to
/// 0…1: steps 1 and 2 of the color rule. A picture that is R'G'B' already is read as it is.
package final class ColorReader {
  private let frame: Frame
  private let components: [Component]
  private let isRGB: Bool
  private let isFullRange: Bool
  private let matrix: ColorMatrix
  private let depth: Int
  private let subsampling: (width: Int, height: Int)

  private struct Component {
    var base: UnsafePointer<UInt8>
    var stride: Int
    var step: Int
    var shift: Int
    var isWide: Bool
    var isBigEndian: Bool
    var mask: Int

    func code(_ x: Int, _ y: Int) -> Int {
      let place = base + y * stride + x * step
      guard isWide else { return Int(place[0]) >> shift & mask }
      let (first, second) = (Int(place[0]), Int(place[1]))
      return (isBigEndian ? first << 8 | second : second << 8 | first) >> shift & mask
    }
  }

  /// - Returns: nil for pictures without color and for formats whose samples do not lie in bytes or
  ///   words (palettes, bit streams, hardware surfaces), which have to be converted first.
  package init?(_ picture: borrowing Frame) {
    guard let descriptor = picture.format.descriptor, descriptor.nb_components >= 3,
      ![AV_PIX_FMT_FLAG_PAL, AV_PIX_FMT_FLAG_BITSTREAM, AV_PIX_FMT_FLAG_HWACCEL]
        .contains(where: { picture.format.has(Int32($0)) }),
      !picture.format.has(Int32(AV_PIX_FMT_FLAG_FLOAT)), (8...16).contains(picture.format.depth)
    else { return nil }
    frame = Frame(sharing: picture)
    isRGB = picture.format.isRGB
    isFullRange = ColorRange(of: picture) == .full
    matrix = ColorMatrix(of: picture)
    depth = picture.format.depth
    subsampling = (Int(descriptor.log2_chroma_w), Int(descriptor.log2_chroma_h))
    let planes = [
      (frame.av.pointee.data.0, frame.av.pointee.linesize.0),
      (frame.av.pointee.data.1, frame.av.pointee.linesize.1),
      (frame.av.pointee.data.2, frame.av.pointee.linesize.2),
      (frame.av.pointee.data.3, frame.av.pointee.linesize.3),
    ]
    let isBigEndian = picture.format.has(Int32(AV_PIX_FMT_FLAG_BE))
    components = [descriptor.comp.0, descriptor.comp.1, descriptor.comp.2].map { component in
      let (data, stride) = planes[Int(component.plane)]
      return Component(
        base: UnsafePointer(data!) + Int(component.offset), stride: Int(stride),
        step: Int(component.step), shift: Int(component.shift),
        isWide: component.depth + component.shift > 8, isBigEndian: isBigEndian,
        mask: (1 << Int(component.depth)) - 1)
    }
  }

  /// Chroma samples a row.
  package var width: Int { (frame.width + (1 << subsampling.width) - 1) >> subsampling.width }
  /// Rows of chroma samples.
  package var height: Int { (frame.height + (1 << subsampling.height) - 1) >> subsampling.height }
  /// Luma samples that a chroma sample covers, across and down.
  package var samplesPerColor: (across: Int, down: Int) {
    (1 << subsampling.width, 1 << subsampling.height)
  }

  /// The color of a chroma sample, each of R', G' and B' 0…1.
  package func color(_ x: Int, _ y: Int) -> RGB {
    let largest = Double((1 << depth) - 1)
    if isRGB {
      return RGB(
        red: Double(components[0].code(x, y)) / largest,
        green: Double(components[1].code(x, y)) / largest,
        blue: Double(components[2].code(x, y)) / largest)
    }
    let neutral = Double(1 << (depth - 1))
    let unit = Double(1 << (depth - 8))
    let chromaScale = isFullRange ? largest : 224 * unit
    let luma =
      isFullRange ? meanLuma(x, y) / largest : (meanLuma(x, y) - 16 * unit) / (219 * unit)
    let cb = (Double(components[1].code(x, y)) - neutral) / chromaScale
    let cr = (Double(components[2].code(x, y)) - neutral) / chromaScale
    let red = luma + 2 * (1 - matrix.kr) * cr
    let blue = luma + 2 * (1 - matrix.kb) * cb
    let green = (luma - matrix.kr * red - matrix.kb * blue) / (1 - matrix.kr - matrix.kb)
    return RGB(
      red: min(max(red, 0), 1), green: min(max(green, 0), 1), blue: min(max(blue, 0), 1))
  }

  private func meanLuma(_ x: Int, _ y: Int) -> Double {
    let columns = x << subsampling.width..<min((x + 1) << subsampling.width, frame.width)
    let rows = y << subsampling.height..<min((y + 1) << subsampling.height, frame.height)
    var sum = 0
    for row in rows {
      for column in columns { sum += components[0].code(column, row) }
    }
    return Double(sum) / Double(columns.count * rows.count)
  }
}

/// Gamma-coded R', G' and B', 0…1; balance may bring them above 1.
public struct RGB: Equatable, Codable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// This color under another light.
  public func balanced(by gains: Gains) -> RGB {
    RGB(red: red * gains.red, green: green * gains.green, blue: blue * gains.blue)
  }

  public var hsv: HSV { HSV(red: red, green: green, blue: blue) }

  /// The form `#rrggbb`.
  public var hex: String {
    "#"
      + [red, green, blue].map { part in
        let code = Int((min(max(part, 0), 1) * 255).rounded())
        return (code < 16 ? "0" : "") + String(code, radix: 16)
      }.joined()
  }
}

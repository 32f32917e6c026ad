import CFFmpeg
import SplashFFmpeg

/// Measures a frame of vivid's color bars: white, yellow, cyan, green, magenta, red, blue, black
/// from left to right.
struct ColorBars {
  static let hues: [Int: Double] = [1: 60, 2: 180, 3: 120, 4: 300, 5: 0, 6: 240]

  /// Mean R', G' and B' of the middle of each of the eight bars.
  let colors: [SIMD3<Double>]

  /// From the samples, by the frame's own tags.
  init(_ frame: borrowing Frame) throws {
    if frame.format.isRGB {
      let planes = try Scaler().convert(
        frame, to: PixelFormat(AV_PIX_FMT_YUV444P), width: frame.width, height: frame.height)
      colors = try ColorBars(planes).colors
      return
    }
    let full = frame.av.pointee.color_range == AVCOL_RANGE_JPEG
    let matrix = ColorMatrix(of: frame)
    colors = (0..<8).map { bar in
      let codes = Self.mean(of: frame, bar: bar)
      let luma = full ? codes.x / 255 : (codes.x - 16) / 219
      let blue = (codes.y - 128) / (full ? 255 : 224)
      let red = (codes.z - 128) / (full ? 255 : 224)
      let r = luma + 2 * (1 - matrix.kr) * red
      let b = luma + 2 * (1 - matrix.kb) * blue
      let g = (luma - matrix.kr * r - matrix.kb * b) / (1 - matrix.kr - matrix.kb)
      return SIMD3(r, g, b).clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  /// The largest error of a bar's hue, in degrees; 180 where a bar has
  /// no color.
  var worstHueError: Double {
    Self.hues.map { bar, hue in
      guard let measured = Self.hue(colors[bar]) else { return 180 }
      let distance = abs(measured - hue)
      return min(distance, 360 - distance)
    }.max()!
  }

  /// The largest chroma of the bars that should have none.
  var greyChroma: Double {
    [colors[0], colors[7]].map { $0.max() - $0.min() }.max()!
  }

  /// Hue in degrees on the usual hexagon; nil for greys.
  static func hue(_ color: SIMD3<Double>) -> Double? {
    let chroma = color.max() - color.min()
    guard chroma > 0.02 else { return nil }
    let hue: Double
    if color.x == color.max() {
      hue = (color.y - color.z) / chroma
    } else if color.y == color.max() {
      hue = 2 + (color.z - color.x) / chroma
    } else {
      hue = 4 + (color.x - color.y) / chroma
    }
    return (hue * 60 + 360).truncatingRemainder(dividingBy: 360)
  }

  /// Mean Y', Cb and Cr codes of the middle quarter of a bar.
  private static func mean(of frame: borrowing Frame, bar: Int) -> SIMD3<Double> {
    guard let descriptor = frame.format.descriptor else { return .zero }
    let components = [descriptor.comp.0, descriptor.comp.1, descriptor.comp.2]
    let av = frame.av.pointee
    let data = [av.data.0, av.data.1, av.data.2]
    let strides = [Int(av.linesize.0), Int(av.linesize.1), Int(av.linesize.2)]
    var result = SIMD3<Double>.zero
    for (index, component) in components.enumerated() {
      let width = index == 0 ? frame.width : frame.width >> frame.format.log2ChromaWidth
      let height = index == 0 ? frame.height : frame.height >> frame.format.log2ChromaHeight
      let plane = Int(component.plane)
      var sum = 0
      var count = 0
      for y in (height / 4)..<(3 * height / 4) {
        let row = data[plane]! + y * strides[plane]
        for x in (width * (8 * bar + 3) / 64)..<(width * (8 * bar + 5) / 64) {
          sum += Int(row[x * Int(component.step) + Int(component.offset)])
          count += 1
        }
      }
      result[index] = Double(sum) / Double(count)
    }
    return result
  }
}

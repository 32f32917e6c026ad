import Glibc
import SplashLook
import Testing

/// Focus in a program's own pixels.
struct SharpPixelTests {
  private static let (width, height) = (256, 128)

  /// Orange squares of 4 pixels at the left, and waves of 48 pixels at the right.
  private static var picture: [UInt8] {
    (0..<width * height).flatMap { index in
      let (x, y) = (index % width, index / width)
      let square = (x / 4 + y / 4) % 2 == 0 ? 1.0 : 0
      let wave = 0.5 + 0.5 * sin(Double(x) * 2 * .pi / 48)
      let level = 40 + 160 * (x < width / 2 ? square : wave)
      return [UInt8(level), UInt8(level / 2), 20, 9]
    }
  }

  @Test(arguments: [false, true]) func pixelFilterKeepsOrExcludesWhatIsInFocus(isWithout: Bool)
    throws
  {
    var settings = SplashSettings()
    settings.whiteBalance = .off
    let sharp = [try Selection("sharp")]
    if isWithout {
      settings.hues = [HueRange(center: 30, width: 60)]
      settings.without = sharp
    } else {
      settings.keep = sharp
    }
    var bytes = Self.picture
    try bytes.withUnsafeMutableBytes {
      try PixelFilter(settings).apply(
        to: try PixelBuffer($0, width: Self.width, height: Self.height, layout: .rgba))
    }
    func color(_ columns: Range<Int>) -> Double {
      let differences = columns.map { x in
        let at = 4 * (Self.width * Self.height / 2 + x)
        return abs(Int(bytes[at]) - Int(bytes[at + 2]))
      }
      return Double(differences.reduce(0, +)) / Double(differences.count)
    }
    let (left, right) = (color(16..<96), color(160..<240))
    #expect(isWithout ? left < 3 && right > 50 : left > 50 && right < 12, "\(left) \(right)")
  }
}

import SplashLook

// Red beside blue, four bytes a pixel.
let (width, height) = (128, 64)
let (red, blue): ([UInt8], [UInt8]) = ([220, 30, 30, 255], [30, 30, 220, 255])
var pixels = (0..<width * height).flatMap { $0 % width < width / 2 ? red : blue }

var settings = SplashSettings()
settings.hues = [try HueRange("350:15")]
let filter = try PixelFilter(settings)
try pixels.withUnsafeMutableBytes { bytes in
  filter.apply(to: try PixelBuffer(bytes, width: width, height: height, layout: .rgba))
}
print("left \(pixels[0..<4]), right \(pixels[4 * (width - 1)..<4 * width])")

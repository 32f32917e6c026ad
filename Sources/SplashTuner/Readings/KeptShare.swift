internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter

/// How much of a picture the settings keep, judged on a small copy of it.
final class KeptShare {
  private let scaler = Scaler()
  private static let width = 160

  /// Mean of the mask over the picture, 0…1; nil for a picture that has no colors, and where the
  /// mask is made of more than hues and regions.
  func share(
    of frame: borrowing Frame, settings: SplashSettings, gains: Gains
  ) throws -> Double? {
    guard !frame.format.isGrey, settings.selections.allSatisfy({ $0.region != nil }) else {
      return nil
    }
    let width = min(frame.width, Self.width)
    let height = max(1, frame.height * width / frame.width)
    var copy = try scaler.convert(
      frame, to: PixelFormat(AV_PIX_FMT_YUV444P), width: width, height: height)
    var bare = settings
    bare.show = .mask
    bare.stability = 0
    bare.despeckle = 0
    (bare.fill, bare.clean) = (0, 0)
    (bare.grow, bare.shrink, bare.feather) = (0, 0, 0)
    bare.whiteBalance = .gains(red: gains.red, green: gains.green, blue: gains.blue)
    try ViewFilter(of: Splash(settings: bare)).apply(to: &copy, StageClock())
    var sum = 0
    copy.withPlanes { planes in
      for y in 0..<height {
        for code in planes.row(y, ofPlane: 0) { sum += Int(code) }
      }
    }
    let mean = Double(sum) / Double(width * height)
    let isFull = ColorRange(of: copy) == .full
    return isFull ? mean / 255 : min(max((mean - 16) / 219, 0), 1)
  }
}

internal import CSplashKernels
internal import Glibc

/// Rotates hues: chroma around neutral, from Cb to Cr, so that red turns to yellow.
final class HuePass: LookPass {
  private let turning: SplashTurning

  init(degrees: Double) {
    let angle = degrees * .pi / 180
    turning = SplashTurning(cosine: Float(cos(angle)), sine: Float(sin(angle)))
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var (turning, picture) = (turning, picture)
    kernels.turn(&turning, &picture, rows.lowerBound, rows.upperBound)
  }
}

/// Changes the hue of all colors; luma stays.
final class RecolorPass: LookPass {
  private let recoloring: SplashRecoloring
  private let coding: ColorCoding
  private let depth: Int

  init(_ color: RGB, _ coding: ColorCoding, depth: Int) {
    let level = coding.matrix.components(of: color).luma
    let parts = [color.red - level, color.green - level, color.blue - level]
    let share = parts.map { part in
      part > 0 ? part / max(1 - level, 1e-6) : -part / max(level, 1e-6)
    }
    recoloring = SplashRecoloring(
      red: Float(parts[0]), green: Float(parts[1]), blue: Float(parts[2]),
      share: Float(share.max()!))
    (self.coding, self.depth) = (coding, depth)
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var (recoloring, picture) = (recoloring, picture)
    var rule = SplashRule(coding, depth: depth, gains: Gains())
    kernels.recolor(&recoloring, &rule, &picture, rows.lowerBound, rows.upperBound)
  }
}

/// Simulates light of another color temperature.
final class TemperaturePass: LookPass {
  private var rule: SplashRule

  init(_ gains: Gains, _ coding: ColorCoding, depth: Int) {
    rule = SplashRule(coding, depth: depth, gains: gains)
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var picture = picture
    kernels.balance(&rule, &picture, rows.lowerBound, rows.upperBound)
  }
}

/// Darkens the corners.
final class VignettePass: LookPass {
  private let amount: Double
  private let codes: CodeScale

  init(amount: Double, _ coding: ColorCoding, depth: Int) {
    self.amount = amount
    codes = CodeScale(coding, depth: depth)
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let diagonal = hypot(width, height)
    for component in picture.channels {
      var channel = component.channel
      var how = SplashVignetting(
        base: Float(component.isChroma ? codes.neutral : codes.black), amount: Float(amount),
        column: Float(width / Double(channel.width) / diagonal),
        row: Float(height / Double(channel.height) / diagonal))
      let lines = component.lines(of: rows, picture)
      kernels.vignette(&how, &channel, lines.lowerBound, lines.upperBound)
    }
  }
}

/// Adds noise to luma; the pattern depends only on the time of the frame.
final class GrainPass: LookPass {
  private let amount: Double
  private let codes: CodeScale
  private var seed: UInt32 = 0

  init(amount: Double, _ coding: ColorCoding, depth: Int) {
    self.amount = amount
    codes = CodeScale(coding, depth: depth)
  }

  func begin(_ materials: LookMaterials) {
    let time = min(max(materials.time, -1e12), 1e12)
    seed = UInt32(truncatingIfNeeded: Int64((time * 1e6).rounded()))
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    guard let component = picture.channels.first, !component.isChroma else { return }
    // The standard deviation of a sum of four random bytes.
    let deviation = (4 * (256.0 * 256 - 1) / 12).squareRoot()
    let size = max(0, log2(Double(picture.height) / 1080).rounded())
    var channel = component.channel
    var how = SplashGraining(
      strength: Float(amount * 0.1 * codes.luma / deviation), black: Float(codes.black),
      unit: Float(1 / codes.luma), seed: seed, log2_size: UInt8(size))
    let lines = component.lines(of: rows, picture)
    kernels.grain(&how, &channel, lines.lowerBound, lines.upperBound)
  }
}

/// Adds a glow of bright areas to their surroundings.
final class BloomPass: LookPass {
  private var light: LookBeside
  private var how: SplashGlowing

  /// - Parameter light: draws the glow of a frame.
  init(amount: Double, light: LookPasses, _ coding: ColorCoding, depth: Int) {
    self.light = LookBeside(light)
    let codes = CodeScale(coding, depth: depth)
    how = SplashGlowing(
      amount: Float(amount), black: Float(codes.black), unit: Float(1 / codes.luma))
  }

  var needsWholePicture: Bool { true }

  func prepare(for picture: SplashPicture, slices: Int) {
    light.prepare(for: picture, slices: slices)
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var over = light.draw(picture, rows: rows, kernels)
    kernels.glow(&how, &over, rows.lowerBound, rows.upperBound)
  }
}

/// Replaces blocks by their mean colors.
///
/// Samples are weighted by the mask of this look's side, as for a blur.
final class MosaicPass: LookPass {
  private let share: Double
  private let side: LookSide
  private var room: [UInt32] = []
  private var totals: [UInt64] = []
  private let everything: MaskPlane

  /// - Parameters:
  ///   - percent: side of a block, in per cent of the frame's height.
  ///   - width: of frames.
  init(percent: Double, _ side: LookSide, width: Int) {
    (share, self.side) = (percent / 100, side)
    everything = MaskPlane(width: width, height: 1)
    everything.plane.data.update(repeating: 255, count: width)
  }

  var needsWholePicture: Bool { true }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    let halves = max(picture.format.log2_width, picture.format.log2_height) > 0
    var size = max(1, Int32((share * Double(picture.height)).rounded()))
    if halves { size += size % 2 }
    let width = Int(picture.width)
    if room.count < 4 * width { room = [UInt32](repeating: 0, count: 4 * width) }
    if totals.count < 3 * width { totals = [UInt64](repeating: 0, count: 3 * width) }
    for component in picture.channels {
      var channel = component.channel
      let format = picture.format
      var weighing =
        picture.weighing(side, isChroma: component.isChroma)
        ?? SplashWeighing(
          mask: everything.plane.data, stride: 0, log2_width: 0, log2_height: 0, flip: 0)
      let wide = component.isChroma ? size >> Int32(format.log2_width) : size
      let high = component.isChroma ? size >> Int32(format.log2_height) : size
      room.withUnsafeMutableBufferPointer { room in
        totals.withUnsafeMutableBufferPointer { totals in
          var how = SplashMosaicking(
            width: wide, height: high, room: room.baseAddress!, totals: totals.baseAddress!)
          kernels.mosaic(&how, &weighing, &channel, 0, (channel.height + high - 1) / high)
        }
      }
    }
  }
}

internal import Glibc

/// Steps that need a pass of their own.
extension LookForm {
  /// Steps of light and color that one pass does.
  static let lights = [
    scale(
      "temperature", 2500...20000, "Color temperature in kelvin: 6504 as it is, more is warmer",
      like: "temperature=8000",
      .pass {
        TemperaturePass(Gains(kelvin: $0.number()), $1.coding, depth: $1.depth)
      }),
    scale(
      "posterize", 2...64, "Reduce to this many levels of red, green and blue", like: "posterize=5",
      standard: 5,
      .pass { step, setting in
        let levels = step.number().rounded()
        return CurvesPass(setting.coding, depth: setting.depth) { x in
          min(floor(x * levels), levels - 1) / (levels - 1)
        }
      }),
  ]

  /// Steps that depend on neighboring samples or on the place in the frame.
  static let areas = [
    scale(
      "blur", 0...20, "Blur, in per cent of the frame's height", like: "blur=2", standard: 2,
      .pass { BlurPass(percent: $0.number(), $1.side) }),
    scale(
      "bokeh", 0...10, "Out of focus: discs, their radius in per cent of the frame's height",
      like: "bokeh=2", standard: 2, .pass { BokehPass(percent: $0.number(), $1.side) }),
    scale(
      "pixelate", 0...50, "Blocks of one color, in per cent of the frame's height",
      like: "pixelate=3", standard: 3,
      .pass { MosaicPass(percent: $0.number(), $1.side, width: $1.kind.width) }),
    scale(
      "bloom", 0...1, "Glow around bright areas", like: "bloom=0.6",
      standard: 0.6, .inPlace { BloomPass.make(amount: $0.number(), $1) }),
    scale(
      "vignette", 0...1, "Less light towards the corners", like: "vignette=0.5", standard: 0.5,
      .inPlace { VignettePass(amount: $0.number(), $1.coding, depth: $1.depth) }),
    scale(
      "grain", 0...1, "Film grain, the same in every run", like: "grain=0.4", standard: 0.4,
      .inPlace { GrainPass(amount: $0.number(), $1.coding, depth: $1.depth) }),
  ]

  static let lut = LookForm(
    "lut", nil, "Colors by a LUT: .cube, 1D or 3D, .3dl, or a Hald CLUT as an image",
    like: "lut=film.cube:0.8", [.file(.table)],
    .mixingPass { step, setting in
      let table = setting.materials.table(step.tableFile!)
      return table.shape == .cube
        ? CubePass(table, amount: step.amount, setting.coding, depth: setting.depth)
        : CurvesPass(table, amount: step.amount, setting.coding, depth: setting.depth)
    })

  static let image = LookForm(
    "image", nil, "An image in its place: cover crops it to fill the frame, contain leaves black",
    like: "image=beach.jpg",
    [.file(.picture), .option("fit", LookPicture.Fit.allCases.map(\.rawValue))],
    .pass { step, _ in BackdropPass(step.picture!) })

  static let video = LookForm(
    "video", nil, "A clip in its place, looped, with cover or contain",
    like: "video=clouds.mp4",
    [.file(.film), .option("fit", LookPicture.Fit.allCases.map(\.rawValue))],
    .pass { step, _ in BackdropPass(step.picture!) })

  static let transparent = LookForm(
    "transparent", nil, "Alpha 0, for PNG, WebP, ProRes 4444, VP9, FFV1 and raw frames",
    keepsLuma: true, .transparent)
}

extension BloomPass {
  /// Parts of R', G' or B' above 0.6 glow, by a blur of 2.5 % of the height.
  fileprivate static func make(amount: Double, _ setting: LookPassSetting) -> BloomPass {
    let light = LookPasses(
      passes: [
        CurvesPass(setting.coding, depth: setting.depth) { max(0, ($0 - 0.6) / 0.4) },
        BlurPass(percent: 2.5, setting.side),
      ], writesLuma: true)
    return BloomPass(amount: amount, light: light, setting.coding, depth: setting.depth)
  }
}

extension Gains {
  /// Gains that turn a white of 6504 K into one of another color temperature, for R'G'B' with a
  /// gamma of 2.4: chromaticities of black bodies by Kim and others (US patent 7024034, 2006), in
  /// primaries of BT.709; the luminance of white is kept.
  ///
  /// - Parameter kelvin: 1667…25000.
  fileprivate init(kelvin: Double) {
    let (own, other) = (Self.light(6504), Self.light(kelvin))
    let gains = zip(own, other).map { $0 / $1 }
    let white = 0.2126 * gains[0] + 0.7152 * gains[1] + 0.0722 * gains[2]
    let stored = gains.map { pow($0 / white, 1 / 2.4) }
    self.init(red: stored[0], green: stored[1], blue: stored[2])
  }

  /// Linear R, G and B of a black body.
  private static func light(_ kelvin: Double) -> [Double] {
    let (t, t2, t3) = (1e3 / kelvin, 1e6 / kelvin / kelvin, 1e9 / kelvin / kelvin / kelvin)
    let x =
      kelvin < 4000
      ? -0.2661239 * t3 - 0.2343589 * t2 + 0.8776956 * t + 0.179910
      : -3.0258469 * t3 + 2.1070379 * t2 + 0.2226347 * t + 0.240390
    let y =
      kelvin < 2222
      ? ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
      : kelvin < 4000
        ? ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
        : ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483
    let (bigX, bigZ) = (x / y, (1 - x - y) / y)
    return [
      3.2406 * bigX - 1.5372 - 0.4986 * bigZ, -0.9689 * bigX + 1.8758 + 0.0415 * bigZ,
      0.0557 * bigX - 0.2040 + 1.0570 * bigZ,
    ]
  }
}

internal import Glibc

/// Steps that change luma by a curve and chroma by a factor.
extension LookForm {
  static let grey = LookForm(
    "grey", "The stream's own luma, to the bit", keepsLuma: true,
    .tone { tone, _ in tone.scaleChroma(by: 0) })

  static let luminance = LookForm(
    "grey", nil, "Black and white by linear luminance: reds and blues keep their weight",
    like: "grey=luminance", keyword: "luminance",
    .pass { _, setting in
      guard setting.depth == 8 else {
        return CurvesPass(luminance: setting.coding, depth: setting.depth)
      }
      return LuminancePass(setting.coding)
    })

  static let mixer = LookForm(
    "grey", "=R,G,B",
    "Black and white by a mixer of red, green and blue, in per cent: together 100 or more",
    like: "grey=60,30,10", [LookParameter](repeating: .number(-200...300), count: 3),
    accepts: { shares in
      let sum = shares.reduce(0.0) { sum, share in
        if case .number(let share) = share { sum + share } else { sum }
      }
      return sum >= 99.999
    },
    .fold { tone, step in
      tone.mixChannels(step.number(0) / 100, step.number(1) / 100, step.number(2) / 100)
    })

  static let filters = [
    filter("red", (100, 0, 0), "dark skies, light skin"),
    filter("orange", (60, 40, 0), "clear skies, smooth skin"),
    filter("green", (0, 100, 0), "light leaves, strong skin"),
  ]

  /// A color filter of black and white photography.
  private static func filter(
    _ color: String, _ shares: (Double, Double, Double), _ effect: String
  ) -> LookForm {
    LookForm(
      "\(color)-filter", "Black and white through a filter of that color: \(effect)",
      means: .mixer, [.number(shares.0), .number(shares.1), .number(shares.2)])
  }

  static let noir = LookForm(
    "noir", "Black and white of high contrast, with calm shadows",
    .tone { tone, _ in
      tone.scaleChroma(by: 0)
      tone.curve { y in
        let x = min(max((y - 0.08) / 0.92, 0), 1)
        return x * x * (3 - 2 * x)
      }
    })

  /// Steps that color the frame.
  static let colors = [
    LookForm(
      "sepia", "A warm brown", keepsLuma: true,
      .tone { tone, _ in tone.tint(with: RGB(red: 0x9a / 255, green: 0x80 / 255, blue: 0x63 / 255))
      }),
    LookForm(
      "tint", nil, "Shades of one color, from black through it to white", like: "tint=teal:0.8",
      [.color],
      keepsLuma: true, .tone { $0.tint(with: $1.color()) }),
    LookForm(
      "duotone", "=DARK,LIGHT", "Two colors: one where it is dark, one where it is light",
      like: "duotone=navy,cream", [.color, .color],
      .tone { $0.range(from: $1.color(0), to: $1.color(1)) }),
    LookForm(
      "recolor", nil, "Another color with its own light and shade: luma stays to the bit",
      like: "recolor=blue", [.color], keepsLuma: true,
      .inPlace { RecolorPass($0.color(), $1.coding, depth: $1.depth) }),
    scale(
      "hue", -360...360, "Rotate hues by this many degrees; luma stays to the bit", like: "hue=120",
      keepsLuma: true, .inPlace { step, _ in HuePass(degrees: step.number()) }),
  ]

  /// Steps that take one number.
  static let levels = [
    scale(
      "fade", 0...1, "Keep this share of the color", like: "fade=0.3", keepsLuma: true,
      .fold { $0.multiplyChroma(by: $1.number()) }),
    scale(
      "vivid", 0...4, "Color times that", like: "vivid=1.5", keepsLuma: true,
      .fold { $0.multiplyChroma(by: $1.number()) }),
    scale(
      "dim", 0...1, "Light times that", like: "dim=0.5",
      .tone { tone, step in
        let factor = step.number()
        tone.scaleChroma(by: factor)
        tone.curve { $0 * factor }
      }),
    scale(
      "contrast", 0...4, "Multiply the contrast of luma", like: "contrast=1.3",
      .tone { tone, step in
        let factor = step.number()
        tone.curve { 0.5 + ($0 - 0.5) * factor }
      }),
    scale(
      "gamma", 0.1...10, "Gamma of luma: more than 1 is lighter", like: "gamma=1.4",
      .tone { tone, step in
        let gamma = step.number()
        tone.curve { pow(max($0, 0), 1 / gamma) }
      }),
  ]

  static let solid = LookForm(
    "solid", nil, "One flat color", like: "solid=#203040", [.color],
    .tone { $0.fill(with: $1.color()) })
}

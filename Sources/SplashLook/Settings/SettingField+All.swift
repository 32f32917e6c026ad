extension SettingField {
  /// Every setting, in the order of the help. Each entry gives a flag, a key in JSON, a control on
  /// the tuner page and a line of the reference; defaults are in `SplashSettings`.
  package static let all: [SettingField] = [
    SettingField(
      "hues", \.hues, Repeated(HueKind()), flag: "hue", label: "Kept hues",
      unset: ColorName.standard.name, "A color to keep"),
    SettingField(
      "drops", \.drops, Repeated(HueKind(like: "as for --hue")), flag: "exclude",
      aliases: ["drop"], label: "Excluded hues", "A color to exclude from the selection"),
    SettingField(
      "keep", \.keep, Repeated(SelectionKind()), flag: "keep", label: "Kept regions",
      "Keep this area in full color; turns off the default --hue red"),
    SettingField(
      "within", \.within, Repeated(SelectionKind(like: "as for --keep")), flag: "within",
      label: "Only within", "Select only inside this area (garbage matte)"),
    SettingField(
      "without", \.without, Repeated(SelectionKind(like: "as for --keep")),
      flag: "without",
      label: "Excluded regions", "Select nothing inside this area (holdout matte)"),
    SettingField(
      "paint", \.paint, Repeated(PaintKind()), flag: "paint", label: "Brush strokes",
      "Correct the finished mask by a brush stroke; a JSON file stands for a list of them"),
    SettingField(
      "threshold", \.threshold, HueKind.degrees, flag: "hue-width", aliases: ["threshold"],
      label: "Width ±", in: .hues,
      "Default hue width, degrees on each side"),
    SettingField(
      "softness", \.softness, NumberKind(0...360, .degrees, reach: 90, step: 1), flag: "softness",
      label: "Softness", in: .hues,
      "Default softness, degrees outside of the width over which the selection fades"),
    SettingField(
      "saturation", \.saturation, IntervalKind(), flag: "saturation", label: "Saturation",
      in: .gates,
      "Saturation range to select, unless a color's name has its own"),
    SettingField(
      "value", \.value, IntervalKind(), flag: "value", label: "Value", in: .gates,
      "Value range to select, unless a color's name has its own"),
    SettingField(
      "gateSoftness", \.gateSoftness, NumberKind(0...1, reach: 0.5, step: 0.01),
      flag: "gate-softness", label: "Limit softness", in: .gates,
      "Softness of the saturation and value limits"),
    SettingField(
      "chromaFloor", \.chromaFloor, NumberKind(0...1, reach: 0.3, step: 0.005),
      flag: "chroma-floor", label: "Chroma floor", in: .gates, "Chroma below which hue is noise"),
    SettingField(
      "whiteBalance", \.whiteBalance, BalanceKind(), flag: "white-balance", label: "Balance",
      in: .balance, "How to correct a color cast before selecting colors"),
    SettingField(
      "balanceTime", \.balanceTime, NumberKind(0...3600, .seconds, reach: 10, step: 0.1),
      flag: "balance-time", label: "Follows in", in: .balance,
      "Seconds in which the balance follows the light"),
    SettingField(
      "lockBalance", \.lockBalance, SwitchKind(), flag: "lock-balance", label: "Lock what it found",
      in: .balance, "Keep the first balance that was found"),
    SettingField(
      "balanceOutput", \.balanceOutput, SwitchKind(), flag: "balance-output",
      label: "Balance the selection too", in: .balance,
      "Correct the color cast of the selection too"),
    SettingField(
      "stability", \.stability, NumberKind(0...1, step: 0.05), flag: "smoothing",
      aliases: ["stability"], label: "Stability", in: .mask, "Temporal smoothing of the mask"
    ),
    SettingField(
      "despeckle", \.despeckle, NumberKind(0...3, step: 1), flag: "despeckle", label: "Despeckle",
      in: .mask, "Remove specks and pinholes smaller than this many pixels of the mask"),
    SettingField(
      "whole", \.whole, WholeKind(), flag: "whole", label: "Whole things", in: .mask,
      "How far to select objects as a whole"),
    SettingField(
      "fill", \.fill, NumberKind(0...100, .area, reach: 10, step: 0.1), flag: "close-holes",
      aliases: ["fill"], label: "Fill holes", in: .mask,
      "Close holes in the selection up to this area"),
    SettingField(
      "clean", \.clean, NumberKind(0...100, .area, reach: 10, step: 0.01), flag: "remove-specks",
      aliases: ["clean"], label: "Clean islands", in: .mask,
      "Remove islands of the selection up to this area"),
    SettingField(
      "grow", \.grow, NumberKind(0...32, .samples, step: 0.25), flag: "grow", label: "Grow",
      in: .edge,
      "Grow the selection by this much"),
    SettingField(
      "shrink", \.shrink, NumberKind(0...32, .samples, step: 0.25), flag: "shrink", label: "Shrink",
      in: .edge, "Shrink the selection by this much, after --grow"),
    SettingField(
      "smooth", \.smooth, NumberKind(0...8, .samples, step: 1), flag: "smooth", label: "Smooth",
      in: .edge, "Smooth the edge of the selection: no teeth or gaps up to this width"),
    SettingField(
      "feather", \.feather, NumberKind(0...32, .samples, step: 1), flag: "feather",
      label: "Feather", in: .edge, "Soften the edge of the selection over this much on each side"
    ),
    SettingField(
      "edge", \.edge, EdgeKind(), flag: "edge", label: "AI matte edge",
      "Black and white point of AI mattes; auto is 0.1..0.9 over another background"),
    SettingField(
      "invert", \.invert, SwitchKind(), flag: "invert", label: "Invert", in: .mask,
      "Swap selection and background"),
    SettingField(
      "rest", \.rest, LookKind(), flag: "rest", label: "Rest", in: .look,
      "Look of the background (all that is not selected)"),
    SettingField(
      "kept", \.kept, LookKind(like: "as for --rest"), flag: "kept", label: "Kept", in: .look,
      "Look of the selection"),
    SettingField(
      "defringe", \.defringe, ChoiceKind(), flag: "despill", aliases: ["defringe"],
      label: "Defringe", in: .edge,
      "Remove background color from soft edges, over another background"),
    SettingField(
      "fadeIn", \.fadeIn, NumberKind(0...3600, .seconds, step: 0.1), flag: "fade-in",
      label: "Fade in", "Fade the effect in at the beginning"),
    SettingField(
      "fadeOut", \.fadeOut, NumberKind(0...3600, .seconds, step: 0.1), flag: "fade-out",
      label: "Fade out", "Fade the effect out at the end"),
    SettingField(
      "show", \.show, ChoiceKind(), flag: "show", label: "View", "What to show"),
  ]
}

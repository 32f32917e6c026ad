extension SettingField {
  /// Every setting, in the order of the help. Each entry gives a flag, a key in JSON, a control on
  /// the tuner page and a line of the reference; defaults are in `SplashSettings`.
  package static let all: [SettingField] = [
    SettingField(
      "hues", \.hues, Repeated(HueKind()), flag: "hue", label: "Kept hues",
      unset: ColorName.standard.name, "A hue to keep"),
    SettingField(
      "drops", \.drops, Repeated(HueKind(like: "as for hues to keep")), flag: "exclude",
      aliases: ["drop"], label: "Excluded hues", "A hue to exclude again"),
    SettingField(
      "keep", \.keep, Repeated(SelectionKind()), flag: "keep", label: "Kept regions",
      "A region to keep whatever its colors, and no hue unless one is given"),
    SettingField(
      "within", \.within, Repeated(SelectionKind(like: "as for regions to keep")), flag: "within",
      label: "Only within", "A region outside of which nothing is kept"),
    SettingField(
      "without", \.without, Repeated(SelectionKind(like: "as for regions to keep")),
      flag: "without",
      label: "Excluded regions", "A region in which nothing is kept"),
    SettingField(
      "threshold", \.threshold, HueKind.degrees, flag: "hue-width", aliases: ["threshold"],
      label: "Width ±", in: .hues,
      "Half-width of hues that give none"),
    SettingField(
      "softness", \.softness, NumberKind(0...360, .degrees, reach: 90, step: 1), flag: "softness",
      label: "Softness", in: .hues,
      "Width outside of it over which colors fade, of hues that give none"),
    SettingField(
      "saturation", \.saturation, IntervalKind(), flag: "saturation", label: "Saturation",
      in: .gates,
      "Saturation to keep, unless a color's name has its own"),
    SettingField(
      "value", \.value, IntervalKind(), flag: "value", label: "Value", in: .gates,
      "Value to keep, unless a color's name has its own"),
    SettingField(
      "gateSoftness", \.gateSoftness, NumberKind(0...1, reach: 0.5, step: 0.01),
      flag: "gate-softness", label: "Gate softness", in: .gates,
      "How far outside of those two colors fade"),
    SettingField(
      "chromaFloor", \.chromaFloor, NumberKind(0...1, reach: 0.3, step: 0.005),
      flag: "chroma-floor", label: "Chroma floor", in: .gates, "Chroma below which hue is noise"),
    SettingField(
      "whiteBalance", \.whiteBalance, BalanceKind(), flag: "white-balance", label: "Balance",
      in: .balance, "What balances the picture for the choice of colors"),
    SettingField(
      "balanceTime", \.balanceTime, NumberKind(0...3600, .seconds, reach: 10, step: 0.1),
      flag: "balance-time", label: "Follows in", in: .balance,
      "Time over which the balance follows the light"),
    SettingField(
      "lockBalance", \.lockBalance, SwitchKind(), flag: "lock-balance", label: "Lock what it found",
      in: .balance, "Keep the first balance that was found"),
    SettingField(
      "balanceOutput", \.balanceOutput, SwitchKind(), flag: "balance-output",
      label: "Balance the picture too", in: .balance, "Balance the kept picture too"),
    SettingField(
      "stability", \.stability, NumberKind(0...1, step: 0.05), flag: "smoothing",
      aliases: ["stability"], label: "Stability", in: .mask, "How much to steady the mask over time"
    ),
    SettingField(
      "despeckle", \.despeckle, NumberKind(0...3, step: 1), flag: "despeckle", label: "Despeckle",
      in: .mask, "Remove specks and pinholes smaller than that many samples"),
    SettingField(
      "whole", \.whole, NumberKind(0...1, step: 0.05), flag: "whole", label: "Whole things",
      in: .mask, "How far to decide things as wholes: kept or not"),
    SettingField(
      "fill", \.fill, NumberKind(0...100, .area, reach: 10, step: 0.1), flag: "close-holes",
      aliases: ["fill"], label: "Fill holes", in: .mask,
      "Close holes in what is kept up to that area"),
    SettingField(
      "clean", \.clean, NumberKind(0...100, .area, reach: 10, step: 0.01), flag: "remove-specks",
      aliases: ["clean"], label: "Clean islands", in: .mask,
      "Remove islands of what is kept up to that area"),
    SettingField(
      "grow", \.grow, NumberKind(0...32, .samples, step: 0.25), flag: "grow", label: "Grow",
      in: .edge,
      "Let what is kept grow by that much"),
    SettingField(
      "shrink", \.shrink, NumberKind(0...32, .samples, step: 0.25), flag: "shrink", label: "Shrink",
      in: .edge, "Let what is kept shrink by that much, after it has grown"),
    SettingField(
      "smooth", \.smooth, NumberKind(0...8, .samples, step: 1), flag: "smooth", label: "Smooth",
      in: .edge, "Smooth the edge of what is kept: no teeth and gaps up to that wide"),
    SettingField(
      "feather", \.feather, NumberKind(0...32, .samples, step: 1), flag: "feather",
      label: "Feather", in: .edge, "Let the edge of what is kept fade over that much to either side"
    ),
    SettingField(
      "edge", \.edge, EdgeKind(), flag: "edge", label: "Edge of networks",
      "What of a network's mask is nothing and what is all; auto over another background 0.1..0.9"),
    SettingField(
      "invert", \.invert, SwitchKind(), flag: "invert", label: "Invert", in: .mask,
      "Keep what would be grey, and the other way round"),
    SettingField(
      "rest", \.rest, LookKind(), flag: "rest", label: "Rest", in: .look,
      "Look of everything that is not kept"),
    SettingField(
      "kept", \.kept, LookKind(like: "as for the rest"), flag: "kept", label: "Kept", in: .look,
      "Look of what is kept"),
    SettingField(
      "defringe", \.defringe, ChoiceKind(), flag: "despill", aliases: ["defringe"],
      label: "Defringe", in: .edge,
      "Over another background, free soft edges of what was behind them"),
    SettingField(
      "fadeIn", \.fadeIn, NumberKind(0...3600, .seconds, step: 0.1), flag: "fade-in",
      label: "Fade in", "Time over which the effect comes at the beginning"),
    SettingField(
      "fadeOut", \.fadeOut, NumberKind(0...3600, .seconds, step: 0.1), flag: "fade-out",
      label: "Fade out", "Time over which the effect goes at the end"),
    SettingField(
      "show", \.show, ChoiceKind(), flag: "show", label: "View", "What to show"),
  ]
}

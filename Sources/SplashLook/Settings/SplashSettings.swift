/// Everything that decides what the picture will look like, with every default written once.
///
/// The command line, the JSON file and the tuner page read and write this one value, by the table
/// `SettingField.all`: a new setting is a property here, its line there, and its use. In JSON each
/// property is a key of its name; a missing key means its default, an unknown one is an error.
public struct SplashSettings: Equatable, Sendable {
  /// Hues to keep, 64 at most together with `drops`. Empty means red, or none beside a `keep`
  /// without objects. Where objects are kept, hues are what these are made of and nothing else.
  public var hues: [HueRange] = []
  /// Hues to exclude again.
  public var drops: [HueRange] = []
  /// Regions to keep whatever their colors, except for those of `drops`.
  public var keep: [Selection] = []
  /// Regions outside of which nothing is kept; empty for none.
  public var within: [Selection] = []
  /// Regions in which nothing is kept.
  public var without: [Selection] = []
  /// Half-width in degrees of hues that give none.
  public var threshold = 20.0
  /// Softness in degrees of hues that give none.
  public var softness = 10.0
  /// Saturation to keep, 0…1.
  public var saturation = Interval(0.20, 1)
  /// Value to keep, 0…1.
  public var value = Interval(0.10, 1)
  /// How far outside of the saturation and value intervals a color fades out, 0…1.
  public var gateSoftness = 0.10
  /// Chroma (largest minus smallest of R', G', B', 0…1) below which hue is noise.
  public var chromaFloor = 0.04
  public var whiteBalance = WhiteBalanceMode.auto
  /// Time constant of the balance in seconds; 0 follows every picture at once.
  public var balanceTime = 1.0
  /// Keeps the first balance that was found.
  public var lockBalance = false
  /// Balances the kept picture too, not only the gate.
  public var balanceOutput = false
  /// How much the mask is steadied over time, 0…1.
  public var stability = 0.5
  /// Specks and pinholes of the mask smaller than this many samples go, 0…3.
  public var despeckle = 1
  /// How far regions of one material are decided as wholes, 0…1: at 1 nearly each is kept or goes,
  /// at 0 the mask stays as the colors draw it.
  public var whole = 0.0
  /// Holes in what is kept are closed up to this area, in per cent of the picture, 0…100.
  public var fill = 0.3
  /// Islands go up to this area, in per cent of the picture, 0…100.
  public var clean = 0.02
  /// Samples of the mask by which what is kept grows, and shrinks after that: 0…32 each, by
  /// sixteenths.
  public var grow = 0.0
  public var shrink = 0.0
  /// Samples of the mask: teeth and gaps of its edge that are not wider are smoothed away, 0…8.
  public var smooth = 0
  /// Samples of the mask over which its edge fades to either side, 0…32.
  public var feather = 0
  /// How solid masks of networks are.
  public var edge = MaskEdge.automatic
  /// Keeps what would be grey, and the other way round.
  public var invert = false
  /// What becomes of everything that is not kept, step by step; as it is where there are none.
  public var rest = [LookStep.grey]
  /// What becomes of what is kept, likewise.
  public var kept: [LookStep] = []
  /// Whether what is kept has its own colors at soft edges, without what was behind it, where the
  /// rest is blurred, transparent, of one color or another picture; or the rest, where that is so
  /// of what is kept. Not where a region is drawn with a fade, which is no edge of a thing.
  public var defringe = Defringe.on
  /// Seconds over which the effect comes at the beginning.
  public var fadeIn = 0.0
  /// Seconds over which it goes at the end, where the length of what is read is known.
  public var fadeOut = 0.0
  public var show = Show.result

  /// Whether colors at soft edges are freed of what shines through.
  public enum Defringe: String, CaseIterable, Sendable { case off, on }

  /// What the output pictures show.
  public enum Show: String, CaseIterable, Sendable {
    case result
    /// The mask itself as grey.
    case mask
    /// The source on the left, the result on the right.
    case sideBySide = "side-by-side"
  }

  public init() {}

  /// A look makes something transparent.
  public var isTransparent: Bool { (rest + kept).contains(.transparent) }

  /// The hues that are kept, with the default where nothing was chosen.
  public var keptHues: [HueRange] {
    hues.isEmpty && (keep.isEmpty || keepsObjects) ? ColorName.standard.kept : hues
  }

  /// The hues are what objects are made of, and not kept by themselves.
  var keepsObjects: Bool { keep.contains(where: \.isObject) }

  /// Everything that the mask is made of besides hues, and what windows go with.
  package var selections: [Selection] {
    (keep + within + without).flatMap { [$0] + ($0.leader.map { [$0] } ?? []) }
  }

  /// Whether colors at soft edges are freed of what shines through: a fade that is drawn shows the
  /// thing itself on both sides.
  var defringes: Bool { defringe == .on && !selections.contains(where: \.fades) }

  /// The rest is grey, and what is kept as it was.
  package var isGrey: Bool { rest == [.grey] && kept.isEmpty }

  /// The mask has more sources than hues.
  var hasRegions: Bool { !selections.isEmpty }
}

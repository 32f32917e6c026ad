/// All settings of the look, with all defaults.
///
/// The command line, the JSON file and the tuner page read and write this type, by the table
/// `SettingField.all`: a new setting needs a property here, an entry there, and its use. In JSON
/// each property is a key of the same name; a missing key means its default, an unknown one is an
/// error.
public struct SplashSettings: Equatable, Sendable {
  /// Hues to select, at most 64 together with `drops`. Empty means red, or none if `keep` has no
  /// objects. If objects are selected, hues only define these.
  public var hues: [HueRange] = []
  /// Hues to exclude.
  public var drops: [HueRange] = []
  /// Regions to select whatever their colors, except the hues of `drops`.
  public var keep: [Selection] = []
  /// Regions that limit the selection; empty for no limit.
  public var within: [Selection] = []
  /// Regions to exclude.
  public var without: [Selection] = []
  /// Corrections of the finished mask by hand, in their order; at most `paintLimit`.
  public var paint: [PaintStroke] = []
  /// Default hue width: half-width in degrees.
  public var threshold = 20.0
  /// Default softness of hues, in degrees.
  public var softness = 10.0
  /// Default saturation range, 0…1.
  public var saturation = Interval(0.20, 1)
  /// Default value range, 0…1.
  public var value = Interval(0.10, 1)
  /// Softness of the saturation and value limits, 0…1.
  public var gateSoftness = 0.10
  /// Chroma (largest minus smallest of R', G', B', 0…1) below which hue is noise.
  public var chromaFloor = 0.04
  public var whiteBalance = WhiteBalanceMode.auto
  /// Time constant of the white balance in seconds; 0 follows every frame at once.
  public var balanceTime = 1.0
  /// Keeps the first white balance found.
  public var lockBalance = false
  /// Applies the white balance to the result too, not only to the selection of colors.
  public var balanceOutput = false
  /// Temporal smoothing of the mask, 0…1.
  public var stability = 0.5
  /// Removes specks and pinholes of the mask smaller than this many samples, 0…3.
  public var despeckle = 1
  /// How strongly regions of one material are decided as wholes, 0…1: at 1 nearly each is selected
  /// or not as a whole, at 0 the mask stays as drawn. Nil for 1 if all selected hues are names, and
  /// for 0 otherwise.
  public var whole: Double?
  /// Closes holes in the mask up to this area, in per cent of the frame, 0…100.
  public var fill = 0.3
  /// Removes islands of the mask up to this area, in per cent of the frame, 0…100.
  public var clean = 0.02
  /// Mask samples by which the selection grows, and then shrinks: 0…32 each, in sixteenths.
  public var grow = 0.0
  public var shrink = 0.0
  /// Smooths teeth and gaps of the mask's edge up to this width, in mask samples, 0…8.
  public var smooth = 0
  /// Mask samples over which the edge fades to either side, 0…32.
  public var feather = 0
  /// Black and white point of network masks.
  public var edge = MaskEdge.automatic
  /// Inverts the selection.
  public var invert = false
  /// Steps for the background; unchanged if empty.
  public var rest = [LookStep.grey]
  /// Steps for the selection; unchanged if empty.
  public var kept: [LookStep] = []
  /// Whether to despill soft edges of the selection if the background is blurred, transparent, one
  /// color or another image; or of the background if the selection is. Not if a region is drawn
  /// with a fade, which is not the edge of an object.
  public var defringe = Defringe.on
  /// Seconds over which the effect fades in at the beginning.
  public var fadeIn = 0.0
  /// Seconds over which it fades out at the end, if the length of the input is known.
  public var fadeOut = 0.0
  public var show = Show.result

  /// Whether to despill soft edges.
  public enum Defringe: String, CaseIterable, Sendable { case off, on }

  /// What the output shows.
  public enum Show: String, CaseIterable, Sendable {
    case result
    /// The mask as grey.
    case mask
    /// The source on the left, the result on the right.
    case sideBySide = "side-by-side"
  }

  public init() {}

  /// Whether a look makes something transparent.
  public var isTransparent: Bool { (rest + kept).contains(.transparent) }

  /// The selected hues; the default if none was chosen.
  public var keptHues: [HueRange] {
    hues.isEmpty && (keep.isEmpty || keepsObjects) ? ColorName.standard.kept : hues
  }

  /// Whether hues only define objects, and select nothing by themselves.
  var keepsObjects: Bool { keep.contains(where: \.isObject) }

  /// All selections besides hues, and the leaders of windows.
  package var selections: [Selection] {
    (keep + within + without + paint.filter { !$0.isOff }.map(\.area)).flatMap {
      [$0] + ($0.leader.map { [$0] } ?? [])
    }
  }

  /// Whether soft edges are despilled: not if a region is drawn with a fade, which shows the object
  /// itself on both sides.
  var defringes: Bool { defringe == .on && !selections.contains(where: \.fades) }

  /// Whether the background is grey and the selection unchanged.
  package var isGrey: Bool { rest == [.grey] && kept.isEmpty }

  /// Whether the mask has other sources than hues.
  var hasRegions: Bool { !selections.isEmpty }

  /// Whether the mask of the hues is inverted where it is drawn; with other sources, later.
  var invertsHues: Bool { invert && !hasRegions }
}

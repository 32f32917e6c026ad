internal import CSplashKernels
internal import SplashBase

/// A kind of mask that is made of the samples of each picture, and of nothing else: `all` has one
/// for each, from which flags, JSON, help and the page's field take its name.
public struct Measure: Sendable {
  public let name: String
  let make: @Sendable (SplashDSP) -> any PictureMeasure

  /// In the order in which people are shown them.
  static let all = [sharp]
}

extension Measure: Hashable {
  public static func == (one: Measure, other: Measure) -> Bool { one.name == other.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Makes the masks of a video, picture after picture. For one thread at a time.
protocol PictureMeasure: AnyObject {
  /// The mask of the next picture, valid until the next call: of its chroma's size and as it is
  /// stored.
  ///
  /// - Parameters:
  ///   - picture: in a native format.
  ///   - stability: 0…1; at 0 nothing counts but the picture.
  func mask(of picture: borrowing PlaneView, stability: Double) -> MaskPlane
}

/// The masks that settings want measured.
struct MeasuredMasks {
  private var measures: [Measure: any PictureMeasure] = [:]

  /// Those of the next picture.
  mutating func masks(
    for settings: SplashSettings, of picture: borrowing PlaneView, _ kernels: SplashDSP
  ) -> [Selection: MaskPlane] {
    let wanted = Set(settings.selections.compactMap(\.measure))
    measures = measures.filter { wanted.contains($0.key) }
    var masks: [Selection: MaskPlane] = [:]
    for measure in wanted {
      let maker = measures[measure] ?? measure.make(kernels)
      measures[measure] = maker
      masks[.measured(measure)] = maker.mask(of: picture, stability: settings.stability)
    }
    return masks
  }
}

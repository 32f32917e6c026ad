internal import CSplashKernels

/// A kind of mask made of the samples of each frame alone. `all` has one for each; flags, JSON,
/// help and the page take the names from there.
public struct Measure: Sendable {
  public let name: String
  let make: @Sendable (SplashDSP) -> any PictureMeasure

  /// In the order shown to people.
  static let all = [sharp]
}

extension Measure: Hashable {
  public static func == (one: Measure, other: Measure) -> Bool { one.name == other.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Makes the masks of one measure for the frames of a video. For one thread at a time.
protocol PictureMeasure: AnyObject {
  /// The mask of the next frame, valid until the next call: of its chroma's size and as stored.
  ///
  /// - Parameters:
  ///   - picture: in a native format.
  ///   - stability: temporal smoothing, 0…1; at 0 earlier frames have no effect.
  func mask(of picture: borrowing PlaneView, stability: Double) -> MaskPlane
}

/// The measured masks that settings use.
struct MeasuredMasks {
  private var measures: [Measure: any PictureMeasure] = [:]

  /// The masks of the next frame.
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

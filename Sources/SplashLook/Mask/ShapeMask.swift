import CSplashKernels

/// Planes for shaping the edge of masks: growing, shrinking, smoothing and feathering, one plane
/// for each.
struct ShapeMask {
  private let grown, shrunk, smoothed, feathered: MaskPlane

  init(width: Int, height: Int) {
    func plane() -> MaskPlane { MaskPlane(width: width, height: height) }
    (grown, shrunk, smoothed, feathered) = (plane(), plane(), plane(), plane())
  }

  /// The plane that holds the shaped mask for some settings.
  func mask(_ settings: SplashSettings) -> MaskPlane {
    settings.feather > 0
      ? feathered : settings.smooth > 0 ? smoothed : settings.shrink > 0 ? shrunk : grown
  }

  private static func sixteenths(_ samples: Double) -> Int32 { Int32((samples * 16).rounded()) }

  func work(_ settings: SplashSettings) -> SplashShapeWork {
    SplashShapeWork(
      grow: Self.sixteenths(settings.grow), shrink: Self.sixteenths(settings.shrink),
      smooth: Int32(settings.smooth), feather: Int32(settings.feather), grown: grown.plane,
      shrunk: shrunk.plane, smoothed: smoothed.plane, feathered: feathered.plane)
  }
}

extension SplashSettings {
  /// Whether the edge of the mask is shaped.
  var shapes: Bool { grow > 0 || shrink > 0 || smooth > 0 || feather > 0 }
}

import CSplashKernels

/// What shapes the edge of masks: it grows, shrinks and fades, each into a plane of its own.
struct ShapeMask {
  private let grown, shrunk, feathered: MaskPlane

  init(width: Int, height: Int) {
    func plane() -> MaskPlane { MaskPlane(width: width, height: height) }
    (grown, shrunk, feathered) = (plane(), plane(), plane())
  }

  /// Where the mask of settings that shape it goes.
  func mask(_ settings: SplashSettings) -> MaskPlane {
    settings.feather > 0 ? feathered : settings.shrink > 0 ? shrunk : grown
  }

  func work(_ settings: SplashSettings) -> SplashShapeWork {
    SplashShapeWork(
      grow: Int32(settings.grow), shrink: Int32(settings.shrink),
      feather: Int32(settings.feather), grown: grown.plane, shrunk: shrunk.plane,
      feathered: feathered.plane)
  }
}

extension SplashSettings {
  /// The edge of the mask is shaped.
  var shapes: Bool { grow > 0 || shrink > 0 || feather > 0 }
}

internal import CSplashKernels

/// Paints strokes over the finished mask.
///
/// To raise samples to a stroke, and to lower them to what it leaves, one stroke after another, is
/// to keep each between two limits. A stroke is drawn once while those before it do not move.
struct PaintMask {
  private var drawn: Drawn?

  private struct Drawn {
    let strokes: [PaintStroke]
    /// Where the strokes are in this frame; nil for one that is switched off.
    let places: [Region?]
    let raster: RegionRaster
    let lower, upper, painted: MaskPlane
  }

  /// The painted mask; valid until the next call.
  ///
  /// - Parameters:
  ///   - mask: finished; it is not changed.
  ///   - turn: for display.
  ///   - windows: the regions of windows in this frame.
  mutating func paint(
    _ mask: MaskPlane, of picture: borrowing PlaneView, turn: Turn, _ settings: SplashSettings,
    _ windows: [Selection: Region]
  ) -> MaskPlane {
    guard settings.paint.contains(where: { !$0.isOff }) else {
      drawn = nil
      return mask
    }
    let raster = RegionRaster(of: picture, turn: turn)
    let drawn = draw(settings.paint, raster, windows)
    self.drawn = drawn
    let (source, lower) = (mask.plane, drawn.lower.plane)
    let (upper, painted) = (drawn.upper.plane, drawn.painted.plane)
    for row in 0..<raster.height {
      let (from, to) = (source.data + row * source.stride, painted.data + row * painted.stride)
      let least = lower.data + row * lower.stride
      let most = upper.data + row * upper.stride
      for column in 0..<raster.width {
        to[column] = min(max(from[column], least[column]), most[column])
      }
    }
    return drawn.painted
  }

  private func draw(
    _ strokes: [PaintStroke], _ raster: RegionRaster, _ windows: [Selection: Region]
  ) -> Drawn {
    let places = strokes.map { stroke in
      stroke.isOff ? nil : stroke.area.region ?? windows[stroke.area]
    }
    let last = drawn.flatMap { $0.raster == raster ? $0 : nil }
    // How many of them are drawn already: those before a new one.
    var known = 0
    if let last, strokes.starts(with: last.strokes), places.starts(with: last.places) {
      known = last.strokes.count
    }
    func plane() -> MaskPlane { MaskPlane(width: raster.width, height: raster.height) }
    let new = Drawn(
      strokes: strokes, places: places, raster: raster, lower: last?.lower ?? plane(),
      upper: last?.upper ?? plane(), painted: last?.painted ?? plane())
    if known == 0 {
      new.lower.fill(0)
      new.upper.fill(255)
    }
    for (stroke, place) in zip(strokes, places).dropFirst(known) {
      guard let place else { continue }
      for plane in [new.lower, new.upper] {
        raster.add(place, to: plane, lowers: stroke.erases)
      }
    }
    return new
  }
}

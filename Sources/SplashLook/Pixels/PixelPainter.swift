internal import CSplashKernels

/// Applies a look to frames in place. It draws into planes of its own, since the look needs the
/// source until the frame is done.
final class PixelPainter {
  private let run: LookRun
  /// The settings as given; places in pixels are not converted.
  private var wanted: LookTimeline?
  /// The frame size for which places in pixels were converted.
  private var size = (width: 0, height: 0)
  /// Two, since a cross-fade draws a frame twice.
  private let (results, split) = ([Canvas(), Canvas()], Canvas())
  private let makeMasks: (@Sendable () -> any PixelMasks)?
  private var masks: (any PixelMasks)?
  private var pictureNumber = 0

  /// A Y'CbCr format precise enough that 8-bit R'G'B' survives the round trip.
  private static let splitFormat = SampleFormat(
    .planar, depth: 12, log2ChromaWidth: 0, log2ChromaHeight: 0)
  /// Seconds between frames without times, for tracking the light.
  private static let assumedInterval = 1.0 / 30

  /// - Parameter makeMasks: makes the source of network masks; nil for none.
  init(_ control: LookControl, _ makeMasks: (@Sendable () -> any PixelMasks)? = nil) {
    run = LookRun(control, interval: Self.assumedInterval)
    self.makeMasks = makeMasks
  }

  /// Seconds from the first frame to the end; nil if unknown.
  var length: Double? {
    get { run.length }
    set { run.length = newValue }
  }

  /// - Parameter wanted: settings that apply from this frame on.
  /// - Throws: `SplashError` if a network fails; the frame then stays unchanged.
  func paint(_ image: PixelBuffer, _ wanted: LookTimeline) throws {
    place(wanted, in: image)
    pictureNumber += 1
    switch image.layout.samples {
    case .native(let format):
      let target = image.view(format)
      let isPacked = format.packing == .yuyv || format.packing == .uyvy
      try draw(target.view, image.time) { drawn, changesLuma in
        if isPacked {
          target.weave(drawn.view)
        } else {
          for plane in (changesLuma ? 0 : 1)..<(format.packing == .semiplanar ? 2 : 3) {
            target.copy(plane: plane, of: drawn.view)
          }
        }
      }
    case .rgb(let order):
      let source = planes(of: image, order)
      let (kr, kb) = (image.coding.matrix.kr, image.coding.matrix.kb)
      try draw(source.view, image.time) { drawn, _ in
        for row in 0..<image.height {
          splash_rgb_join(
            drawn.words(row, 0), drawn.words(row, 1), drawn.words(row, 2), kr, kb, order,
            image.pixels(ofRow: row), Int32(image.width))
        }
      }
    }
  }

  /// Writes the mask of the next frame, a byte per luma sample. The frame is not changed.
  ///
  /// - Parameters:
  ///   - wanted: settings that apply from this frame on.
  ///   - target: memory for the mask.
  /// - Throws: as with `paint`.
  func drawMask(of image: PixelBuffer, _ wanted: LookTimeline, into target: MaskBuffer) throws {
    place(wanted, in: image)
    pictureNumber += 1
    let (format, made) =
      switch image.layout.samples {
      case .native(let format): (format, try mask(of: image.view(format).view, image.time))
      case .rgb(let order):
        (Self.splitFormat, try mask(of: planes(of: image, order).view, image.time))
      }
    for y in 0..<image.height {
      let from = made.plane.data + (y >> format.log2ChromaHeight) * made.plane.stride
      let to = target.start + y * target.stride
      if format.log2ChromaWidth == 0 {
        to.update(from: from, count: image.width)
      } else {
        for x in 0..<image.width { to[x] = from[x >> format.log2ChromaWidth] }
      }
    }
  }

  private func mask(of source: borrowing PlaneView, _ time: Double?) throws -> MaskPlane {
    // Without `tell`, news of objects is dropped.
    try run.mask(of: source, at: time, Unwatched()) {
      try materials(for: $0, in: source, time, place: $1)
    }
  }

  /// An R'G'B' frame as Y'CbCr; valid until the next call.
  private func planes(of image: PixelBuffer, _ order: SplashRGBOrder) -> MutablePlaneView {
    let planes = split.planes(
      width: image.width, height: image.height, format: Self.splitFormat, coding: image.coding)
    let (kr, kb) = (image.coding.matrix.kr, image.coding.matrix.kb)
    for row in 0..<image.height {
      splash_rgb_split(
        image.pixels(ofRow: row), order, kr, kb, planes.words(row, 0), planes.words(row, 1),
        planes.words(row, 2), Int32(image.width))
    }
    return planes
  }

  /// Converts places in pixels for frames of a size. If one lies outside of the frame, none is
  /// converted, and selections in pixels stay empty.
  private func place(_ wanted: LookTimeline, in image: PixelBuffer) {
    guard wanted != self.wanted || size != (image.width, image.height) else { return }
    self.wanted = wanted
    size = (image.width, image.height)
    let placed = (try? wanted.placed(width: size.width, height: size.height)) ?? wanted
    run.control.settings = placed.base
    run.control.timeline = placed.entries.isEmpty ? nil : placed
  }

  /// Draws the result, or both results of a cross-fade.
  ///
  /// - Parameter finish: called with planes in the source's format (planar 4:2:2 if it is packed),
  ///   and whether luma differs from the source's.
  private func draw(
    _ source: borrowing PlaneView, _ time: Double?,
    _ finish: (borrowing MutablePlaneView, Bool) -> Void
  ) throws {
    let isPacked = source.format.packing == .yuyv || source.format.packing == .uyvy
    let format =
      isPacked
      ? SampleFormat(.planar, depth: 8, log2ChromaWidth: 1, log2ChromaHeight: 0) : source.format
    var made = 0
    func make(_ hasLuma: Bool) -> DrawnPlanes {
      defer { made += 1 }
      return DrawnPlanes(
        planes: results[made].planes(
          width: source.width, height: source.height, format: format, coding: source.coding,
          luma: hasLuma || isPacked ? nil : source.planes[0]), hasLuma: hasLuma)
    }
    if run.control.settings.show == .mask {
      let mask = try mask(of: source, time)
      let drawn = make(true)
      mask.draw(of: source, into: drawn.planes, .best)
      finish(drawn.planes, true)
    } else {
      let drawn = try run.draw(source, at: time, Unwatched()) {
        try materials(for: $0, in: source, time, place: $1)
      } into: {
        make($0)
      }
      finish(drawn.planes, drawn.hasLuma)
    }
  }

  /// The network masks that settings need for a frame.
  private func materials(
    for settings: SplashSettings, in picture: borrowing PlaneView, _ time: Double?, place: Double
  ) throws -> LookMaterials {
    var materials = LookMaterials()
    let wanted = Set(settings.selections.filter(\.hasNetwork))
    guard !wanted.isEmpty, let made = masks ?? makeMasks?() else { return materials }
    masks = made
    materials.masks = try made.masks(
      of: wanted, in: picture,
      at: PixelMoment(number: pictureNumber, time: time, place: place),
      stability: settings.stability)
    return materials
  }
}

/// Planes of a canvas into which a frame is drawn.
private struct DrawnPlanes: ~Copyable, LookResult {
  let planes: MutablePlaneView
  let hasLuma: Bool

  func withPlanesToFill(_ body: (borrowing MutablePlaneView) -> Void) { body(planes) }
}

extension MutablePlaneView {
  /// A row of 16-bit samples.
  fileprivate func words(_ row: Int, _ plane: Int) -> UnsafeMutablePointer<UInt16> {
    let start = view.start(ofPlane: plane) + row * view.planes[plane].stride
    return UnsafeMutableRawPointer(start).assumingMemoryBound(to: UInt16.self)
  }

  /// Packs planar 4:2:2 of the same size into packed 4:2:2.
  fileprivate func weave(_ source: borrowing PlaneView) {
    let format = view.format
    for (index, component) in format.components.enumerated() {
      let count = source.size(ofComponent: index).width
      for row in 0..<view.height {
        let from = source.row(row, ofPlane: index)
        let to = self.row(row, ofPlane: 0)
        for x in 0..<count { to[component.offset + x * component.step] = from[x] }
      }
    }
  }
}

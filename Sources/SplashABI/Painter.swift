internal import CSplash
internal import SplashBase
internal import SplashLook

/// Splashes a video's pictures in place, by way of planes of its own: the look needs the source
/// until its picture is done.
final class Painter {
  private let look = Look()
  private let (result, split) = (Canvas(), Canvas())
  /// Time of the first picture that had one.
  private var beginning: Double?

  /// Y'CbCr that colors of 8 bits go through and come back from as they were.
  private static let splitFormat = SampleFormat(
    .planar, depth: 12, log2ChromaWidth: 0, log2ChromaHeight: 0)

  func paint(_ image: Image, _ control: LookControl) {
    switch image.format {
    case .native(let format):
      let target = image.view(format)
      let isPacked = format.packing == .yuyv || format.packing == .uyvy
      draw(target.view, image.time, control) { drawn, changesLuma in
        if isPacked {
          target.weave(drawn.view)
        } else {
          for plane in (changesLuma ? 0 : 1)..<(format.packing == .semiplanar ? 2 : 3) {
            target.copy(plane: plane, of: drawn.view)
          }
        }
      }
    case .rgb(let order):
      let source = split.planes(
        width: image.width, height: image.height, format: Self.splitFormat, coding: image.coding)
      let (kr, kb) = (image.coding.matrix.kr, image.coding.matrix.kb)
      for row in 0..<image.height {
        splash_rgb_split(
          image.pixels(ofRow: row), order, kr, kb, source.words(row, 0), source.words(row, 1),
          source.words(row, 2), Int32(image.width))
      }
      draw(source.view, image.time, control) { drawn, _ in
        for row in 0..<image.height {
          splash_rgb_join(
            drawn.words(row, 0), drawn.words(row, 1), drawn.words(row, 2), kr, kb, order,
            image.pixels(ofRow: row), Int32(image.width))
        }
      }
    }
  }

  /// Draws what the settings ask for.
  ///
  /// - Parameter finish: gets planes in the source's format, planar 4:2:2 for a packed one, and
  ///   whether luma is another than the source's.
  private func draw(
    _ source: borrowing PlaneView, _ time: Double?, _ control: LookControl,
    _ finish: (borrowing MutablePlaneView, Bool) -> Void
  ) {
    // What has no place in these pictures selects nothing.
    let size = (width: source.width, height: source.height)
    let settings =
      (try? control.settings.placed(width: size.width, height: size.height)) ?? control.settings
    let gains = look.gains(for: source, at: time, settings)
    let showsMask = settings.show == .mask
    let changesLuma = showsMask || Composition(settings, hasAlpha: false).changesLuma
    let isPacked = source.format.packing == .yuyv || source.format.packing == .uyvy
    let format =
      isPacked
      ? SampleFormat(.planar, depth: 8, log2ChromaWidth: 1, log2ChromaHeight: 0) : source.format
    let target = result.planes(
      width: source.width, height: source.height, format: format, coding: source.coding,
      luma: changesLuma || isPacked ? nil : source.planes[0])
    var materials = LookMaterials()
    if let time {
      let beginning = beginning ?? time
      self.beginning = beginning
      materials.time = time - beginning
    }
    if showsMask {
      look.mask(of: source, settings, gains, materials)
        .draw(of: source, into: target, look.instructionSet)
    } else {
      look.compose(source, into: target, settings, gains, materials)
    }
    control.report(look, gains: gains)
    finish(target, changesLuma)
  }
}

extension MutablePlaneView {
  /// A row of 16-bit samples.
  fileprivate func words(_ row: Int, _ plane: Int) -> UnsafeMutablePointer<UInt16> {
    let start = view.start(ofPlane: plane) + row * view.planes[plane].stride
    return UnsafeMutableRawPointer(start).assumingMemoryBound(to: UInt16.self)
  }

  /// Puts planar 4:2:2 of the same size together to packed 4:2:2.
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

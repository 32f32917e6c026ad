internal import CFFmpeg

/// A video or picture whose frames are masks.
final class MaskFile: MaskReader {
  private let pictures: TimedPictures
  private let isAlpha: Bool
  private let scaler = Scaler()
  private let turner: Turner?
  /// The present mask, and the turn that it was drawn for.
  private var drawn: (plane: MaskPlane, turn: Turn)?

  /// Opens a file and decodes its first frame.
  ///
  /// - Parameter sources: registers the opened source, so that a stop can interrupt it.
  /// - Throws: `SplashError` of kind badInput when there is no frame.
  init(_ name: String, among sources: OpenSources) throws {
    pictures = try TimedPictures(name, loops: false, among: sources)
    turner = Turner(pictures.turn)
    isAlpha = try pictures.shown.isTransparent
  }

  func mask(at time: Double, width: Int, height: Int, turn: Turn) throws -> MaskPlane {
    if try pictures.show(at: time) { drawn = nil }
    if let drawn, drawn.turn == turn, drawn.plane.fits(width: width, height: height) {
      return drawn.plane
    }
    let plane = try draw(width: width, height: height, turn: turn)
    drawn = (plane, turn)
    return plane
  }

  private func draw(width: Int, height: Int, turn: Turn) throws -> MaskPlane {
    let upright = try turner?.apply(to: pictures.shown) ?? Frame(sharing: pictures.shown)
    // Grey is scaled without range conversion, since libswscale treats its range inconsistently.
    if upright.format.isGrey { upright.av.pointee.color_range = AVCOL_RANGE_JPEG }
    let format = PixelFormat(isAlpha ? AV_PIX_FMT_YUVA444P : AV_PIX_FMT_GRAY8)
    let size = turn.turned(width, height)
    let small = try scaler.convert(
      upright, to: format, width: size.width, height: size.height, range: .full)
    if !isAlpha, let levels = pictures.shown.levels {
      small.withMutablePlanes { planes in
        for y in 0..<planes.view.height {
          let row = planes.row(y, ofPlane: 0)
          for x in row.indices { row[x] = levels[Int(row[x])] }
        }
      }
    }
    return small.withPlanes { planes in
      MaskPlane(width: width, height: height, turn: turn) {
        planes.row($0, ofPlane: isAlpha ? 3 : 0)
      }
    }!
  }
}

extension Frame {
  /// Whether it has alpha, and not all of it is opaque.
  fileprivate var isTransparent: Bool {
    get throws {
      guard format.hasAlpha else { return false }
      let alpha = try Scaler().convert(
        self, to: PixelFormat(AV_PIX_FMT_YUVA444P), width: width, height: height)
      return alpha.withPlanes { planes in
        (0..<planes.height).contains { planes.row($0, ofPlane: 3).contains { $0 < 255 } }
      }!
    }
  }

  /// The table from limited-range codes to full range for a format without color; nil for other
  /// formats.
  fileprivate var levels: [UInt8]? {
    guard format.isGrey, av.pointee.color_range == AVCOL_RANGE_MPEG else { return nil }
    return (0..<256).map { UInt8((min(max(Double($0) - 16, 0), 219) * 255 / 219).rounded()) }
  }
}

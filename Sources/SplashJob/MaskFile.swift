internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter
internal import SplashLook

/// A video or a picture whose pictures are masks, from beginning to end.
final class MaskFile: MaskReader {
  private let name: String
  private let boundary = FileBoundary.current
  private let sources: OpenSources
  private var source: any FrameSource
  /// What is shown at the time that was last asked for, and what comes after it.
  private var shown: Picture
  private var coming: Picture?
  /// The time that was last asked for.
  private var last = -Double.infinity
  private let isAlpha: Bool
  private let scaler = Scaler()
  private let turner: Turner?
  /// What is shown, drawn for whoever asked last.
  private var drawn: (plane: MaskPlane, turn: Turn)?

  /// Frames have one owner, and are kept here until their time is over.
  private final class Picture {
    let frame: Frame
    /// Seconds from the first picture, and the time stamp of that one.
    let time, origin: Double

    init(_ frame: consuming Frame, time: Double, origin: Double) {
      self.frame = frame
      self.time = time
      self.origin = origin
    }
  }

  /// Opens a file and decodes its first picture.
  ///
  /// - Parameter sources: where a stop finds it.
  /// - Throws: `SplashError` of kind badInput when there is none.
  init(_ name: String, among sources: OpenSources) throws {
    self.name = name
    self.sources = sources
    source = try openSource(name)
    sources.add(source)
    guard let first = try Self.next(of: source, after: nil) else {
      throw SplashError(.badInput, "\(name): no picture in it")
    }
    shown = first
    turner = Turner(source.media.picture.turn)
    isAlpha = try first.frame.isTransparent
    coming = try Self.next(of: source, after: first)
  }

  func mask(at time: Double, width: Int, height: Int, turn: Turn) throws -> MaskPlane {
    if time < last { try begin() }
    last = time
    while let coming, coming.time - time < time - shown.time - 1e-6 {
      shown = coming
      drawn = nil
      self.coming = try Self.next(of: source, after: coming)
    }
    if let drawn, drawn.turn == turn, drawn.plane.fits(width: width, height: height) {
      return drawn.plane
    }
    let plane = try draw(width: width, height: height, turn: turn)
    drawn = (plane, turn)
    return plane
  }

  /// Goes back to the first picture, unless it is still there.
  private func begin() throws {
    guard shown.time > 0 else { return }
    source = try FileBoundary.$current.withValue(boundary) { try openSource(name) }
    sources.add(source)
    guard let first = try Self.next(of: source, after: nil) else { return }
    (shown, drawn) = (first, nil)
    coming = try Self.next(of: source, after: first)
  }

  private static func next(of source: any FrameSource, after last: Picture?) throws -> Picture? {
    guard let frame = try source.nextPicture(StageClock()) else { return nil }
    let stamp = frame.presentationTime
    guard let last else { return Picture(frame, time: 0, origin: stamp ?? 0) }
    let rate = source.media.frameRate
    let time = stamp.map { $0 - last.origin } ?? last.time + (rate > 0 ? 1 / rate : 0)
    return Picture(frame, time: max(time, last.time), origin: last.origin)
  }

  private func draw(width: Int, height: Int, turn: Turn) throws -> MaskPlane {
    let upright = try turner?.apply(to: shown.frame) ?? Frame(sharing: shown.frame)
    // Grey is scaled as it lies: libswscale is of two minds about its range.
    if upright.format.isGrey { upright.av.pointee.color_range = AVCOL_RANGE_JPEG }
    let format = PixelFormat(isAlpha ? AV_PIX_FMT_YUVA444P : AV_PIX_FMT_GRAY8)
    let size = turn.turned(width, height)
    let small = try scaler.convert(
      upright, to: format, width: size.width, height: size.height, range: .full)
    if !isAlpha, let levels = shown.frame.levels {
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
  /// It has alpha, and not all of it is opaque.
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

  /// What the codes of a format without color mean where they are tagged as limited; nil
  /// elsewhere.
  fileprivate var levels: [UInt8]? {
    guard format.isGrey, av.pointee.color_range == AVCOL_RANGE_MPEG else { return nil }
    return (0..<256).map { UInt8((min(max(Double($0) - 16, 0), 219) * 255 / 219).rounded()) }
  }
}

internal import CFFmpeg

/// Reduces frames to 255 colors and a transparent one, for GIF.
///
/// Frames are held until they take 64 MB, 10 seconds of 480 × 270 at 12 fps, and get one palette,
/// made of all their colors. The palette before is kept where a new one would be little better,
/// since a change costs bytes and may be visible. Pixels with less than half alpha become
/// transparent.
final class PaletteConverter {
  private static let memory = 64 << 20
  /// Factor by which the old palette's error may exceed the new one's.
  private static let patience = 1.25

  private let scaler = Scaler()
  private var held: [Held] = []
  private var pictureBytes = 0
  private var cells = ColorCells()
  private var mapper: PaletteMapper?

  private final class Held {
    var frame: Frame?
    init(_ frame: consuming Frame) { self.frame = consume frame }
  }

  var holdsPictures: Bool { !held.isEmpty }

  /// Whether the held frames should be encoded.
  var isFull: Bool {
    held.count * pictureBytes >= Self.memory
  }

  /// Holds a frame.
  func add(_ frame: borrowing Frame, width: Int, height: Int) throws {
    let picture = try scaler.convert(
      frame, to: PixelFormat(AV_PIX_FMT_RGBA), width: width, height: height)
    let (data, stride) = (picture.av.pointee.data.0!, Int(picture.av.pointee.linesize.0))
    for y in 0..<height { cells.add(data + y * stride, count: width) }
    pictureBytes = width * height * 4
    held.append(Held(picture))
  }

  /// Chooses the palette for the held frames.
  func choose() {
    let fresh = Palette(cells)
    if mapper.map({ $0.palette.error(for: cells) > Self.patience * fresh.error(for: cells) })
      ?? true
    {
      mapper = PaletteMapper(fresh)
    }
    cells.removeAll()
  }

  /// The next held frame in the colors of the palette; nil after the last.
  func next() -> Frame? {
    guard let picture = held.first?.frame.take() else { return nil }
    held.removeFirst()
    let (width, height) = (picture.width, picture.height)
    var result = Frame()
    result.copyProperties(of: picture)
    result.format = PixelFormat(AV_PIX_FMT_PAL8)
    (result.av.pointee.width, result.av.pointee.height) = (Int32(width), Int32(height))
    guard av_frame_get_buffer(result.av, 0) >= 0 else { fatalError("out of memory") }
    let palette = UnsafeMutableRawPointer(result.av.pointee.data.1!)
    // Encoders take the first transparent color of the palette as the transparent index.
    palette.initializeMemory(as: UInt32.self, repeating: 255 << 24, count: 256)
    palette.storeBytes(of: 0, toByteOffset: 4 * Int(PaletteMapper.hole), as: UInt32.self)
    for (index, color) in mapper!.palette.colors.enumerated() {
      let code = 255 << 24 | UInt32(color[0]) << 16 | UInt32(color[1]) << 8 | UInt32(color[2])
      palette.storeBytes(of: code, toByteOffset: 4 * index, as: UInt32.self)
    }
    mapper!.draw(
      picture.av.pointee.data.0!, stride: Int(picture.av.pointee.linesize.0),
      into: result.av.pointee.data.0!, stride: Int(result.av.pointee.linesize.0), width: width,
      height: height)
    return result
  }
}

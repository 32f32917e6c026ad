internal import CFFmpeg
internal import CPipeWire
internal import SplashCore

/// Positions of a frame's planes in borrowed memory.
struct CapturedPlanes {
  private let format: PixelFormat
  private let (width, height): (Int, Int)
  private var data: [UnsafePointer<UInt8>] = []
  private var strides: [Int] = []

  /// Sanity limit for the bytes of a row.
  private static let longest = 1 << 18

  /// The layout of consecutive planes in one piece of memory.
  private struct Layout {
    var strides: [Int]
    var starts: [Int] = []
    /// Bytes up to the end of the last row.
    var size = 0
    /// The same with the padding of that row.
    var wholeSize = 0

    /// - Parameter isEven: whether an odd number of luma rows is padded to an even one.
    init(_ strides: [Int], lines: [Int], rows: [Int], isEven: Bool) {
      self.strides = strides
      for plane in strides.indices {
        starts.append(wholeSize)
        size = wholeSize + strides[plane] * (lines[plane] - 1) + rows[plane]
        wholeSize += strides[plane] * (isEven && plane == 0 ? (lines[0] + 1) & ~1 : lines[plane])
      }
    }
  }

  /// Nil where the borrowed memory is too small for the frame.
  init?(_ picture: CapturedPicture, _ format: PixelFormat) {
    self.format = format
    (width, height) = (Int(picture.width), Int(picture.height))
    let blocks = [picture.blocks.0, picture.blocks.1, picture.blocks.2, picture.blocks.3]
    let sizes = [picture.sizes.0, picture.sizes.1, picture.sizes.2, picture.sizes.3]
    let told = [picture.strides.0, picture.strides.1, picture.strides.2, picture.strides.3]
      .map { Int($0) }
    let (rows, lines) = (rows, lines)
    let count = rows.count
    if count > 1, Int(picture.block_count) >= count {
      for plane in 0..<count {
        let stride = told[plane] > 0 ? told[plane] : rows[plane]
        guard stride >= rows[plane], stride <= Self.longest, let block = blocks[plane],
          stride * (lines[plane] - 1) + rows[plane] <= sizes[plane]
        else { return nil }
        data.append(block)
        strides.append(stride)
      }
      return
    }
    guard let block = blocks[0], let layout = layout(size: sizes[0], stride: told[0]) else {
      return nil
    }
    data = layout.starts.map { block + $0 }
    strides = layout.strides
  }

  /// The layout of the planes that fits a number of bytes. GStreamer pads rows of each plane to
  /// four bytes and luma to an even number of rows, FFmpeg pads rows only; drivers derive the
  /// length of chroma rows from that of luma rows.
  private func layout(size: Int, stride: Int) -> Layout? {
    let (rows, lines) = (rows, lines)
    let units = linesizes(of: 64)
    let padded = rows.map { ($0 + 3) & ~3 }
    let shared = units.map { (stride > 0 ? stride : padded[0]) * $0 / units[0] }
    guard shared[0] <= Self.longest, shared[0] >= rows[0] else { return nil }
    var layouts: [Layout] = []
    for strides in (shared[0] == padded[0] ? [padded] : []) + [shared]
    where zip(strides, rows).allSatisfy({ $0 >= $1 }) {
      for isEven in [true, false] {
        layouts.append(Layout(strides, lines: lines, rows: rows, isEven: isEven))
      }
    }
    return layouts.first { $0.wholeSize == size } ?? layouts.first { $0.size <= size }
  }

  /// Bytes per row of each plane.
  private var rows: [Int] { linesizes(of: Int32(width)) }

  private func linesizes(of width: Int32) -> [Int] {
    var sizes: [Int32] = [0, 0, 0, 0]
    _ = av_image_fill_linesizes(&sizes, format.av, width)
    return sizes.prefix(Int(av_pix_fmt_count_planes(format.av))).map { Int($0) }
  }

  /// Number of rows of each plane.
  private var lines: [Int] {
    rows.indices.map { plane in
      let shift = plane == 1 || plane == 2 ? format.log2ChromaHeight : 0
      return (height + (1 << shift) - 1) >> shift
    }
  }

  func copy(to frame: borrowing Frame) {
    let av = frame.av.pointee
    let targets = [av.data.0, av.data.1, av.data.2, av.data.3]
    let lengths = [av.linesize.0, av.linesize.1, av.linesize.2, av.linesize.3]
    let (rows, lines) = (rows, lines)
    for plane in data.indices {
      av_image_copy_plane(
        targets[plane], lengths[plane], data[plane], Int32(strides[plane]), Int32(rows[plane]),
        Int32(lines[plane]))
    }
  }
}

internal import CFFmpeg
internal import CSplashKernels
internal import SplashCore

/// A pixel format the bench times, under FFmpeg's name.
struct BenchFormat {
  var name: String
  var samples: SplashFormat
  /// Packed pictures only: the result is planar 4:2:2, as in a run; otherwise packed again.
  var unpacks = false

  static let yuv420p = BenchFormat("yuv420p", .planar, 8)

  static let all = [
    yuv420p,
    BenchFormat("yuv422p", .planar, 8, log2Height: 0),
    BenchFormat("yuv444p", .planar, 8, log2Width: 0, log2Height: 0),
    BenchFormat("yuv420p10", .planar, 10),
    BenchFormat("yuv422p10", .planar, 10, log2Height: 0),
    BenchFormat("yuv444p12", .planar, 12, log2Width: 0, log2Height: 0),
    BenchFormat("nv12", .semiplanar, 8),
    BenchFormat("nv16", .semiplanar, 8, log2Height: 0),
    BenchFormat("p010", .semiplanar, 10, shift: 6),
    BenchFormat("yuyv422", .yuyv, 8, log2Height: 0),
    BenchFormat("uyvy422", .uyvy, 8, log2Height: 0),
    BenchFormat("yuyv422 to yuv422p", .yuyv, 8, log2Height: 0, unpacks: true),
  ]

  init(
    _ name: String, _ layout: SplashLayout, _ depth: UInt8, shift: UInt8 = 0, log2Width: UInt8 = 1,
    log2Height: UInt8 = 1, unpacks: Bool = false
  ) {
    self.name = name
    self.unpacks = unpacks
    samples = SplashFormat(
      layout: layout, depth: depth, shift: shift, log2_width: log2Width, log2_height: log2Height)
  }

  init(name: String, samples: SplashFormat) {
    self.name = name
    self.samples = samples
    unpacks = samples.layout == .yuyv || samples.layout == .uyvy
  }
}

/// A picture's planes in one block of memory, with room for its result and its mask.
final class BenchPicture {
  let format: BenchFormat
  let width: Int
  let height: Int
  /// Bytes of the whole picture: what a copy of it moves.
  let size: Int
  private let source: UnsafeMutableRawBufferPointer
  private let result: UnsafeMutableRawBufferPointer
  /// Mask, last mask, steadied mask, guide, smoothed guide, cleaned mask.
  private let masks: [MaskPlane]
  /// Bytes in a row, and rows, of each plane.
  private let planes: [(stride: Int, rows: Int)]

  init(_ format: BenchFormat, width: Int, height: Int) {
    (self.format, self.width, self.height) = (format, width, height)
    let samples = format.samples
    let bytes = samples.depth > 8 ? 2 : 1
    let columns = (width + (1 << samples.log2_width) - 1) >> samples.log2_width
    let rows = (height + (1 << samples.log2_height) - 1) >> samples.log2_height
    switch samples.layout {
    case .planar:
      planes = [(width * bytes, height), (columns * bytes, rows), (columns * bytes, rows)]
    case .semiplanar: planes = [(width * bytes, height), (2 * columns * bytes, rows)]
    case .yuyv, .uyvy: planes = [(4 * columns, height)]
    }
    size = planes.reduce(0) { $0 + $1.stride * $1.rows }
    func block(_ size: Int) -> UnsafeMutableRawBufferPointer {
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
      block.initializeMemory(as: UInt8.self, repeating: 128)
      return block
    }
    (source, result) = (block(size), block(size))
    masks = (0..<6).map { _ in MaskPlane(width: columns, height: rows) }
  }

  deinit {
    for block in [source, result] { block.deallocate() }
  }

  /// Every sample another code: no vector can be skipped, the worst case.
  func fillWithNoise(seed: UInt64) {
    var state = seed
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 32
    }
    if format.samples.depth == 8 {
      for index in source.indices { source[index] = UInt8(truncatingIfNeeded: next()) }
    } else {
      let top = UInt64(1 << format.samples.depth) - 1
      for index in 0..<size / 2 {
        let word = UInt16((next() & top) << format.samples.shift)
        source.storeBytes(of: word, toByteOffset: 2 * index, as: UInt16.self)
      }
    }
  }

  /// Takes over the samples of a picture of this size and format.
  func fill(from frame: borrowing Frame) {
    let av = frame.av.pointee
    let sources = [
      (av.data.0, av.linesize.0), (av.data.1, av.linesize.1), (av.data.2, av.linesize.2),
    ]
    var offset = 0
    for (plane, (data, linesize)) in zip(planes, sources) {
      guard let data else { preconditionFailure("a picture without plane") }
      for row in 0..<plane.rows {
        (source.baseAddress! + offset).copyMemory(
          from: data + row * Int(linesize), byteCount: plane.stride)
        offset += plane.stride
      }
    }
  }

  /// A copy of the picture, plane by plane as it lies: the yardstick.
  func copy() { result.copyMemory(from: UnsafeRawBufferPointer(source)) }

  /// Where a kernel reads and writes.
  var kernelPicture: SplashPicture {
    func start(_ block: UnsafeMutableRawBufferPointer, _ plane: Int) -> UnsafeMutablePointer<UInt8>?
    {
      guard plane < planes.count else { return nil }
      let offset = planes[..<plane].reduce(0) { $0 + $1.stride * $1.rows }
      return (block.baseAddress! + offset).assumingMemoryBound(to: UInt8.self)
    }
    var picture = SplashPicture()
    picture.format = format.samples
    (picture.width, picture.height) = (Int32(width), Int32(height))
    (picture.luma, picture.luma_stride) = (UnsafePointer(start(source, 0)), planes[0].stride)
    if planes.count > 1 {
      (picture.cb, picture.cb_stride) = (UnsafePointer(start(source, 1)), planes[1].stride)
      (picture.out_cb, picture.out_cb_stride) = (start(result, 1), planes[1].stride)
    }
    if planes.count > 2 {
      (picture.cr, picture.cr_stride) = (UnsafePointer(start(source, 2)), planes[2].stride)
      (picture.out_cr, picture.out_cr_stride) = (start(result, 2), planes[2].stride)
    }
    (picture.out_luma, picture.out_luma_stride) = (start(result, 0), planes[0].stride)
    if planes.count == 1 {
      picture.unpack = format.unpacks
      if format.unpacks {
        // The packed block is as large as its three planes together.
        let columns = planes[0].stride / 4
        picture.out_luma_stride = 2 * columns
        picture.out_cb = start(result, 0)! + 2 * columns * height
        picture.out_cr = picture.out_cb! + columns * height
        (picture.out_cb_stride, picture.out_cr_stride) = (columns, columns)
      }
    }
    (picture.mask, picture.mask_stride) = (step.mask.data, step.mask.stride)
    return picture
  }

  var step: SplashSteadyStep {
    SplashSteadyStep(
      mask: masks[0].plane, last: masks[1].plane, result: masks[2].plane, guide: masks[3].plane,
      smoothed: masks[4].plane)
  }

  var clean: SplashPlane { masks[5].plane }

  var chromaRows: Int32 { step.mask.height }
}

internal import CSplashKernels
internal import SplashCore
internal import SplashLook

/// A pixel format that the benchmark times, by FFmpeg's name.
struct BenchFormat {
  var name: String
  var samples: SampleFormat
  /// Format of the result: packed frames become planar 4:2:2, as in a run, or packed again.
  var result: SampleFormat

  static let yuv420p = BenchFormat("yuv420p")

  static let all =
    [
      "yuv420p", "yuv422p", "yuv444p", "yuv420p10", "yuv422p10", "yuv444p12", "nv12", "nv16",
      "p010", "yuyv422", "uyvy422",
    ].map { BenchFormat($0) } + [BenchFormat("yuyv422", to: "yuv422p")]

  /// A native format by name; packed ones may become planar ones.
  private init(_ name: String, to planar: String? = nil) {
    self.name = planar.map { "\(name) to \($0)" } ?? name
    samples = PixelFormat(name: name)!.samples!
    result = planar.map { PixelFormat(name: $0)!.samples! } ?? samples
  }

  /// A frame's native format, and its format in a run.
  init(of format: PixelFormat) {
    name = format.name
    samples = format.samples!
    result = format.planar.samples!
  }
}

/// The masks that a run keeps, shared by all its frames.
final class BenchMasks {
  /// Mask, last mask, temporally smoothed mask, guide, smoothed guide, cleaned mask.
  fileprivate let planes: [MaskPlane]
  fileprivate let tidy: TidyMask
  /// A network's mask: the whole upper half.
  let found: MaskPlane

  init(_ format: BenchFormat, width: Int, height: Int) {
    let (width, height) = (
      format.samples.chromaWidth(width), format.samples.chromaHeight(height)
    )
    planes = (0..<6).map { _ in MaskPlane(width: width, height: height) }
    tidy = TidyMask(width: width, height: height)
    found = MaskPlane(width: width, height: height)
    found.plane.data.update(repeating: 255, count: found.plane.stride * (height / 2))
  }
}

/// A frame's planes in one block of memory, with room for its result.
final class BenchPicture {
  let format: BenchFormat
  let width: Int
  let height: Int
  /// Bytes of the whole frame, which a copy of it moves.
  let size: Int
  private let source: UnsafeMutableRawBufferPointer
  private let result: UnsafeMutableRawBufferPointer
  let masks: BenchMasks
  /// Bytes per row, and number of rows, of each plane.
  private let planes: [(bytes: Int, rows: Int)]

  init(_ format: BenchFormat, width: Int, height: Int, _ masks: BenchMasks) {
    (self.format, self.width, self.height, self.masks) = (format, width, height, masks)
    let samples = format.samples
    planes = Self.planes(samples, width, height)
    size = planes.reduce(0) { $0 + $1.bytes * $1.rows }
    func block(_ size: Int) -> UnsafeMutableRawBufferPointer {
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
      block.initializeMemory(as: UInt8.self, repeating: 128)
      return block
    }
    (source, result) = (block(size), block(size))
  }

  func `is`(_ format: BenchFormat, _ width: Int, _ height: Int) -> Bool {
    self.format.name == format.name && (self.width, self.height) == (width, height)
  }

  deinit {
    for block in [source, result] { block.deallocate() }
  }

  /// Fills every sample with another code: no vector can be skipped, the worst case.
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
        let word = UInt16((next() & top) << format.samples.components[0].shift)
        source.storeBytes(of: word, toByteOffset: 2 * index, as: UInt16.self)
      }
    }
  }

  /// Copies the samples of a frame of this size and format.
  func fill(from frame: borrowing Frame) {
    frame.withPlanes { view in
      var offset = 0
      for (plane, size) in planes.enumerated() {
        for y in 0..<size.rows {
          let row = UnsafeRawBufferPointer(view.row(y, ofPlane: plane))
          UnsafeMutableRawBufferPointer(rebasing: source[offset...]).copyMemory(from: row)
          offset += size.bytes
        }
      }
    }
  }

  /// Copies the frame plane by plane, as the yardstick.
  func copy() { result.copyMemory(from: UnsafeRawBufferPointer(source)) }

  /// The planes that a kernel reads and writes.
  var kernelPicture: SplashPicture {
    var picture = SplashPicture(
      Self.view(source, format.samples, width, height),
      into: MutablePlaneView(Self.view(result, format.result, width, height)))
    picture.setMask(step.mask)
    return picture
  }

  /// Draws the frame, of a video without times, with a look.
  func draw(_ look: LookRun, _ materials: LookMaterials) {
    // It never throws.
    _ = try? look.draw(
      Self.view(source, format.samples, width, height), at: nil, Unwatched(),
      materials: { _, _ in materials }
    ) { _ in
      BenchResult(planes: MutablePlaneView(Self.view(result, format.result, width, height)))
    }
  }

  private static func planes(
    _ format: SampleFormat, _ width: Int, _ height: Int
  ) -> [(bytes: Int, rows: Int)] {
    (0..<format.planeCount).map { format.size(ofPlane: $0, width: width, height: height) }
  }

  /// Consecutive planes in a block of memory.
  private static func view(
    _ block: UnsafeMutableRawBufferPointer, _ format: SampleFormat, _ width: Int, _ height: Int
  ) -> PlaneView {
    var planes = PlaneView.Planes()
    var next = block.baseAddress!.assumingMemoryBound(to: UInt8.self)
    for (plane, size) in Self.planes(format, width, height).enumerated() {
      planes[plane] = PlaneView.Plane(next, stride: size.bytes)
      next += size.bytes * size.rows
    }
    return PlaneView(
      planes: planes, width: width, height: height, format: format,
      coding: ColorCoding(matrix: .bt709, range: .limited))
  }

  var step: SplashSteadyStep {
    SplashSteadyStep(
      mask: masks.planes[0].plane, last: masks.planes[1].plane, result: masks.planes[2].plane,
      guide: masks.planes[3].plane, smoothed: masks.planes[4].plane)
  }

  var clean: SplashPlane { masks.planes[5].plane }

  /// Default settings for holes and specks, without regions.
  var tidy: SplashTidyWork {
    let settings = SplashSettings()
    var tidy = masks.tidy
    return tidy.work(
      guide: step.guide, depth: format.samples.depth, stability: settings.stability,
      whole: 0, fill: settings.fill, clean: settings.clean)
  }

  var chromaRows: Int32 { step.mask.height }
}

/// The memory for a result, into which a look draws.
private struct BenchResult: ~Copyable, LookResult {
  let planes: MutablePlaneView

  func withPlanesToFill(_ body: (borrowing MutablePlaneView) -> Void) { body(planes) }
}

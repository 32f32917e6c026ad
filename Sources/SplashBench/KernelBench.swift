internal import CSplashKernels
internal import Glibc
public import SplashCore
public import SplashLook

/// Times every kernel with every instruction set of this machine against a copy of the same frame.
///
/// Times are processor time of one thread. Each round copies a frame and then runs the kernel with
/// each set, so that a busy machine slows all alike. Every single run takes the next frame of a
/// ring, as from a decoder's pool, so that no frame is in the cache; the planes of the mask are the
/// same for all of them, as in a run. Figures are medians over the rounds.
public struct KernelBench {
  /// One kernel on one kind of frame.
  public struct Row: Codable, Equatable, Sendable {
    /// The task: "splash, 1 hue".
    public var kernel: String
    /// "noise", or the name of the frames.
    public var pixels: String
    /// FFmpeg's name of the pixel format.
    public var format: String
    public var width: Int
    public var height: Int
    /// Milliseconds of a copy of the frame.
    public var copy: Double
    /// Milliseconds of the kernel, by the name of the instruction set.
    public var milliseconds: [String: Double]

    /// The kernel's time with an instruction set as a multiple of a copy; nil where it was not
    /// timed.
    public func ratio(_ set: String) -> Double? { milliseconds[set].map { $0 / copy } }

    private enum CodingKeys: String, CodingKey {
      case kernel, pixels, format, width, height
      case copy = "copy_ms"
      case milliseconds = "ms"
    }
  }

  private let sets: [InstructionSet]
  let rounds: Int
  public private(set) var rows: [Row] = []

  /// - Parameters:
  ///   - sets: the instruction sets to time; those that the machine lacks are left out.
  ///   - rounds: how often each is run.
  public init(sets: [InstructionSet] = InstructionSet.available, rounds: Int = 15) {
    self.sets = sets.filter(InstructionSet.available.contains)
    self.rounds = rounds
  }

  /// Times all kernels on noise in every pixel format, 1080p, and the main one in 2160p as well.
  public mutating func runOnNoise() {
    let main = BenchWork.all[0]
    let ring = noise(.yuv420p, width: 1920, height: 1080)
    for work in BenchWork.all { time(work, on: ring, called: "noise") }
    time(main, on: noise(.yuv420p, width: 3840, height: 2160), called: "noise")
    for format in BenchFormat.all.dropFirst() {
      let ring = noise(format, width: 1920, height: 1080)
      time(main, on: ring, called: "noise")
      if format.name == "yuv420p10" {
        for work in BenchWork.highRange { time(work, on: ring, called: "noise") }
      }
    }
  }

  /// Times the kernels on real frames, the next ones of a source.
  ///
  /// - Throws: what the source throws, or an error when no kernel takes the frames' format.
  public mutating func run(on source: any FrameSource, called name: String) throws {
    var ring: [BenchPicture] = []
    while ring.count < 8, let item = try source.next(StageClock()) {
      guard case .picture(let frame) = item else { continue }
      guard frame.format.isNative else {
        throw SplashError(.badInput, "\(name): no kernel takes \(frame.format.name)")
      }
      let format = BenchFormat(of: frame.format)
      let (width, height) = (frame.width, frame.height)
      // Times frames of one format and size: the first frame's.
      guard ring.allSatisfy({ $0.is(format, width, height) }) else { break }
      let masks = ring.first?.masks ?? BenchMasks(format, width: width, height: height)
      let picture = BenchPicture(format, width: width, height: height, masks)
      picture.fill(from: frame)
      ring.append(picture)
    }
    guard !ring.isEmpty else { throw SplashError(.badInput, "\(name): no frame in it") }
    for work in BenchWork.all { time(work, on: ring, called: name) }
  }

  private func noise(_ format: BenchFormat, width: Int, height: Int) -> [BenchPicture] {
    let masks = BenchMasks(format, width: width, height: height)
    let first = BenchPicture(format, width: width, height: height, masks)
    // More than a core's cache holds, but no more memory than needed.
    let count = max(2, min(8, 100_000_000 / (2 * first.size)))
    let ring =
      [first]
      + (1..<count).map { _ in BenchPicture(format, width: width, height: height, masks) }
    for (seed, picture) in ring.enumerated() { picture.fillWithNoise(seed: UInt64(seed)) }
    return ring
  }

  private mutating func time(_ work: BenchWork, on ring: [BenchPicture], called pixels: String) {
    let format = ring[0].format
    var look = BenchLook(work, format: format.samples)
    var copies: [Double] = []
    var times = [[Double]](repeating: [], count: sets.count)
    var turn = 0
    func nextPicture() -> BenchPicture {
      turn += 1
      return ring[turn % ring.count]
    }
    for round in 0..<rounds {
      let picture = nextPicture()
      copies.append(processorMilliseconds { picture.copy() })
      for (index, set) in sets.enumerated() where set != .reference || round < 3 {
        let kernels = SplashDSP(set)
        let picture = nextPicture()
        times[index].append(processorMilliseconds { work.run(kernels, &look, picture) })
      }
    }
    rows.append(
      Row(
        kernel: work.name, pixels: pixels, format: format.name, width: ring[0].width,
        height: ring[0].height, copy: median(copies),
        milliseconds: Dictionary(
          uniqueKeysWithValues: zip(sets.map(\.rawValue), times.map(median)))))
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func processorMilliseconds(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
    let start = now()
    work()
    return now() - start
  }
}

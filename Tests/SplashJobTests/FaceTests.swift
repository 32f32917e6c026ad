import Foundation
import SplashJob
import Testing

/// What a program outside of the package can do with the one module it imports: this target sees
/// nothing else (`packageAccess: false`).
struct FaceTests {
  @Test(arguments: ["rgb24", "yuv444p", "gbrp12le", "nv24"])
  func ownSourceAndSinkWorkInAPipeline(pixelFormat: String) throws {
    let sink = Reader()
    let splash = Splash(settings: SplashSettings())
    try Pipeline(
      source: try Halves(pixelFormat, pictures: 3), filters: [FormatConverter(), splash],
      sinks: [sink], meter: RunMeter()
    ).run()
    #expect(sink.times == [0, 0.04, 0.08])
    #expect(sink.formats == [sink.formats[0], sink.formats[0], sink.formats[0]])
    // Red is kept, blue becomes grey.
    for (red, blue) in sink.chroma {
      #expect(red > 60, "\(pixelFormat)")
      #expect(blue == 0, "\(pixelFormat)")
    }
  }

  @Test func ownFramesAreWrittenToAFile() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("splash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("halves.mkv").path
    let source = try Halves("yuv444p", pictures: 5)
    let sink = try openSink(path, media: source.media)
    try Pipeline(source: source, filters: [], sinks: [sink], meter: RunMeter()).run()

    let again = try openSource(path)
    var times: [Double] = []
    while let item = try again.next(StageClock()) {
      if case .picture(let frame) = consume item { times.append(frame.presentationTime ?? -1) }
    }
    #expect(times == [0, 0.04, 0.08, 0.12, 0.16])
    #expect(again.media.frameRate == 25)
  }

  @Test(arguments: [("nonsense", 16, 16), ("monow", 16, 16), ("yuv420p", 0, 16)])
  func invalidFrameSizesAndFormatsAreRefused(pixelFormat: String, width: Int, height: Int) {
    let error = #expect(throws: SplashError.self) {
      _ = try Frame(width: width, height: height, pixelFormat: pixelFormat) { _ in }
    }
    #expect(error?.kind == .usage)
  }

  @Test func framesKeepTheirColorCoding() throws {
    for matrix in ColorMatrix.allCases {
      for transfer in ColorTransfer.allCases {
        for primaries in ColorPrimaries.allCases {
          let coding = ColorCoding(
            matrix: matrix, range: .limited, transfer: transfer, primaries: primaries)
          let frame = try Frame(width: 16, height: 16, pixelFormat: "p010", coding: coding) { _ in }
          frame.withPlanes { #expect($0.coding == coding) }
        }
      }
    }
  }

  @Test func framesOfOddSizesHaveTheirLastSamples() throws {
    let frame = try Frame(width: 5, height: 3, pixelFormat: "nv12") { planes in
      for plane in 0..<2 {
        for y in 0..<planes.view.size(ofPlane: plane).rows {
          for (x, _) in planes.row(y, ofPlane: plane).enumerated() {
            planes.row(y, ofPlane: plane)[x] = UInt8(100 * plane + 10 * y + x)
          }
        }
      }
    }
    frame.withPlanes { planes in
      #expect(planes.size(ofPlane: 0) == (5, 3) && planes.size(ofPlane: 1) == (6, 2))
      #expect(planes.code(0, 4, 2) == 24)
      #expect(planes.code(1, 2, 1) == 114 && planes.code(2, 2, 1) == 115)
    }
  }
}

/// Frames whose left half is red and whose right half is blue.
private final class Halves: FrameSource {
  let media: MediaDescription
  let isLive = false
  private let pixelFormat: String
  private let pictures: Int
  private var count = 0
  private let size = (width: 64, height: 48)

  init(_ pixelFormat: String, pictures: Int) throws {
    self.pixelFormat = pixelFormat
    self.pictures = pictures
    media = try MediaDescription(
      name: "halves", width: size.width, height: size.height, pixelFormat: pixelFormat,
      frameRate: 25)
  }

  func interrupt() {}

  func next(_ clock: StageClock) throws -> Item? {
    guard count < pictures else { return nil }
    defer { count += 1 }
    return .picture(
      try Frame(
        width: size.width, height: size.height, pixelFormat: pixelFormat,
        time: Double(count) / 25, fill: fill))
  }

  /// BT.709 codes of full red and blue, 8 bits.
  private func fill(_ planes: borrowing MutablePlaneView) {
    let (red, blue): ([Int], [Int]) =
      planes.view.format.isRGB ? ([255, 0, 0], [0, 0, 255]) : ([63, 102, 240], [32, 240, 118])
    for (index, component) in planes.view.format.components.enumerated() {
      for y in 0..<size.height {
        let row = planes.row(y, ofPlane: component.plane)
        for x in 0..<size.width {
          let code = (x < size.width / 2 ? red : blue)[index] << (component.depth - 8)
          let place = component.offset + x * component.step
          row[place] = UInt8(truncatingIfNeeded: code)
          if component.bytes == 2 { row[place + 1] = UInt8(code >> 8) }
        }
      }
    }
  }
}

/// Records the frames it gets.
private final class Reader: FrameSink {
  let name = "reader"
  private(set) var times: [Double?] = []
  private(set) var formats: [String] = []
  /// How far the middle of each half is from grey, in 8-bit codes.
  private(set) var chroma: [(red: Int, blue: Int)] = []

  func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    times.append(frame.presentationTime)
    formats.append(frame.pixelFormatName)
    frame.withPlanes { planes in
      chroma.append(
        (planes.chroma(x: planes.chromaWidth / 4), planes.chroma(x: planes.chromaWidth * 3 / 4)))
    }
  }

  func finish(_ clock: StageClock) throws {}
}

extension PlaneView {
  /// How far a sample in the middle row is from grey, in 8-bit codes.
  fileprivate func chroma(x: Int) -> Int {
    let neutral = 1 << (format.depth - 1)
    let y = chromaHeight / 2
    let distance = max(abs(code(1, x, y) - neutral), abs(code(2, x, y) - neutral))
    return distance >> (format.depth - 8)
  }
}

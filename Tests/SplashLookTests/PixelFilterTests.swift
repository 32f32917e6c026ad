import SplashLook
import Testing

/// Frames in a program's own memory.
struct PixelFilterTests {
  /// Red, blue and grey side by side, 8 pixels of each.
  private static let colors: [[UInt8]] = [
    [210, 40, 40, 9], [40, 40, 210, 9], [120, 120, 120, 9],
  ]

  private static func picture(padding: Int = 0) -> [UInt8] {
    let row = colors.flatMap { color in (0..<8).flatMap { _ in color } }
    return (0..<16).flatMap { _ in row + [UInt8](repeating: 77, count: padding) }
  }

  private static func settings(
    _ change: (inout SplashSettings) -> Void = { _ in }
  ) -> SplashSettings {
    var settings = SplashSettings()
    (settings.whiteBalance, settings.clean, settings.despeckle) = (.off, 0, 0)
    change(&settings)
    return settings
  }

  private static func apply(
    _ filter: PixelFilter, to bytes: inout [UInt8], at time: Double? = nil
  ) throws {
    try bytes.withUnsafeMutableBytes {
      filter.apply(to: try PixelBuffer($0, width: 24, height: 16, layout: .rgba, time: time))
    }
  }

  private static func pixel(_ bytes: [UInt8], _ x: Int) -> [UInt8] {
    Array(bytes[4 * (24 * 8 + x)..<4 * (24 * 8 + x) + 4])
  }

  @Test func pixelFilterKeepsRedAndTurnsTheRestGrey() throws {
    let filter = try PixelFilter(Self.settings())
    #expect(filter.kept == nil)
    var bytes = Self.picture()
    try Self.apply(filter, to: &bytes)
    #expect(Self.pixel(bytes, 4) == Self.colors[0] && Self.pixel(bytes, 20) == Self.colors[2])
    let blue = Self.pixel(bytes, 12)
    #expect(blue[0] == blue[1] && blue[1] == blue[2] && blue[3] == 9, "\(blue)")
    #expect(abs(try #require(filter.kept) - 1.0 / 3) < 0.05)
    #expect(filter.gains == Gains())
  }

  /// Bytes between the rows are not touched.
  @Test func pixelFilterLeavesRowPadding() throws {
    var (bytes, plain) = (Self.picture(padding: 12), Self.picture())
    try Self.apply(try PixelFilter(Self.settings()), to: &plain)
    let filter = try PixelFilter(Self.settings())
    try bytes.withUnsafeMutableBytes { bytes in
      filter.apply(
        to: try PixelBuffer(
          planes: [.init(bytes.baseAddress, stride: 4 * 24 + 12)], width: 24, height: 16,
          layout: .rgba))
    }
    for row in 0..<16 {
      let start = row * (4 * 24 + 12)
      #expect(bytes[start..<start + 96] == plain[row * 96..<row * 96 + 96])
      #expect(bytes[start + 96..<start + 108].allSatisfy { $0 == 77 })
    }
  }

  /// A frame at the beginning of a fade is unchanged, at its end it has the effect; the keyframe's
  /// look comes after that, and new settings hold from the next frame on.
  @Test func pixelFilterFollowsFadesAndTimeline() throws {
    var sepia = Self.settings { $0.fadeIn = 1 }
    sepia.rest = try LookStep.steps("sepia")
    let timeline = try LookTimeline(
      base: Self.settings { $0.fadeIn = 1 }, entries: [.init(time: 2, settings: sepia)])
    let filter = try PixelFilter(timeline)
    func blue(at time: Double) throws -> [UInt8] {
      var bytes = Self.picture()
      try Self.apply(filter, to: &bytes, at: time)
      return Self.pixel(bytes, 12)
    }
    #expect(try blue(at: 10) == Self.colors[1])
    let (half, whole) = (try blue(at: 10.5), try blue(at: 11))
    #expect(half[2] > whole[2] + 20 && half[2] < Self.colors[1][2] - 20, "\(half) \(whole)")
    #expect(whole[0] == whole[2])
    let later = try blue(at: 12)
    #expect(later[0] > later[2] + 10, "\(later)")
    filter.length = 4
    let fading = Self.settings { $0.fadeOut = 2 }
    try filter.update { $0 = try LookTimeline(base: fading, entries: []) }
    #expect(try blue(at: 14) == Self.colors[1])
  }

  @Test func invalidPixelBuffersAreRefused() throws {
    var bytes = [UInt8](repeating: 0, count: 400)
    func kind(
      _ width: Int, _ height: Int, _ layout: PixelLayout = .rgba
    ) -> SplashError.Kind? {
      let error = #expect(throws: SplashError.self) {
        try bytes.withUnsafeMutableBytes {
          _ = try PixelBuffer($0, width: width, height: height, layout: layout)
        }
      }
      return error?.kind
    }
    for (width, height) in [(0, 4), (4, -1), (65536, 1), (Int.max, Int.max), (101, 1), (11, 10)] {
      #expect(kind(width, height) == .usage)
    }
    #expect(PixelLayout(name: "yuv9") == nil)
    for layout in PixelLayout.all { #expect(kind(400, 2, layout) == .usage) }
    for word in ["person", "mask=a.png"] {
      #expect(throws: SplashError.self) {
        try PixelFilter(Self.settings { $0.without = [try! Selection(word)] })
      }
    }
    let filter = try PixelFilter()
    let wrong = Self.settings { $0.stability = 7 }
    #expect(throws: SettingError.self) {
      try filter.update { $0 = try LookTimeline(base: wrong, entries: []) }
    }
    #expect(filter.timeline.base == SplashSettings())
  }

  /// Each layout takes a frame of an odd size in exactly its bytes.
  @Test func everyPixelLayoutFitsItsBytes() throws {
    for layout in PixelLayout.all {
      let sizes = (0..<layout.planeCount).map { layout.size(ofPlane: $0, width: 7, height: 5) }
      // Words of P010 and the like have unused bits.
      let code: UInt8 = layout.name.hasPrefix("p") ? 0 : 3
      var bytes = [UInt8](repeating: code, count: sizes.reduce(0) { $0 + $1.bytes * $1.rows })
      let filter = try PixelFilter(Self.settings { $0.fadeIn = 1 })
      try bytes.withUnsafeMutableBytes {
        filter.apply(to: try PixelBuffer($0, width: 7, height: 5, layout: layout, time: 0))
      }
      #expect(bytes.allSatisfy { $0 == code }, "\(layout.name)")
    }
  }
}

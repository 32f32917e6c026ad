import SplashCore
import Testing

/// Pixel formats that the look takes, and the nearest ones for others: FFmpeg's names beside the
/// documentation of pixel formats (libavutil/pixfmt.h).
struct NativeFormatTests {
  @Test(arguments: [
    ("yuv420p", SampleFormat.Packing.planar), ("yuvj444p", .planar), ("yuv440p", .planar),
    ("yuva420p", .planar), ("yuv422p14le", .planar), ("nv12", .semiplanar), ("nv16", .semiplanar),
    ("nv24", .semiplanar), ("p010le", .semiplanar), ("yuyv422", .yuyv), ("uyvy422", .uyvy),
  ])
  func nativePixelFormatsAreNotConverted(name: String, packing: SampleFormat.Packing) throws {
    let format = try #require(PixelFormat(name: name))
    #expect(format.samples?.packing == packing)
    #expect(format.isNative)
    #expect(format.nearestNative == format)
  }

  @Test(arguments: [
    // Cr before Cb, and other orders.
    ("nv21", "yuv420p"), ("nv42", "yuv444p"), ("yvyu422", "yuv422p"),
    // The next finer subsampling.
    ("yuv411p", "yuv422p"), ("yuv410p", "yuv420p"), ("uyyvyy411", "yuv422p"),
    // The other order of bytes, and too many bits.
    ("yuv420p10be", "yuv420p10le"), ("yuv422p16le", "yuv422p14le"), ("p016le", "yuv420p14le"),
    ("yuv444p16be", "yuv444p14le"),
    // R'G'B', with as many bits and alpha where FFmpeg has such a format.
    ("rgb24", "yuv444p"), ("rgba", "yuva444p"), ("rgb565le", "yuv444p"),
    ("gbrp10le", "yuv444p10le"),
    ("rgb48le", "yuv444p14le"), ("gbrap12le", "yuva444p12le"), ("rgba64le", "yuv444p14le"),
    ("yuva420p16le", "yuv420p14le"),
  ])
  func otherPixelFormatsBecomeTheNearestNativeOne(name: String, nearest: String) throws {
    let format = try #require(PixelFormat(name: name))
    #expect(!format.isNative)
    #expect(format.nearestNative?.name == nearest)
  }

  @Test(arguments: ["gray", "gray10le", "ya8", "monow"])
  func greyFormatsHaveNoNativeFormat(name: String) throws {
    let format = try #require(PixelFormat(name: name))
    #expect(!format.isNative && format.nearestNative == nil)
  }

  @Test(arguments: [("yuyv422", "yuv422p"), ("uyvy422", "yuv422p"), ("nv12", "nv12")])
  func packedFormatsBecomePlanar(name: String, planar: String) throws {
    #expect(try #require(PixelFormat(name: name)).planar.name == planar)
  }

  @Test func planeSizesFollowSubsamplingAndDepth() throws {
    func sizes(_ name: String) throws -> [[Int]] {
      let samples = try #require(PixelFormat(name: name)?.samples)
      return (0..<samples.planeCount).map {
        let size = samples.size(ofPlane: $0, width: 7, height: 5)
        return [size.bytes, size.rows]
      }
    }
    #expect(try sizes("yuv420p") == [[7, 5], [4, 3], [4, 3]])
    #expect(try sizes("yuva422p10le") == [[14, 5], [8, 5], [8, 5], [14, 5]])
    #expect(try sizes("p010le") == [[14, 5], [16, 3]])
    #expect(try sizes("yuyv422") == [[16, 5]])
    #expect(try sizes("rgb24") == [[21, 5]])
    #expect(try sizes("gray") == [[7, 5]])
  }
}

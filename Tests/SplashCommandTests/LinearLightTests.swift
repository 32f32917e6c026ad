import Foundation
import TestSupport

/// OpenEXR and PFM hold linear light; other files hold codes for a display.
@Suite struct LinearLightTests {
  private let scratch = Scratch()

  private typealias Color = (red: Float, green: Float, blue: Float)
  private static let (width, height) = (64, 48)

  /// An EXR of two halves: a color on the left, and light green on the right.
  private func made(_ color: Color, _ name: String = "in.exr") throws -> String {
    var bytes = Array("PF\n\(Self.width) \(Self.height)\n-1.0\n".utf8)
    for _ in 0..<Self.height {
      for x in 0..<Self.width {
        let shown: Color = x < Self.width / 2 ? color : (0.02, 0.3, 0.05)
        for value in [shown.red, shown.green, shown.blue] {
          withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 }
        }
      }
    }
    let (plain, path) = (scratch.path("made.pfm"), scratch.path(name))
    try Data(bytes).write(to: URL(fileURLWithPath: plain))
    try Command.ffmpeg(["-i", plain, "-frames:v", "1", path])
    return path
  }

  /// The floats of a pixel of the left or right half, with alpha if the file has it.
  private func light(_ path: String, atLeft: Bool = true) throws -> [Float] {
    let format = try #require(Media(path).probe("v:0", "stream=pix_fmt").first)
    // Converted to another format, light would be clipped.
    let isHalf = format.contains("f16")
    let bytes = try Media(path).samples(format)
    let (plane, place) = (Self.width * Self.height, 24 * Self.width + (atLeft ? 10 : 54))
    let channels = format.hasPrefix("gbrap") ? [2, 0, 1, 3] : [2, 0, 1]
    let size = isHalf ? 2 : 4
    try #require(bytes.count == size * channels.count * plane)
    return channels.map { channel in
      let start = size * (channel * plane + place)
      let bits = (0..<size).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
      return isHalf ? Float(Float16(bitPattern: UInt16(bits))) : Float(bitPattern: bits)
    }
  }

  /// The same of a PNG, as codes from 0 to 1.
  private func codes(_ path: String, atLeft: Bool = true) throws -> [Double] {
    let bytes = try Media(path).samples("rgba64le")
    let start = 8 * (24 * Self.width + (atLeft ? 10 : 54))
    try #require(bytes.count == 8 * Self.width * Self.height)
    return (0..<4).map {
      Double(Int(bytes[start + 2 * $0]) | Int(bytes[start + 2 * $0 + 1]) << 8) / 65535
    }
  }

  private func splash(_ input: String, _ output: String, _ more: String...) throws -> String {
    try splash(input, output, more)
  }

  private func splash(_ input: String, _ output: String, _ more: [String]) throws -> String {
    let result = scratch.path(output)
    try Command.splash(
      [input, "-o", result, "--white-balance", "off", "--softness", "0", "--quiet"]
        + (more.contains("--hue") ? [] : ["--hue", "300..60"]) + more
    ).checked()
    return result
  }

  /// A color that is selected in part, as EXR and as PNG.
  private func halfKept(_ flag: String, _ word: String) throws -> (light: [Float], codes: [Double])
  {
    let source = try made(Color(0.5, 0.2, 0.25))
    let words = ["--hue", "0..90", "--softness", "30"]
    return (
      try light(splash(source, "half.exr", [flag, word] + words)),
      try codes(splash(source, "half.png", [flag, word] + words))
    )
  }

  /// sRGB's curve, IEC 61966-2-1.
  private func shown(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  @Test(arguments: ["rec709", "display"], ["exr", "pfm"])
  func keptLightIsCopiedBitForBit(colors: String, ending: String) throws {
    let color = Color(0.7654321, 0.0123457, 0.023456)
    let source = try made(color)
    let result = try splash(source, "out.\(ending)", "--exr-colors", colors)
    let left = try light(result)
    if colors == "rec709" {
      #expect(left == [color.red, color.green, color.blue])
    } else {
      #expect(abs(left[0] - color.red) < 0.0005)
    }
    let right = try light(result, atLeft: false)
    #expect(abs(right[0] - right[1]) < 0.002 && abs(right[1] - right[2]) < 0.002, "\(right)")
  }

  @Test(arguments: ["float", "half"]) func lightAboveWhiteIsKept(format: String) throws {
    let color = Color(6.5, 0.25, 0.125)
    let again = try splash(made(color), "again.exr", "--encoder-option", "format=\(format)")
    #expect(try light(splash(again, "out.exr")) == [color.red, color.green, color.blue])
  }

  @Test func lightIsShownByTheCurveOfSRGB() throws {
    let result = try splash(made(Color(0.5, 0.02, 0.03)), "out.png")
    let found = try codes(result)
    for (code, light) in zip(found, [0.5, 0.02, 0.03]) {
      #expect(abs(code - shown(light)) < 0.002, "\(found)")
    }
    // The light green becomes the grey of its luma, of codes: BT.601 below 720 lines.
    let grey = 0.299 * shown(0.02) + 0.587 * shown(0.3) + 0.114 * shown(0.05)
    #expect(abs(try codes(result, atLeft: false)[1] - grey) < 0.003)
  }

  @Test func codesBecomeLight() throws {
    let photo = scratch.path("red.png")
    try Command.ffmpeg([
      "-f", "lavfi", "-i", "color=0xc02010:s=\(Self.width)x\(Self.height)", "-frames:v", "1",
      "-pix_fmt", "rgb24", photo,
    ])
    let found = try light(splash(photo, "out.exr"))
    for (light, code) in zip(found, [0xc0, 0x20, 0x10]) {
      #expect(abs(shown(Double(light)) - Double(code) / 255) < 0.008, "\(found)")
    }
  }

  /// The primaries of sRGB in ACEScg: colour-science.org's `RGB_to_RGB`, Bradford.
  @Test func acesColorsAreConvertedBothWays() throws {
    let result = try splash(made(Color(1, 0, 0)), "aces.exr")
    let aces = try splash(result, "png.png")
    #expect(try codes(aces)[0] > 0.99)
    let photo = try splash(aces, "aces.exr", "--exr-colors", "acescg", "--overwrite")
    let found = try light(photo)
    for (value, expected) in zip(found, [Float(0.6131), 0.0702, 0.0206]) {
      #expect(abs(value - expected) < 0.002, "\(found)")
    }
    let back = try codes(splash(photo, "back.png", "--exr-colors", "acescg"))
    #expect(back[0] > 0.99 && back[1] < 0.02 && back[2] < 0.02, "\(back)")
  }

  @Test func masksAreStoredAsTheyAre() throws {
    let (mask, code) = try halfKept("--show", "mask")
    #expect(abs(Double(mask[0]) - code[0]) < 0.003, "\(mask) \(code)")
    #expect(code[0] > 0.05 && code[0] < 0.95, "\(code)")
  }

  /// OpenEXR multiplies color with alpha, PNG does not.
  @Test func colorIsMultipliedWithAlphaInEXR() throws {
    let (cut, code) = try halfKept("--rest", "transparent")
    #expect(abs(Double(cut[3]) - code[3]) < 0.003 && cut[3] > 0.05 && cut[3] < 0.95, "\(cut)")
    for channel in 0..<3 {
      let straight = shown(Double(cut[channel] / cut[3]))
      #expect(abs(straight - code[channel]) < 0.003, "\(cut) \(code)")
    }
    let back = try codes(splash(scratch.path("half.exr"), "back.png", "--rest", "none"))
    for (one, other) in zip(back, code) { #expect(abs(one - other) < 0.003, "\(back) \(code)") }
  }

  @Test func numberedImagesBecomeNumberedImages() throws {
    for number in 1...3 {
      try Command.ffmpeg(["-i", made(Color(0.5, 0.02, 0.03)), scratch.path("a_000\(number).exr")])
    }
    _ = try splash(scratch.path("a_%04d.exr"), "b_%04d.exr", "--encoder-option", "format=half")
    for number in 1...3 {
      #expect(abs(try light(scratch.path("b_000\(number).exr"))[0] - 0.5) < 0.0005)
    }
  }

  /// OpenImageIO reads what was written as OpenEXR's own library does.
  @Test(.enabled(if: Command.isInstalled("oiiotool"), "oiiotool is not installed"))
  func openImageIOReadsTheSameLight() throws {
    let result = try splash(made(Color(0.5, 0.25, 0.125)), "out.exr")
    let run = try Command.run("oiiotool", ["--stats", result]).checked()
    #expect(run.text.contains("Stats Max: 0.500000 0.250000 0.144"), "\(run.text)")
  }
}

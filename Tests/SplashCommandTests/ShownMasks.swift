import SplashCore
import TestSupport

/// What `--show mask` shows of a 4:2:0 clip, and the run's report.
struct ShownMasks {
  /// Samples at chroma resolution, 0…219, or 0…239 of frames in full range.
  let masks: [[UInt8]]
  let report: RunReport

  /// - Parameter isTurned: whether the clip is rotated by a quarter turn, and the masks with it.
  init(
    of clip: String, _ arguments: [String], in scratch: Scratch, isTurned: Bool = false
  ) throws {
    let path = scratch.path("report.json")
    let run = try Command.splash(
      [
        clip, "-o", "-", "--format", "rawvideo", "--show", "mask", "--quiet", "-y",
        "--stats-json", path,
      ] + arguments
    ).checked()
    let report = try JSONDecoder().decode(
      RunReport.self, from: Data(of: path))
    let (width, height) =
      isTurned ? (report.height, report.width) : (report.width, report.height)
    let bytes = [UInt8](run.output)
    let size = width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
    masks = stride(from: 0, to: bytes.count - size + 1, by: size).map { start in
      stride(from: 0, to: height, by: 2).flatMap { y in
        // In frames of full range the lowest codes count as 0.
        stride(from: 0, to: width, by: 2).map { max(bytes[start + y * width + $0], 16) - 16 }
      }
    }
    self.report = report
  }

  /// The middle of a mask and its area, in shares of the frame.
  struct Place {
    var x, y, area: Double
  }

  /// Where each of the masks is; NaN where nothing is selected.
  var places: [Place] {
    let (columns, rows) = ((report.width + 1) / 2, (report.height + 1) / 2)
    return masks.map { mask in
      var (x, y, all) = (0.0, 0.0, 0.0)
      for (index, value) in mask.enumerated() where value > 0 {
        let share = Double(value) / 219
        x += share * (Double(index % columns) + 0.5) / Double(columns)
        y += share * (Double(index / columns) + 0.5) / Double(rows)
        all += share
      }
      return Place(x: x / all, y: y / all, area: all / Double(columns * rows))
    }
  }
}

extension Scratch {
  /// A clip without loss, grey in its first 80 columns and red beyond.
  ///
  /// - Parameter angle: how far the clip is rotated; nil for not at all.
  func greyBesideRed(
    _ width: Int, _ height: Int, rate: Double, seconds: Double, turned angle: Int? = nil
  ) throws -> String {
    let plain = path("plain.mov")
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=gray:s=\(width)x\(height):r=\(rate):d=\(seconds),format=gbrp,"
        + "geq=r='if(lt(X,80),128,200)':g='if(lt(X,80),128,30)':b='if(lt(X,80),128,30)',"
        + "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=colorspace=bt709:range=tv",
      "-c:v", "ffv1", "-strict", "-2", plain)
    guard let angle else { return plain }
    let turned = path("turned.mov")
    try #require(try Media(plain).copyTurned(by: angle, to: turned))
    return turned
  }

  /// Draws a clip of 8-bit 4:2:0 in BT.709, without loss, by FFmpeg expressions of X, Y and N.
  ///
  /// - Parameters:
  ///   - red, green, blue: 0…255.
  ///   - filter: applied behind, such as noise.
  func drawn(
    _ name: String, _ width: Int = 320, _ height: Int = 180, rate: Int = 25, frames: Int,
    red: String, green: String, blue: String, then filter: String = "null"
  ) throws -> String {
    let result = path(name)
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=gray:s=\(width)x\(height):r=\(rate),format=gbrp,trim=end_frame=\(frames),"
        + "geq=r='\(red)':g='\(green)':b='\(blue)',"
        + "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=colorspace=bt709:range=tv,"
        + filter, "-c:v", "ffv1", "-strict", "-2", result)
    return result
  }
}

import SplashFFmpeg
import SplashLook

/// The line of `--version`: splash, FFmpeg and Swift at run time, and the instruction set as in
/// `--cpu`.
func versionLine() -> String {
  let runtime = "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2)
  return "splash \(splashVersion) (FFmpeg \(FFmpegLibraries.version), "
    + "Swift \(runtime.joined(separator: ".")), \(InstructionSet.best.rawValue))"
}

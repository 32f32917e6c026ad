import SplashBase
import SplashFFmpeg
import SplashLook

/// What `--version` says: splash, FFmpeg and Swift as they are when it runs, and the instruction set
/// that `--cpu` stands at.
func versionLine() -> String {
  let runtime = "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2)
  return "splash \(splashVersion) (FFmpeg \(FFmpegLibraries.version), "
    + "Swift \(runtime.joined(separator: ".")), \(InstructionSet.best.rawValue))"
}

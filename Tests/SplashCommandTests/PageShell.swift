import TestSupport

/// The command lines of a page: those of its fenced blocks that run something.
struct PageCommands {
  /// The lines of each block, without remarks.
  var blocks: [[String]]

  init(_ page: String) {
    blocks = page.components(separatedBy: "\n```").enumerated()
      .filter { $0.offset % 2 == 1 }
      .map { block in
        block.element.split(separator: "\n")
          .map { $0.trimmingCharacters(in: .whitespaces).replacing(/\s{2,}#.*$/, with: "") }
          .filter { !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix("(") }
      }
  }
}

/// A folder in which command lines of pages run as written. Its player is closed after five
/// frames, and the tuner's page takes any free port.
struct PageShell {
  let scratch = Scratch()

  static let hasNetworks = (try? Command.splash("models").status) == 0
  /// Whether networks work for a line.
  static func needsNetworks(_ line: String) -> Bool {
    line.contains(/person|subject|thing@|face|models/)
  }

  init() throws {
    let player = scratch.path("bin/ffplay")
    try write("#!/bin/sh\nexec ffmpeg -v error -i - -frames:v 5 -f null /dev/null\n", to: player)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: player)
    try write(#"{"port": 0}"#, to: scratch.path("config/splash/config.json"))
  }

  func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Runs a line in `folder`, which is beside the player. A server is stopped once it has printed
  /// its address; `splash send` gets a run to send to.
  func run(_ line: String, in folder: String = ".") throws -> Command {
    let programs = Command.splash.deletingLastPathComponent().path
    let script = """
      cd '\(scratch.folder.path)'
      export PATH="$PWD/bin:\(programs):$PATH" XDG_CONFIG_HOME="$PWD/config"
      cd '\(folder)'
      \(attended(line))
      exit ${PIPESTATUS[0]}
      """
    return try Command.run("bash", ["-c", script])
  }

  private func attended(_ line: String) -> String {
    if line.hasPrefix("splash send ") {
      return """
        splash test:64x48@30 --realtime -o null --quiet --control-socket splash.sock & run=$!
        until [ -S splash.sock ]; do sleep 0.1; kill -0 $run || break; done
        \(line); status=$?; kill -TERM $run; wait $run; (exit $status)
        """
    }
    if line.hasPrefix("splash tune ") {
      return """
        \(line) >address & tuner=$!
        until grep -q http address; do sleep 0.1; kill -0 $tuner || break; done
        kill -TERM $tuner; wait $tuner
        """
    }
    return line
  }

  /// The files that a line writes, but for folders and pipes.
  static func outputs(of line: String) -> [String] {
    line.matches(of: /-o ([\w.-]+\.\w+)/).map { String($0.1) }
  }
}

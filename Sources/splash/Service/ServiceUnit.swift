import Foundation
import Glibc
import SplashCore

/// A unit of the user's systemd that runs splash: its file, and how it is written.
struct ServiceUnit {
  let name: String
  /// The first line of the files that are ours.
  private static let mark = "# Made by splash service install."

  /// - Throws: `SplashError` of kind usage for a name that no unit has.
  init(_ name: String) throws {
    guard (1...64).contains(name.utf8.count), !name.hasPrefix("-"),
      name.utf8.allSatisfy({
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
          || "-_".utf8.contains($0)
      })
    else {
      throw SplashError(
        .usage, "service '\(name)': not a name for one",
        remedy: "use letters from a to z, digits, - and _, 64 at most")
    }
    self.name = name
  }

  /// What systemd calls it.
  var unit: String { "splash-\(name).service" }

  /// Where units of users are: `systemd/user` in `XDG_CONFIG_HOME`, or else in the user's `.config`.
  static var folder: String {
    let config = PresetShelf.userFolder.split(separator: "/", omittingEmptySubsequences: false)
    return config.dropLast().joined(separator: "/") + "/systemd/user"
  }

  var path: String { "\(Self.folder)/\(unit)" }

  var exists: Bool { path.fileKind != nil }

  /// Whether the file that is there was written by this command.
  var isOurs: Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    return (try? file.read(upToCount: Self.mark.utf8.count)) == Data(Self.mark.utf8)
  }

  /// What stands before the arguments.
  static let words = ["run", "--no-progress"]

  /// The file for a run.
  ///
  /// - Parameters:
  ///   - program: the whole path of splash.
  ///   - arguments: of `splash run`.
  ///   - folder: the one that names of files count from.
  static func text(program: String, arguments: [String], folder: String) throws -> String {
    let words = [program] + Self.words + arguments
    let broken = (words + [folder]).first { $0.utf8.contains { $0 < 32 || $0 == 127 } }
    if let broken {
      throw SplashError(
        .usage, "service: \(broken.displayedOnALine)", cause: "a control character is in it",
        remedy: "leave it out")
    }
    // One backslash at the end of a line would draw the next line to it, and a space there is cut off.
    let description = escaped(arguments.joined(separator: " "), for: ["%": "%%", "\\": "\\\\"])
    let end = folder.hasSuffix("\\") || folder.hasSuffix(" ") ? "/" : ""
    return text(
      first: mark, description: description, command: words.map(quoted).joined(separator: " "),
      folder: escaped(folder, for: ["%": "%%"]) + end)
  }

  /// The unit of packages, `splash@.service`: `splash@NAME.service` runs what stands in the file
  /// `NAME.arguments` of the folder where settings of the user are.
  ///
  /// - Parameter program: the whole path of splash.
  static func template(program: String) -> String {
    text(
      first: """
        # What splash@NAME.service is to do stands in ~/.config/splash/NAME.arguments, such as
        # ARGUMENTS=/dev/video0 -o pipewire:Studio --hue red
        """,
      description: "splash %i", command: "\(program) \(words.joined(separator: " ")) $ARGUMENTS",
      folder: "%h", more: "EnvironmentFile=%E/splash/%i.arguments\n")
  }

  private static func text(
    first: String, description: String, command: String, folder: String, more: String = ""
  ) -> String {
    """
    \(first)
    [Unit]
    Description=\(description)
    After=pipewire.service

    [Service]
    \(more)ExecStart=\(command)
    WorkingDirectory=\(folder)
    Restart=on-failure
    RestartSec=5
    RestartPreventExitStatus=64
    UMask=0077
    NoNewPrivileges=yes
    SystemCallFilter=@system-service
    SystemCallErrorNumber=EPERM
    RestrictAddressFamilies=AF_UNIX AF_NETLINK
    ProtectSystem=strict
    ProtectHome=read-only
    ReadWritePaths=%t

    [Install]
    WantedBy=default.target

    """
  }

  /// A word as `ExecStart=` reads it.
  private static func quoted(_ word: String) -> String {
    "\"" + escaped(word, for: ["\\": "\\\\", "\"": "\\\"", "%": "%%", "$": "$$"]) + "\""
  }

  private static func escaped(_ text: String, for marks: [Character: String]) -> String {
    text.map { marks[$0] ?? String($0) }.joined()
  }

  /// Writes the file.
  ///
  /// - Parameter overwrite: whether one that is there, and ours, may be replaced.
  func write(_ text: String, overwrite: Bool) throws {
    guard !exists || isOurs else { throw foreign() }
    try Folder.create(Self.folder)
    try TextFile(path, overwrite: overwrite, inputs: []).write(text)
  }

  func remove() throws {
    guard exists else {
      throw SplashError(
        .badInput, "service \(name): there is none", remedy: "splash service status lists them")
    }
    guard isOurs else { throw foreign() }
    guard path.withPath({ unlink($0) }) == 0 else {
      throw SplashError(.badInput, "\(path): cannot remove", cause: systemMessage(errno))
    }
  }

  private func foreign() -> SplashError {
    SplashError(
      .badInput, "\(path): it was not made by splash service", remedy: "choose another name")
  }

  /// Names of those that are there and ours.
  static var names: [String] {
    (Folder.names(in: folder) ?? []).sorted().compactMap { file in
      guard file.hasPrefix("splash-"), file.hasSuffix(".service") else { return nil }
      let unit = try? ServiceUnit(String(file.dropFirst(7).dropLast(8)))
      return unit.flatMap { $0.isOurs ? $0.name : nil }
    }
  }
}

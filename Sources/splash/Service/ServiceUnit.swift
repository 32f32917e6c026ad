import Foundation
import Glibc
import SplashCore

/// A unit of the user's systemd that runs splash: its file, and how it is written.
struct ServiceUnit {
  let name: String
  /// First line of the unit files that this command writes.
  private static let mark = "# Made by splash service install."

  /// - Throws: `SplashError` of kind usage for an invalid unit name.
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

  /// The unit's name in systemd.
  var unit: String { "splash-\(name).service" }

  /// The folder of user units: `systemd/user` in `XDG_CONFIG_HOME`, or else in the user's
  /// `.config`.
  static var folder: String {
    let config = PresetShelf.userFolder.split(separator: "/", omittingEmptySubsequences: false)
    return config.dropLast().joined(separator: "/") + "/systemd/user"
  }

  var path: String { "\(Self.folder)/\(unit)" }

  var exists: Bool { path.fileKind != nil }

  /// Whether this command wrote the existing file.
  var isOurs: Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    return (try? file.read(upToCount: Self.mark.utf8.count)) == Data(Self.mark.utf8)
  }

  /// The words before the user's arguments.
  static let words = ["run", "--no-progress"]

  /// The unit file of a run.
  ///
  /// - Parameters:
  ///   - program: absolute path of splash.
  ///   - arguments: of `splash run`.
  ///   - folder: the working folder, for relative file names.
  static func text(program: String, arguments: [String], folder: String) throws -> String {
    let words = [program] + Self.words + arguments
    let broken = (words + [folder]).first { $0.utf8.contains { $0 < 32 || $0 == 127 } }
    if let broken {
      throw SplashError(
        .usage, "service: \(broken.displayedOnALine)", cause: "a control character is in it",
        remedy: "leave it out")
    }
    // systemd joins a line that ends in a backslash to the next, and cuts trailing spaces off.
    let description = escaped(arguments.joined(separator: " "), for: ["%": "%%", "\\": "\\\\"])
    let end = folder.hasSuffix("\\") || folder.hasSuffix(" ") ? "/" : ""
    return text(
      first: mark, description: description, command: words.map(quoted).joined(separator: " "),
      folder: escaped(folder, for: ["%": "%%"]) + end)
  }

  /// The unit file for packages, `splash@.service`: `splash@NAME.service` runs the arguments in the
  /// file `NAME.arguments` of the user's settings folder.
  ///
  /// - Parameter program: absolute path of splash.
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

  /// A word quoted for `ExecStart=`.
  private static func quoted(_ word: String) -> String {
    "\"" + escaped(word, for: ["\\": "\\\\", "\"": "\\\"", "%": "%%", "$": "$$"]) + "\""
  }

  private static func escaped(_ text: String, for marks: [Character: String]) -> String {
    text.map { marks[$0] ?? String($0) }.joined()
  }

  /// Writes the file.
  ///
  /// - Parameter overwrite: whether an existing file of this command may be replaced.
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

  /// Names of the units that this command has written.
  static var names: [String] {
    (Folder.names(in: folder) ?? []).sorted().compactMap { file in
      guard file.hasPrefix("splash-"), file.hasSuffix(".service") else { return nil }
      let unit = try? ServiceUnit(String(file.dropFirst(7).dropLast(8)))
      return unit.flatMap { $0.isOurs ? $0.name : nil }
    }
  }
}

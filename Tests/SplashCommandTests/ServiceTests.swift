import TestSupport

/// systemd user units, in a configuration folder of the test's own.
struct ServiceTests {
  private let scratch = Scratch()
  private var unit: String { scratch.path("systemd/user/splash-call.service") }

  /// Runs the command with a fake systemd that records its calls.
  ///
  /// - Parameter folder: the one to run it in, below the test's own.
  private func service(_ arguments: String..., in folder: String = "") throws -> Command {
    let bin = try scratch.makeFolder("bin")
    let fake = "#!/bin/sh\necho \"$*\" >>'\(scratch.path("asked"))'\necho active\n"
    try fake.write(toFile: bin + "/systemctl", atomically: true, encoding: .utf8)
    return try Command.run(
      "bash",
      [
        "-c", "chmod +x '\(bin)/systemctl'; cd \"$0\"; exec \"$@\"", scratch.path(folder), "env",
        "XDG_CONFIG_HOME=\(scratch.folder.path)", "PATH=\(bin):/usr/bin:/bin",
        Command.splash.path, "service",
      ] + arguments)
  }

  @Test func unitIsInstalledListedAndRemoved() throws {
    let made = try service(
      "install", "call", "--", "/dev/video0", "-o", "pipewire:A b", "--hue", "red",
      "--threshold", "9")
    #expect(made.status == 0 && made.text == unit + "\n", "\(made.errors)")
    let text = try String(contentsOfFile: unit, encoding: .utf8)
    #expect(
      text.contains(
        "\" \"run\" \"--no-progress\" \"/dev/video0\" \"-o\" \"pipewire:A b\" \"--hue\" \"red\" "
          + "\"--threshold\" \"9\"\n"
      ),
      "\(text)")
    for line in [
      "ProtectHome=read-only", "RestrictAddressFamilies=AF_UNIX AF_NETLINK", "UMask=0077",
      // A call beyond them fails, and does not end the run.
      "SystemCallFilter=@system-service", "SystemCallErrorNumber=EPERM",
      // Wrong usage is not retried.
      "RestartPreventExitStatus=64",
    ] { #expect(text.contains("\n\(line)\n")) }
    #expect(try service("status").text == "call  active  \(unit)\n")
    let again = try service("install", "call", "--", "/dev/video1", "-o", "pipewire")
    #expect(again.status == 2 && again.errors.contains("already exists"), "\(again.errors)")
    #expect(try service("install", "call", "-y", "--", "/dev/video1", "-o", "pipewire").status == 0)
    #expect(try service("remove", "call").status == 0)
    #expect(!FileManager.default.fileExists(atPath: unit))
    let asked = try String(contentsOfFile: scratch.path("asked"), encoding: .utf8)
    let start = "--user daemon-reload\n--user enable --now splash-call.service\n"
    #expect(
      asked == start + "--user is-active splash-call.service\n" + start
        + "--user disable --now splash-call.service\n--user daemon-reload\n", "\(asked)")
  }

  @Test(
    .enabled(if: Command.isInstalled("systemd-analyze"), "systemd is not installed"),
    arguments: ["plain", "a b", "50%", "$HOME", "\"quoted\"", "back\\slash", "'", ";", "%t"])
  func systemdAcceptsAnyArgument(word: String) throws {
    try service("install", "call", "--no-start", "--", "test:", "-o", "\(word).mp4").checked()
    let verdict = try Command.run(
      "env",
      [
        "XDG_RUNTIME_DIR=\(scratch.folder.path)", "systemd-analyze", "--user", "--man=no", "verify",
        unit,
      ])
    #expect(verdict.status == 0 && verdict.errors.isEmpty, "\(verdict.errors)")
  }

  /// systemd joins a line that ends in a backslash with the next one, and strips spaces at the end
  /// of a line.
  @Test(arguments: ["x\\", "x\\\\", "x "])
  func oddFolderNamesKeepUnitLinesApart(word: String) throws {
    try scratch.makeFolder(word)
    try service("install", "call", "--no-start", "--", "test:", "-o", word, in: word).checked()
    let lines = try String(contentsOfFile: unit, encoding: .utf8).split(separator: "\n")
    for line in lines {
      let backslashes = line.reversed().prefix { $0 == "\\" }.count
      #expect(backslashes % 2 == 0, "\(line)")
    }
    let folder = "WorkingDirectory=\(scratch.path(word))/"
    #expect(lines.contains { $0 == folder }, "\(lines)")
  }

  @Test(.enabled(if: Command.isInstalled("systemd-analyze"), "systemd is not installed"))
  func systemdAcceptsTheUnitOfPackages() throws {
    let path = scratch.path("splash@.service")
    let unit = try Command.splash("service", "template", Command.splash.path).checked()
    try unit.text.write(toFile: path, atomically: true, encoding: .utf8)
    let verdict = try Command.run(
      "env",
      [
        "XDG_RUNTIME_DIR=\(scratch.folder.path)", "systemd-analyze", "--user", "--man=no", "verify",
        path,
      ])
    #expect(verdict.status == 0 && verdict.errors.isEmpty, "\(verdict.errors)")
    // It restricts the run as the units of `splash service install` do.
    try service("install", "call", "--no-start", "--", "test:", "-o", "null").checked()
    let own = try String(contentsOfFile: self.unit, encoding: .utf8)
    let common = try #require(own.range(of: "Restart=")).lowerBound
    #expect(unit.text.hasSuffix(own[common...]))
    #expect(unit.text.contains("\nUMask=0077\n"))
    #expect(unit.text.contains("\nSystemCallFilter=@system-service\n"))
  }

  @Test func foreignUnitsAreNotTouched() throws {
    try scratch.makeFolder("systemd/user")
    try "[Unit]\n".write(toFile: unit, atomically: true, encoding: .utf8)
    for words in [["remove", "call"], ["install", "call", "-y", "--", "test:", "-o", "null"]] {
      let run = try Command.run(
        "env",
        ["XDG_CONFIG_HOME=\(scratch.folder.path)", Command.splash.path, "service"] + words)
      #expect(run.status == 2 && run.errors.contains("not made by splash service"), "\(run.errors)")
    }
    #expect(try String(contentsOfFile: unit, encoding: .utf8) == "[Unit]\n")
  }

  @Test func misuseOfServiceIsRefusedInOneLine() throws {
    for (words, reason) in [
      (["install", "../x", "--", "test:", "-o", "null"], "not a name for one"),
      (["install", "call"], "nothing to do behind --"),
      (["install", "call", "--", "test:", "--frobnicate"], "--frobnicate"),
      (["install", "call", "--", "devices"], "devices is no input"),
      (["install", "call", "--", "run", "test:", "-o", "null"], "run is no input"),
      (["install", "call", "--", "test:", "-o", "null", "--hue", "qwerty"], "--hue qwerty"),
      (["install", "call", "--", "a", "-o", "b/", "--progress", "json"], "exclude each other"),
      (["install", "call", "--", "test:", "-o", "a\nb.mp4"], "control character"),
      (["remove", "call"], "there is none"), (["status", "call"], "there is none"),
    ] {
      let run = try Command.run(
        "env",
        ["XDG_CONFIG_HOME=\(scratch.folder.path)", Command.splash.path, "service"] + words)
      #expect(run.status != 0 && run.errors.contains(reason), "\(words): \(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: unit))
  }
}

import TestSupport

/// Inputs that fail while they are read, and outputs that are removed during a run: neither ends as
/// a success.
struct LostFileTests {
  private let scratch = Scratch()

  /// A terminal whose other side is closed gives what was written, then EIO, as a failing disk
  /// does.
  private func terminal(giving bytes: Data) throws -> FileHandle {
    let flags = O_RDWR | O_NOCTTY | O_CLOEXEC
    let reader = open("/dev/ptmx", flags)
    var (lock, number): (Int32, Int32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift does not see.
    try #require(
      reader >= 0 && ioctl(reader, 0x4004_5431, &lock) == 0
        && ioctl(reader, 0x8004_5430, &number) == 0)
    let writer = open("/dev/pts/\(number)", flags)
    try #require(writer >= 0)
    var raw = termios()
    tcgetattr(writer, &raw)
    cfmakeraw(&raw)
    tcsetattr(writer, TCSANOW, &raw)
    let handle = FileHandle(fileDescriptor: writer, closeOnDealloc: true)
    Thread {
      try? handle.write(contentsOf: bytes)
      // The other side closes only after everything was read: closing discards the waiting data.
      var waiting: Int32 = 1
      while ioctl(reader, UInt(FIONREAD), &waiting) == 0, waiting > 0 { usleep(10_000) }
      try? handle.close()
    }.start()
    return FileHandle(fileDescriptor: reader, closeOnDealloc: true)
  }

  private func splash(
    _ arguments: [String], reading input: FileHandle
  ) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = Command.splash
    process.arguments = arguments
    process.standardInput = input
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test(arguments: ["y4m", "nut", "mpegts"]) func readErrorBeforeTheEndFailsTheRun(
    kind: String
  ) throws {
    let format = kind == "y4m" ? "yuv4mpegpipe" : kind
    let film = try scratch.make(
      "film.\(kind)", "-f", "lavfi", "-i", "testsrc2=s=32x32:r=25:d=1", "-pix_fmt", "yuv420p", "-f",
      format)
    let bytes = try Data(of: film)
    let output = scratch.path("out.mkv")
    let run = try splash(
      ["-", "-o", output], reading: terminal(giving: bytes.prefix(bytes.count * 3 / 4)))
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("standard input") || run.errors.contains("-: cannot be read"))
    #expect(run.errors.contains("Input/output error"), "\(run.errors)")
    // The frames that were read are kept.
    #expect(try Media(output).times().count > 10)
  }

  @Test(arguments: ["rm", "mv replacement", "mv folder"]) func removedOutputFailsTheRun(
    way: String
  ) throws {
    let (folder, output) = (scratch.path("folder"), scratch.path("folder/out.mkv"))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let replacement = try scratch.write("theirs", to: "replacement")
    let act = [
      "rm": "rm '\(output)'", "mv replacement": "mv '\(replacement)' '\(output)'",
      "mv folder": "mv '\(folder)' '\(folder)-moved'",
    ]
    let script = """
      '\(Command.splash.path)' test:64x48@25 --realtime --frames 25 -o '\(output)' --quiet &
      run=$!
      until [ -s '\(output)' ]; do sleep 0.02; kill -0 $run || break; done
      \(act[way]!); wait $run
      """
    let run = try Command.run("bash", ["-c", script])
    #expect(run.status == 1, "\(run.errors)")
    #expect(
      run.errors.contains(
        "out.mkv: cannot complete the file: another program removed or replaced it"))
    if way == "mv replacement" {
      #expect(try String(contentsOfFile: output, encoding: .utf8) == "theirs")
    }
  }
}

import TestSupport

extension DriverTests {
  /// A virtual camera with a recording beside it.
  @Suite struct Recordings {
    /// The recording's disk is full after a few seconds; the virtual camera goes on.
    @Test func fullDiskDoesNotStopTheVirtualCamera() throws {
      try Guest.loadWebcam()
      try Guest.loadLoopback()
      let disk = "/run/small-disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      try #require(
        try Guest.run("mount", "-t", "tmpfs", "-o", "size=16m", "small", disk).status == 0)
      defer { _ = try? Guest.run("umount", "-l", disk) }
      let program = try Guest.start([
        Command.splash.path, "/dev/video0", "-o", "\(disk)/recording.nut", "-o", "/dev/video10",
      ])
      try Guest.waitForProducer("/dev/video10")
      let isFull = try Guest.waits {
        try Guest.run("df", "--output=avail", disk).output.split(separator: "\n").last.map {
          Int($0.trimmingCharacters(in: .whitespaces)) ?? 1 < 1024
        } ?? false
      }
      Thread.sleep(forTimeInterval: 2)
      let read = try Guest.run(
        "v4l2-ctl", "-d", "/dev/video10", "--stream-mmap=2", "--stream-count=30")
      kill(program.process.processIdentifier, SIGINT)
      let output = String(
        decoding: program.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      program.process.waitUntilExit()
      let lines = output.split(separator: "\n")
      Guest.row(
        "recording's disk full", "30 pictures read from the virtual camera after it",
        "exit \(program.process.terminationStatus)", String(lines.last ?? ""))
      #expect(isFull)
      #expect(read.status == 0, "\(read.output)")
      #expect(output.contains("the other outputs go on"))
      #expect(lines.last?.contains("No space left") == true, "\(output)")
      #expect(program.process.terminationStatus == 1)
    }
  }
}

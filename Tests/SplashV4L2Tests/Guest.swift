import Foundation
import Testing

/// The virtual machine of scripts/check/v4l2, where drivers can be loaded and broken at will.
enum Guest {
  static let isHere = ProcessInfo.processInfo.environment["V4L2_VM"] != nil

  /// Runs a program to its end.
  @discardableResult
  static func run(_ command: String...) throws -> (status: Int32, output: String) {
    let program = try start(command)
    let output = program.output.fileHandleForReading.readDataToEndOfFile()
    program.process.waitUntilExit()
    return (program.process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Starts a program whose output is kept.
  static func start(_ command: [String]) throws -> (process: Process, output: Pipe) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return (process, output)
  }

  /// Waits until a condition is met; false after half a minute.
  static func waits(until condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<150 {
      if try condition() { return true }
      Thread.sleep(forTimeInterval: 0.2)
    }
    return false
  }

  /// Loads a driver again with parameters.
  static func load(_ module: String, _ parameters: String) throws {
    try run("rmmod", module)
    try #require(
      !FileManager.default.fileExists(atPath: "/sys/module/\(module)"), "\(module) is in use")
    let status = try run("sh", "-c", "modprobe \(module) \(parameters)").status
    try #require(status == 0, "modprobe \(module) \(parameters)")
  }

  /// A webcam at /dev/video0: 640x360 at up to 40 frames a second.
  static func loadWebcam(_ more: String = "") throws {
    try load(
      "vivid", "n_devs=1 node_types=0x1 num_inputs=1 input_types=0x0 vid_cap_nr=0 \(more)")
    try control("osd_text_mode=2")
  }

  /// /dev/video10, which is an output or a camera but never both, and /dev/video11, which is both.
  static func loadLoopback() throws {
    try load("v4l2loopback", "video_nr=10,11 exclusive_caps=1,0 card_label=splash,open")
  }

  private static let tellingModule: String? = {
    var names = utsname()
    uname(&names)
    let release = withUnsafeBytes(of: names.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let path = "/lib/modules/\(release)/telling/v4l2loopback.ko"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// Whether there is a v4l2loopback that reports its readers.
  static var tellsOfReaders: Bool { tellingModule != nil }

  /// The same as `loadLoopback`, with that module.
  static func loadTellingLoopback() throws {
    try run("rmmod", "v4l2loopback")
    let path = try #require(tellingModule)
    let parameters = "video_nr=10,11 exclusive_caps=1,0 card_label=splash,open"
    let status = try run("sh", "-c", "insmod \(path) \(parameters)").status
    try #require(status == 0, "insmod \(path)")
  }

  /// Sets a control from outside, as another program would.
  static func control(_ setting: String, device: String = "/dev/video0") throws {
    let result = try run("v4l2-ctl", "-d", device, "-c", setting)
    try #require(result.status == 0, "v4l2-ctl -c \(setting): \(result.output)")
  }

  /// Waits until a producer has set the format of a loopback device.
  static func waitForProducer(_ device: String) throws {
    let isThere = try waits {
      try run("v4l2-ctl", "-d", device, "--get-fmt-video").output.contains(": 640/360")
    }
    try #require(isThere, "nobody writes to \(device)")
  }

  /// The value of a control.
  static func value(_ control: String, device: String = "/dev/video0") throws -> String {
    let output = try run("v4l2-ctl", "-d", device, "-C", control).output
    return output.split(separator: ":").last.map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    } ?? ""
  }

  /// Prints a row of the table that scripts/check/v4l2 shows.
  static func row(_ cells: String...) {
    print("| " + cells.joined(separator: " | ") + " |")
  }
}

/// Tests on real drivers, one after the other. `scripts/check/v4l2` runs them.
@Suite(
  .serialized,
  .enabled(if: Guest.isHere, "needs loadable V4L2 drivers: run scripts/check/v4l2"))
struct DriverTests {}

import ArgumentParser
import Foundation
import SplashV4L2

/// Lists cameras and virtual cameras.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List cameras with their formats, sizes, rates and controls, and virtual cameras.")

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let devices = DeviceListing.all()
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try printOutput(String(decoding: try encoder.encode(devices), as: UTF8.self))
    } else if devices.isEmpty {
      printError("splash: no cameras here; create a virtual one: sudo modprobe v4l2loopback")
    } else {
      for device in devices { try printOutput(device.text) }
    }
  }
}

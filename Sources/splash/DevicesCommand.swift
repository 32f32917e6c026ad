import ArgumentParser
import Foundation
import SplashPipeWire
import SplashV4L2

/// Lists cameras and virtual cameras.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract:
      "List cameras with their formats, sizes, rates and controls, virtual cameras, and cameras of PipeWire."
  )

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let (devices, cameras) = (DeviceListing.all(), PipeWireListing.all())
    if json {
      let all = devices.map(Listing.device) + cameras.map(Listing.camera)
      try printOutput(String(decoding: try JSONEncoder.pretty.encode(all), as: UTF8.self))
    } else if devices.isEmpty, cameras.isEmpty {
      printError(
        "splash: no cameras here; plug one in. For a virtual one as output:"
          + " sudo modprobe v4l2loopback exclusive_caps=1 card_label=splash video_nr=10")
    } else {
      for device in devices { try printOutput(device.text) }
      for camera in cameras { try printOutput(camera.text.displayedOnALine) }
    }
  }

  /// An entry of the list for programs.
  private enum Listing: Encodable {
    case device(DeviceListing)
    case camera(PipeWireListing)

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .device(let device): try device.encode(to: encoder)
      case .camera(let camera): try camera.encode(to: encoder)
      }
    }
  }
}

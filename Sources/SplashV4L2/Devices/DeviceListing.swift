internal import CV4L2
internal import Glibc

/// A camera or video output as `splash devices` lists it.
public struct DeviceListing: Codable, Sendable {
  /// The device node: `/dev/video0`.
  public var path: String
  /// Links to it that stay valid when it is plugged in elsewhere: `/dev/v4l/by-id/…`.
  public var links: [String]
  /// The device's name from its maker; empty when it cannot be opened.
  public var name: String
  public var driver: String
  /// The bus that it is plugged into.
  public var bus: String
  /// Whether splash can read from it.
  public var isCamera: Bool
  /// Whether splash can write to it.
  public var isOutput: Bool
  /// The formats that it delivers or, as an output, takes.
  public var formats: [FormatOffer]
  /// The mode that splash chooses by default; nil for outputs.
  public var choice: String?
  public var controls: [CameraControl]
  /// Why it could not be queried; nil when it could.
  public var problem: String?

  enum CodingKeys: String, CodingKey {
    case path, links, name, driver, bus, formats, choice, controls, problem
    case isCamera = "camera"
    case isOutput = "output"
  }

  /// A format and the sizes it comes in.
  public struct FormatOffer: Codable, Sendable {
    public var format: FourCC
    /// The driver's name for it.
    public var name: String
    /// Whether splash can read it or, for an output, write it.
    public var isUsable: Bool
    public var sizes: [SizeOffer]

    enum CodingKeys: String, CodingKey {
      case format, name, sizes
      case isUsable = "usable"
    }
  }

  /// Every video device, in the order of the numbers. Devices that neither capture nor output video
  /// (metadata, codecs) are left out.
  public static func all() -> [DeviceListing] { deviceNodes().compactMap { DeviceListing($0) } }

  private init?(_ path: String) {
    self.path = path
    links = stableLinks(to: path)
    (name, driver, bus) = ("", "", "")
    (isCamera, isOutput) = (false, false)
    formats = []
    controls = []
    do {
      let device = try VideoDevice(path: path)
      name = device.identity.card
      driver = device.identity.driver
      bus = device.identity.bus
      isCamera = device.capture != nil
      isOutput = device.output != nil
      guard let kind = device.capture ?? device.output else { return nil }
      formats = try device.formats(kind).map { code, name throws(DeviceError) in
        FormatOffer(
          format: code, name: name, isUsable: PixelLayout(code).isUsable(kind),
          sizes: try device.sizes(of: code))
      }
      controls = try device.controls()
      if let kind = device.capture {
        let request = CameraRequest()
        let picked = try? request.choose(from: device.modes(kind, for: request), device: path)
        choice = picked.map { picked in
          "\(picked.mode.size) \(picked.mode.format)"
            + (picked.interval.map { " at \(rateText($0.rate)) frames/s" } ?? "")
        }
      }
    } catch {
      problem = error.report(.badInput).description
    }
  }
}

/// All `/dev/videoN`, in the order of their numbers.
func deviceNodes() -> [String] {
  directory("/dev").filter { $0.hasPrefix("video") }
    .compactMap { Int($0.dropFirst("video".count)) }.sorted().map { "/dev/video\($0)" }
}

/// The links below `/dev/v4l` that lead to a node.
private func stableLinks(to node: String) -> [String] {
  ["/dev/v4l/by-id", "/dev/v4l/by-path"].flatMap { folder in
    directory(folder).sorted().map { "\(folder)/\($0)" }
  }.filter { link in
    guard let target = realpath(link, nil) else { return false }
    defer { free(target) }
    return String(cString: target) == node
  }
}

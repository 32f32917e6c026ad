public import SplashCore

/// How to use a camera.
public struct CameraOptions: Sendable {
  /// Size, rate and format to ask for.
  public var request = CameraRequest()
  /// What to set before the first picture; the original values are put back in the end.
  public var controls: [ControlSetting] = []
  /// Turns automatic exposure and white balance off once they have settled, and on again in the
  /// end.
  public var locksLook = false
  /// How many seconds to wait for a camera that was unplugged or is silent.
  public var reconnectTime = 30.0
  /// What the samples are; nil for what the driver says.
  public var matrix: ColorMatrix?
  /// What the samples are; nil for what the driver says.
  public var range: ColorRange?
  /// Told, in one line each, what happens to the camera while it runs: unplugged, back, restarted.
  public var onEvent: (@Sendable (String) -> Void)?
  /// Given, before any control is set, a function that ends the opening early and in good order,
  /// and that any thread may call: a camera may take seconds to its first picture.
  public var onOpening: (@Sendable (_ giveUp: @escaping @Sendable () -> Void) -> Void)?

  public init() {}

  /// The flags that give these options, each flag and each value one element, unquoted; not those
  /// of matrix and range, which every input has.
  public var flags: [String] {
    let standard = CameraOptions()
    var flags: [String] = []
    if let size = request.size { flags += ["--size", "\(size)"] }
    if let rate = request.rate { flags += ["--fps", rateText(rate)] }
    if let format = request.format { flags += ["--camera-format", "\(format)"] }
    if locksLook { flags.append("--lock-camera") }
    for control in controls { flags += ["--control", "\(control.name)=\(control.value)"] }
    if reconnectTime != standard.reconnectTime { flags += ["--reconnect", "\(reconnectTime)"] }
    return flags
  }

  /// With a request alone.
  public init(_ request: CameraRequest) { self.request = request }
}

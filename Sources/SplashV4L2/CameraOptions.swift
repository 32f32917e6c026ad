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

  public init() {}

  /// With a request alone.
  public init(_ request: CameraRequest) { self.request = request }
}

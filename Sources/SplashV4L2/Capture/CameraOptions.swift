public import SplashCore

/// How to use a camera.
@dynamicMemberLookup
public struct CameraOptions: Sendable {
  /// Size, rate and format to ask for.
  public var request = CameraRequest()
  /// What to set before the first picture; the original values are put back in the end.
  public var controls: [ControlSetting] = []
  /// Turns automatic exposure and white balance off once they have settled, and on again in the
  /// end.
  public var locksLook = false
  /// What all cameras have; its parts are properties of the options too.
  public var handling = CameraHandling()

  public init() {}

  /// A part of the handling.
  public subscript<Value>(dynamicMember part: WritableKeyPath<CameraHandling, Value>) -> Value {
    get { handling[keyPath: part] }
    set { handling[keyPath: part] = newValue }
  }

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
    if handling.reconnectTime != standard.handling.reconnectTime {
      flags += ["--reconnect", "\(handling.reconnectTime)"]
    }
    return flags
  }

  /// With a request alone.
  public init(_ request: CameraRequest) { self.request = request }
}

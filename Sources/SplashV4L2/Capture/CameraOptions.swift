/// How to use a camera.
@dynamicMemberLookup
public struct CameraOptions: Sendable {
  /// Requested size, rate and format.
  public var request = CameraRequest()
  /// Controls to set before the first frame; the original values are restored at the end.
  public var controls: [ControlSetting] = []
  /// Turns automatic exposure and white balance off once they have settled, and on again at the
  /// end.
  public var locksLook = false
  /// Options that all kinds of cameras have; its properties are properties of these options too.
  public var handling = CameraHandling()

  public init() {}

  /// A property of `handling`.
  public subscript<Value>(dynamicMember part: WritableKeyPath<CameraHandling, Value>) -> Value {
    get { handling[keyPath: part] }
    set { handling[keyPath: part] = newValue }
  }

  /// The command-line flags for these options, each flag and each value one element, unquoted;
  /// without matrix and range, which every input has.
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

  /// Options with a request, and defaults otherwise.
  public init(_ request: CameraRequest) { self.request = request }
}

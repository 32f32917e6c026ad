/// How to use a camera, whatever backend it has.
public struct CameraHandling: Sendable {
  /// Seconds to wait for a camera that is unplugged, missing or silent.
  public var reconnectTime = 30.0
  /// The matrix of the samples; nil to use the camera's own.
  public var matrix: ColorMatrix?
  /// The range of the samples; nil to use the camera's own.
  public var range: ColorRange?
  /// Called with one line when the camera is lost, is back, or was restarted during a run.
  public var onEvent: (@Sendable (String) -> Void)?
  /// Called before any control is set, with a function that any thread may call to cancel opening:
  /// a camera may take seconds to its first frame.
  public var onOpening: (@Sendable (_ giveUp: @escaping @Sendable () -> Void) -> Void)?

  public init() {}
}

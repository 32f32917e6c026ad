/// How to use a camera, whatever gives its pictures.
public struct CameraHandling: Sendable {
  /// How many seconds to wait for a camera that was unplugged, has gone or is silent.
  public var reconnectTime = 30.0
  /// What the samples are; nil for what the camera says.
  public var matrix: ColorMatrix?
  /// What the samples are; nil for what the camera says.
  public var range: ColorRange?
  /// Told, in one line each, what happens to the camera while it runs: gone, back, restarted.
  public var onEvent: (@Sendable (String) -> Void)?
  /// Given, before any control is set, a function that ends the opening early and in good order,
  /// and that any thread may call: a camera may take seconds to its first picture.
  public var onOpening: (@Sendable (_ giveUp: @escaping @Sendable () -> Void) -> Void)?

  public init() {}
}

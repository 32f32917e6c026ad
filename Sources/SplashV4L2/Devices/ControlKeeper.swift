internal import CV4L2

/// Sets controls of a camera, sets them again when a lost camera comes back, and restores the
/// original values at the end.
struct ControlKeeper {
  /// The controls that were set, in order.
  private var set: [(id: UInt32, value: Int64)] = []
  /// The value of each control before it was first set.
  private var originals: [(id: UInt32, value: Int64)] = []

  /// Sets the user's controls.
  ///
  /// Throws `.badInput` for a control the camera does not have, or a value it does not take.
  mutating func apply(_ settings: [ControlSetting], on device: VideoDevice) throws(SplashError) {
    guard !settings.isEmpty else { return }
    let controls = try reporting(.badInput) { () throws(DeviceError) in try device.controls() }
    for setting in settings {
      guard let control = controls.first(where: { $0.name == setting.name }) else {
        let near = controls.filter { !$0.isReadOnly }.map(\.name)
        throw SplashError(
          .badInput, "\(device.path): no control '\(setting.name)'",
          remedy: near.isEmpty
            ? "this camera has none" : "it has \(near.joined(separator: ", "))")
      }
      if let objection = control.objection(to: setting.value) {
        throw SplashError(
          .badInput, "\(device.path): control \(control.name) \(objection), not \(setting.value)")
      }
      let status = change(control.id, to: setting.value, on: device)
      if status < 0 {
        throw DeviceError(
          device: device.path, status: -status,
          action: "set the control \(control.name) to \(setting.value)"
        ).report(.badInput)
      }
    }
  }

  /// Turns automatic exposure, gain and white balance off without changing the image: where the
  /// automatic's present value can be read, it becomes the manual one.
  mutating func lockLook(on device: VideoDevice) {
    for (automatic, off, governed) in Self.automatics {
      guard let original = device.value(of: automatic), original != off else { continue }
      let found = governed.map { (id: $0, value: device.value(of: $0)) }
      guard change(automatic, to: off, on: device) == 0 else { continue }
      for (id, value) in found {
        if let value { _ = change(id, to: value, on: device) }
      }
    }
  }

  /// Sets all controls again, on a camera that came back.
  func reapply(on device: VideoDevice) {
    for (id, value) in set { _ = device.set(id, to: value) }
  }

  /// Restores the original values for a while, the last one changed first.
  func release(on device: VideoDevice) {
    for (id, value) in originals.reversed() { _ = device.set(id, to: value) }
  }

  /// Restores the original values for good.
  mutating func restore(on device: VideoDevice) {
    release(on: device)
    set = []
    originals = []
  }

  private mutating func change(_ id: UInt32, to value: Int64, on device: VideoDevice) -> Int32 {
    let original = device.value(of: id)
    let status = device.set(id, to: value)
    guard status >= 0 else { return status }
    set.append((id, value))
    if let original, !originals.contains(where: { $0.id == id }) {
      originals.append((id, original))
    }
    return status
  }

  /// Automatic controls, the value that turns each off, and the controls that it governs
  /// (control.rst and ext-ctrls-camera.rst in the kernel's userspace-api/media/v4l).
  private static let automatics: [(id: UInt32, off: Int64, governed: [UInt32])] = [
    (
      UInt32(SPLASH_CID_EXPOSURE_AUTO), Int64(V4L2_EXPOSURE_MANUAL.rawValue),
      [UInt32(SPLASH_CID_EXPOSURE_ABSOLUTE), UInt32(SPLASH_CID_EXPOSURE)]
    ),
    (UInt32(SPLASH_CID_AUTOGAIN), 0, [UInt32(SPLASH_CID_GAIN)]),
    (
      UInt32(SPLASH_CID_AUTO_WHITE_BALANCE), 0,
      [
        UInt32(SPLASH_CID_WHITE_BALANCE_TEMPERATURE), UInt32(SPLASH_CID_RED_BALANCE),
        UInt32(SPLASH_CID_BLUE_BALANCE),
      ]
    ),
  ]
}

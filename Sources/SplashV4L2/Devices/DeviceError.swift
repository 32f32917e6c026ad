internal import Glibc

/// A failed system call on a device node.
struct DeviceError: Error {
  /// The device node, as the user named it.
  let device: String
  /// The system's error number.
  let status: Int32
  /// The action that failed; completes "cannot …".
  let action: String

  /// Whether the device was unplugged or no longer exists.
  var isDisconnection: Bool { [ENODEV, ENXIO, ENOENT].contains(status) }

  /// The system's text for the error.
  var cause: String { systemMessage(status) }

  /// The error for people: what failed, on which device, why, and what to do.
  func report(_ kind: SplashError.Kind) -> SplashError {
    let remedy: String? =
      switch status {
      case EBUSY: DeviceHolders(of: device).remedy
      case EACCES, EPERM:
        "join the group that owns it (sudo usermod -aG video $USER) and log in again"
      case ENOENT, ENOTDIR, ENODEV, ENXIO: "`splash devices` lists what is there"
      default: nil
      }
    return SplashError(
      kind, "\(device): cannot \(action)", cause: cause, remedy: remedy)
  }
}

/// Runs a closure and turns its system error into one for people.
func reporting<Result>(
  _ kind: SplashError.Kind, _ work: () throws(DeviceError) -> Result
) throws(SplashError) -> Result {
  do {
    return try work()
  } catch {
    throw error.report(kind)
  }
}

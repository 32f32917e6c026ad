internal import Glibc
internal import SplashCore

/// A system call on a device node that failed.
struct DeviceError: Error {
  /// The device node, as it was asked for.
  let device: String
  /// The system's error number.
  let status: Int32
  /// What was to be done; completes "cannot …".
  let action: String

  /// The device was unplugged, or is not there any more.
  var isDisconnection: Bool { [ENODEV, ENXIO, ENOENT].contains(status) }

  /// Why, in the system's words.
  var cause: String { systemMessage(status) }

  /// For people: what failed, on which device, why, and what to do.
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

/// Runs something and turns its system error into one for people.
func reporting<Result>(
  _ kind: SplashError.Kind, _ work: () throws(DeviceError) -> Result
) throws(SplashError) -> Result {
  do {
    return try work()
  } catch {
    throw error.report(kind)
  }
}

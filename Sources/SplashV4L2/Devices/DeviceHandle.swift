internal import CV4L2
internal import Glibc

/// An open device node, closed with its last reference.
final class DeviceHandle: Sendable {
  let path: String
  let descriptor: Int32

  init(path: String) throws(DeviceError) {
    descriptor = splash_v4l2_open(path)
    self.path = path
    guard descriptor >= 0 else {
      throw DeviceError(device: path, status: -descriptor, action: "open it")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads the driver's answer into `argument`. Returns false where the driver has none (`EINVAL`,
  /// `ENOTTY`, `ENODATA`), as at the end of a list and for calls that it does not implement.
  func ask<Argument>(
    _ request: V4L2Request, _ argument: inout Argument
  ) throws(DeviceError) -> Bool {
    let status = -control(request, &argument)
    if [EINVAL, ENOTTY, ENODATA].contains(status) { return false }
    try check(-status, "ask the driver")
    return true
  }

  /// Makes a call that must succeed. `action` completes "cannot …" in the error.
  func command<Argument>(
    _ request: V4L2Request, _ argument: inout Argument, _ action: @autoclosure () -> String
  ) throws(DeviceError) {
    try check(control(request, &argument), action())
  }

  /// Maps a buffer of the driver into memory.
  func map(
    _ place: (length: Int, offset: UInt32)
  ) throws(DeviceError) -> UnsafeMutableRawBufferPointer {
    let address = mmap(
      nil, place.length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int(place.offset))
    guard let address, address != MAP_FAILED else {
      throw DeviceError(device: path, status: errno, action: "map a buffer")
    }
    return UnsafeMutableRawBufferPointer(start: address, count: place.length)
  }

  /// Makes a call. Returns zero or more, or minus the error number.
  func control<Argument>(_ request: V4L2Request, _ argument: inout Argument) -> Int32 {
    withUnsafeMutablePointer(to: &argument) { splash_v4l2_ioctl(descriptor, request, $0) }
  }

  private func check(_ result: Int32, _ action: @autoclosure () -> String) throws(DeviceError) {
    guard result < 0 else { return }
    throw DeviceError(device: path, status: -result, action: action())
  }
}

/// The text in one of V4L2's fixed arrays of bytes.
func text<Array>(_ array: Array) -> String {
  withUnsafeBytes(of: array) { bytes in
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

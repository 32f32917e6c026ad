import Glibc

/// Sends all bytes to a socket; false when the other side accepts nothing more.
public func sendAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var sent = 0
  while sent < bytes.count {
    let count = bytes.withUnsafeBytes {
      send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
    }
    guard count > 0 else { return false }
    sent += count
  }
  return true
}

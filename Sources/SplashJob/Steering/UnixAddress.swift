internal import Foundation
internal import Glibc

/// The address of a local socket: a path of at most 107 bytes.
struct UnixAddress: Sendable {
  let path: String
  private let bytes: [UInt8]
  private static let limit = 107

  /// - Parameter name: the flag or command that names the path, for errors.
  /// - Throws: `SplashError` of kind usage for a path that no socket can have.
  init(_ path: String, for name: String) throws(SplashError) {
    bytes = path.pathBytes
    guard !bytes.isEmpty else { throw SplashError(.usage, name, cause: "the name is empty") }
    guard bytes.count <= Self.limit else {
      throw SplashError(
        .usage, "\(name) \(path)",
        cause: "it has \(bytes.count) bytes, and sockets have \(Self.limit) at most",
        remedy: "choose a shorter one, such as /run/user/\(getuid())/splash.sock")
    }
    self.path = path
  }

  /// A stream socket; -1 where the system has none left.
  static func socket() -> Int32 {
    Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// Connects a socket.
  ///
  /// - Returns: 0, or the `errno` of the failure.
  func connect(_ descriptor: Int32) -> Int32 {
    withAddress { Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno }
  }

  /// Binds a socket to the address.
  ///
  /// - Returns: 0, or the `errno` of the failure.
  func bind(_ descriptor: Int32) -> Int32 {
    withAddress { Glibc.bind(descriptor, $0, $1) == 0 ? 0 : errno }
  }

  private func withAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// Sends all bytes. Returns false where the other side reads no more.
func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count > 0 || errno == EINTR else { return false }
    rest = rest.dropFirst(max(0, count))
  }
  return true
}

/// The absolute path of a file, for other programs of this machine; addresses stay as they are.
package func wholePath(of name: String) -> String {
  let path = filePath(of: name)
  let isAddress =
    path == name && name.firstMatch(of: /^[a-zA-Z][a-zA-Z0-9+.\-]+:/) != nil
    && FolderEntry(path: name) == nil
  guard !path.hasPrefix("/"), !isAddress else { return name }
  return FileManager.default.currentDirectoryPath + "/" + path
}

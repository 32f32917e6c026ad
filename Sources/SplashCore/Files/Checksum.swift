internal import CFFmpeg
internal import Foundation

/// The SHA-256 of a file in hexadecimal digits.
///
/// - Throws: `SplashError` of kind badInput when it cannot be read.
package func sha256(ofFile path: String) throws(SplashError) -> String {
  guard let sum = av_sha_alloc() else { fatalError("out of memory") }
  defer { av_free(UnsafeMutableRawPointer(sum)) }
  let descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
  guard descriptor >= 0 else {
    throw SplashError(.badInput, "\(path): cannot read", cause: systemMessage(errno))
  }
  defer { close(descriptor) }
  av_sha_init(sum, 256)
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else {
      throw SplashError(.badInput, "\(path): cannot read", cause: systemMessage(errno))
    }
    guard count > 0 else { break }
    av_sha_update(sum, buffer, count)
  }
  var digest = [UInt8](repeating: 0, count: 32)
  av_sha_final(sum, &digest)
  return digest.map { String(format: "%02x", $0) }.joined()
}

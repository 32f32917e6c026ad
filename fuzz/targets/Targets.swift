internal import CFFmpeg
internal import Foundation
internal import Glibc
internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter
internal import SplashLook
internal import SplashPhoto

@testable import SplashTuner

// What strangers write and splash reads: one function for each kind, by the name of its program.

/// Calls the function of a kind.
///
/// - Returns: false where no kind has that name.
@_cdecl("splash_fuzz")
public func fuzz(_ name: UnsafePointer<CChar>, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Bool
{
  guard let target = targets[String(cString: name)] else { return false }
  target(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return true
}

private let targets: [String: @Sendable ([UInt8]) -> Void] = [
  "jpeg": { photo($0, "jpg", mark: [0xFF, 0xD8, 0xFF]) },
  "png": { photo($0, "png", mark: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) },
  "tiff": { photo($0, "tif", mark: []) },
  "webp": { photo($0, "webp", mark: Array("RIFF".utf8)) },
  "heic": { photo($0, "heic", mark: []) },
  "settings": settings, "timeline": timeline, "note": note, "table": table, "order": order, "message": message,
]

/// Opens a photo and reads all that is in it. A file that begins otherwise is none of the kind.
private func photo(_ bytes: [UInt8], _ ending: String, mark: [UInt8]) {
  guard bytes.starts(with: mark) else { return }
  av_log_set_level(AV_LOG_QUIET)
  let path = "/dev/shm/splash-fuzz-\(getpid()).\(ending)"
  guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
    preconditionFailure("cannot write \(path)")
  }
  defer { unlink(path) }
  var options = InputOptions()
  (options.maxPixels, options.maxFile) = (1 << 20, 1 << 20)
  guard let source = try? openPhoto(path, options: options) else { return }
  defer { source.close() }
  let clock = StageClock()
  // An animation may be long.
  for _ in 0..<100 {
    guard let item = try? source.next(clock) else { return }
    _ = consume item
  }
}

/// A settings file, and what is written of it again.
private func settings(_ bytes: [UInt8]) {
  guard let timeline = try? LookTimeline(document: bytes) else { return }
  guard (try? LookTimeline(document: timeline.document.utf8)) == timeline else {
    preconditionFailure("what was read is not read again: \(timeline.document)")
  }
  _ = timeline.moment(at: 1)
}

/// Keys in time.
private func timeline(_ bytes: [UInt8]) {
  guard let timeline = try? LookTimeline(json: bytes, base: SplashSettings()) else { return }
  for time in [0, 0.5, 1, 60, 1e9] { _ = timeline.moment(at: time) }
  _ = try? timeline.placed(width: 640, height: 360)
}

/// The line that a film carries among its tags.
private func note(_ bytes: [UInt8]) {
  guard let timeline = try? LookTimeline(tag: String(decoding: bytes, as: UTF8.self)) else { return }
  _ = timeline.note
}

/// Tables of colors, of both kinds.
private func table(_ bytes: [UInt8]) {
  _ = try? ColorTable(cube: "fuzz", text: bytes.prefix { $0 != 0 } + [0])
  _ = try? ColorTable(mesh: "fuzz", text: bytes)
}

/// A line to the control socket.
private func order(_ bytes: [UInt8]) {
  guard bytes.count <= 65536, let order = try? LookOrder(line: bytes) else { return }
  if case .change(let change) = order { _ = try? change.settings(over: SplashSettings()) }
}

/// A message of the page.
private func message(_ bytes: [UInt8]) {
  guard bytes.count <= BrowserRequest.sizeLimit else { return }
  guard let request = try? BrowserRequest(Data(bytes), over: SplashSettings()) else { return }
  if case .timeline(let text, _) = request { timeline(Array(text.utf8)) }
}

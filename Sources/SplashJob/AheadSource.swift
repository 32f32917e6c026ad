internal import Foundation
internal import SplashCore
internal import SplashFilter
internal import SplashLook

/// Offers the pictures of a file to networks as soon as they are read.
final class AheadSource: ForwardingSource {
  let source: any FrameSource
  private let ahead: LookAhead
  let readAhead: Int

  init(_ source: any FrameSource, _ ahead: LookAhead, readAhead: Int) {
    (self.source, self.ahead, self.readAhead) = (source, ahead, readAhead)
  }

  func next(_ clock: StageClock) throws -> Item? {
    guard let item = try source.next(clock) else { return nil }
    switch consume item {
    case .packet(let packet): return .packet(packet)
    case .picture(let frame):
      if frame.format.isNative { ahead.offer(frame) }
      return .picture(frame)
    }
  }
}

extension Job.Request {
  /// What has networks look at pictures of a file before their turn; nil where none is wanted, and
  /// where one thread is all there is.
  func lookAhead(in source: any FrameSource) throws -> LookAhead? {
    let isWanted = allSettings.contains { $0.selections.contains(where: \.hasNetwork) }
    guard isWanted, !source.isLive, !source.media.isPhoto, subjectThreads > 1 else { return nil }
    // Beside those that wait, one is read and one is drawn.
    return try LookAhead(
      threads: subjectThreads, every: subjectEvery, distance: readAhead + 2)
  }

  /// Enough for all threads, and no more than memory has room for.
  var readAhead: Int { min(max(4, subjectThreads * subjectEvery), 16) }

  /// One for each core that the program may use, 4 at most: each takes memory of its own.
  public static let defaultSubjectThreads = min(ProcessInfo.processInfo.activeProcessorCount, 4)
}

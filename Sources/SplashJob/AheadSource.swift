internal import CFFmpeg
internal import Foundation
internal import Synchronization

/// Offers frames of a file to the networks as soon as they are decoded, and delays each frame until
/// `foresight` later ones are decoded.
final class AheadSource: ForwardingSource {
  let source: any FrameSource
  let readAhead: Int
  private let ahead: LookAhead
  private let foresight: Int
  private let frameLimit: Int?
  private let isInterrupted = Atomic(false)
  private var waiting: [Waiting] = []
  private var (pictures, bytes) = (0, 0)
  /// Number of frames read so far that the job will write.
  private var count = 0
  private var end: Result<Void, any Error>?

  /// Maximum bytes of the waiting frames and packets.
  private static let limit = 256 << 20

  private final class Waiting {
    private var item: Item?
    let clock: StageClock
    let (isPicture, bytes): (Bool, Int)

    init(_ frame: consuming Frame, _ clock: StageClock) {
      (isPicture, bytes, self.clock) = (true, frame.bytes, clock)
      item = .picture(frame)
    }

    init(_ packet: consuming Packet, _ clock: StageClock) {
      (isPicture, bytes, self.clock) = (false, Int(packet.av.pointee.size), clock)
      item = .packet(packet)
    }

    func take() -> Item { item.take()! }
  }

  /// - Parameters:
  ///   - foresight: how many later frames are read before a frame is given, as far as memory has
  ///     room.
  ///   - frameLimit: maximum number of frames to write; nil for no limit.
  init(
    _ source: any FrameSource, _ ahead: LookAhead, readAhead: Int, foresight: Int, frameLimit: Int?
  ) {
    (self.source, self.ahead, self.readAhead) = (source, ahead, readAhead)
    (self.foresight, self.frameLimit) = (foresight, frameLimit)
  }

  /// Does nothing: this source itself ends the frames at the limit.
  func endPictures() {}

  func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    ahead.interrupt()
    source.interrupt()
  }

  func next(_ clock: StageClock) throws -> Item? {
    while end == nil, !hasEnough { read() }
    guard !isInterrupted.load(ordering: .relaxed) else { return nil }
    guard !waiting.isEmpty else {
      try end?.get()
      return nil
    }
    let first = waiting.removeFirst()
    bytes -= first.bytes
    if first.isPicture { pictures -= 1 }
    clock.take(from: first.clock)
    return first.take()
  }

  /// True when the next item may be given. Packets before the first frame do not wait.
  private var hasEnough: Bool {
    guard let first = waiting.first else { return false }
    return !first.isPicture || pictures > foresight || bytes > Self.limit
  }

  private func read() {
    let clock = StageClock()
    do {
      guard let item = try source.next(clock) else {
        end = .success(())
        return
      }
      take(item, clock)
    } catch {
      end = .failure(error)
    }
  }

  private func take(_ item: consuming Item, _ clock: StageClock) {
    switch consume item {
    case .packet(let packet): wait(Waiting(packet, clock))
    case .picture(var frame):
      if frame.format.isNative { ahead.offer(frame) }
      if count == frameLimit { frame.isSequel = true }
      if !frame.isPrelude, !frame.isSequel {
        count += 1
        if count == frameLimit { source.endPictures() }
      }
      wait(Waiting(frame, clock))
      pictures += 1
    }
  }

  private func wait(_ item: Waiting) {
    waiting.append(item)
    bytes += item.bytes
  }
}

extension Job.Request {
  func source(_ source: any FrameSource, offeringTo ahead: LookAhead) -> any FrameSource {
    AheadSource(
      source, ahead, readAhead: readAhead, foresight: foresight, frameLimit: frameLimit)
  }

  /// The networks' look-ahead in the frames of a file; nil where no network is needed, and where
  /// one thread is available and no setting needs later frames.
  func lookAhead(in source: any FrameSource) throws -> LookAhead? {
    guard !source.isLive, !source.media.isPhoto else { return nil }
    let isWanted = allSettings.contains { $0.selections.contains(where: \.hasNetwork) }
    let threads = isWanted && subjectThreads > 1 ? subjectThreads : 0
    guard threads > 0 || foresight > 0 else { return nil }
    // Besides the waiting frames, one is being read and one is being drawn.
    return try LookAhead(
      threads: threads, every: subjectEvery ?? 1, distance: foresight + readAhead + 2,
      keepsPictures: foresight > 0, carried: carried)
  }

  /// How many frames before and after a frame its masks depend on; none after it where playback is
  /// paced.
  var memory: PictureMemory {
    var memory = models.memory(for: allSettings)
    memory.coming = isPaced ? 0 : foresight
    return memory
  }

  /// Frames read ahead: enough for all threads, at most 16.
  var readAhead: Int { min(max(4, subjectThreads * min(subjectEvery ?? 1, 16)), 16) }

  /// Number of later frames of a file that are read before a frame is drawn.
  var foresight: Int {
    let carried = carried.isEmpty ? 0 : SplashSettings.thingForesight
    return allSettings.map(\.memory.coming).reduce(carried) { max($0, $1) }
  }

  /// What is looked for in key frames, and carried to those between.
  private var carried: Set<Selection.Subject> {
    let wanted = Set(allSettings.flatMap(\.selections))
    return Set(
      Selection.Subject.allCases.filter { subject in
        wanted.contains(.subject(subject))
          && (subject == .person ? models.carriesPeople : subjectEvery == nil)
      })
  }

  /// One thread for each core that the program may use, at most 4, since each takes memory of its
  /// own.
  public static let defaultSubjectThreads = min(ProcessInfo.processInfo.activeProcessorCount, 4)
}

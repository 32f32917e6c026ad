internal import Foundation
internal import Glibc
internal import Synchronization

/// Finds about how large an export will be: makes short pieces of it and throws them away. Of
/// trials that follow each other only the last one goes on.
final class SizeTrial: Sendable {
  /// What an export would be.
  struct Outcome {
    var bytes: Int
    /// Frames a second, as long as nothing else is done.
    var pace: Double
  }

  /// Seconds of a piece, and how many there are.
  private static let (length, count) = (1.0, 3)
  /// Frames between two key frames, at most, as most encoders have it.
  private static let keyDistance = 250.0

  private let state = Mutex<(isEnded: Bool, job: Job?)>((false, nil))
  private let models: Models
  private let film = Mutex<CompleteFilm?>(nil)
  private let found = Mutex<Result<Outcome?, any Error>>(.success(nil))

  init(_ models: Models) { self.models = models.sharing(memory: 0) }

  /// Ends the trial, whose outcome is nil then. Any thread.
  func end() {
    let job = state.withLock { state in
      state.isEnded = true
      return state.job
    }
    job?.abandon()
    models.end()
  }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Makes the pieces. Slow.
  ///
  /// - Parameters:
  ///   - request: of the whole input, without outputs.
  ///   - wish: the export.
  ///   - ending: of its file.
  ///   - duration: seconds of the input.
  /// - Returns: nil where it was ended, or where there is nothing to measure.
  func outcome(
    _ request: Job.Request, _ wish: ExportWish, ending: String, duration: Double
  ) throws -> Outcome? {
    let worker = try Worker("trial") { [self] in
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Exporter.niceness)
      let result = Result { try estimate(request, wish, ending, duration) }
      found.withLock { $0 = result }
    }
    worker.join()
    return isEnded ? nil : try found.withLock { $0 }.get()
  }

  private func estimate(
    _ request: Job.Request, _ wish: ExportWish, _ ending: String, _ duration: Double
  ) throws -> Outcome? {
    let (from, to) = (wish.from ?? 0, min(wish.to ?? duration, duration))
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("splash-trial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    var sum = Sum()
    for piece in Self.pieces(of: request, from, to) where !isEnded {
      var (job, wish) = (request, wish)
      (wish.from, wish.to, wish.maxSize) = (piece.lowerBound, piece.upperBound, nil)
      var options = try wish.apply(to: &job, canSeek: true)
      options.isGivenUp = { [weak self] in self?.isEnded ?? true }
      options.isKept = { [weak self] film in
        self?.film.withLock { $0 = film }
        return false
      }
      job.inputOptions.isGivenUp = options.isGivenUp
      job.models = models
      job.onEvent = { _ in }
      job.outputs = [(folder.appendingPathComponent("trial.\(ending)").path, options)]
      try run(job, &sum)
    }
    return sum.outcome(of: to - from)
  }

  /// Where a thing is named, the piece begins there, so that it has not to be tracked back first.
  private static func pieces(
    of request: Job.Request, _ from: Double, _ to: Double
  ) -> [ClosedRange<Double>] {
    let whole = to - from
    guard whole > length * Double(count) else { return [from...to] }
    let start = request.inputOptions.start ?? 0
    let settings = request.timeline?.settings ?? [request.settings]
    let named = settings.flatMap(\.selections).compactMap(\.time).max().map { $0 - start }
    if let named, named > from {
      let begin = min(named, to - length)
      return [begin...begin + length]
    }
    return (0..<count).map { index in
      let begin = from + (whole / Double(count)) * (Double(index) + 0.5) - length / 2
      return begin...begin + length
    }
  }

  private func run(_ request: Job.Request, _ sum: inout Sum) throws {
    let job = try Job(request)
    let isEnded = state.withLock { state in
      state.job = job
      return state.isEnded
    }
    defer { state.withLock { $0.job = nil } }
    if isEnded { job.abandon() }
    let start = monotonicNanoseconds()
    try job.run()
    let elapsed = Double(monotonicNanoseconds() - start) / 1e9
    guard let film = film.withLock({ $0.take() }) else { return }
    sum.add(film, seconds: request.inputOptions.duration ?? 0, frames: job.frames.out, elapsed)
  }

  /// What the pieces have together.
  private struct Sum {
    private var (files, seconds, elapsed) = (0.0, 0.0, 0.0)
    private var (frames, pictures, keys) = (0.0, 0.0, 0.0)
    private var (heads, others, keyBytes, pictureBytes) = (0.0, 0.0, 0.0, 0.0)

    mutating func add(_ film: CompleteFilm, seconds: Double, frames: Int, _ elapsed: Double) {
      (files, self.seconds) = (files + 1, self.seconds + seconds)
      (self.frames, self.elapsed) = (self.frames + Double(frames), self.elapsed + elapsed)
      pictures += Double(film.pictures.count)
      keys += Double(film.pictures.keys)
      keyBytes += Double(film.pictures.keyBytes)
      pictureBytes += Double(film.pictures.bytes)
      others += Double(film.otherBytes)
      heads += Double(film.bytes - film.otherBytes - film.pictures.bytes)
    }

    /// - Parameter length: seconds of the export.
    func outcome(of length: Double) -> Outcome? {
      guard files > 0, seconds > 0, keys > 0, elapsed > 0 else { return nil }
      let share = length / seconds
      // Each piece begins with a key frame, of which the whole has fewer.
      let least = 1 + (pictures * share / SizeTrial.keyDistance).rounded(.down)
      let keysOfAll = pictures > keys ? min(keys * share, least) : keys * share
      let between =
        (pictureBytes - keyBytes) * (pictures * share - keysOfAll)
        / max(pictures - keys, 1)
      let bytes = heads / files + others * share + keyBytes / keys * keysOfAll + between
      return Outcome(bytes: Int(bytes), pace: frames / elapsed)
    }
  }
}

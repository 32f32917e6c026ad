internal import Foundation
internal import SplashPipeWire
internal import Synchronization

/// Finds the quality, and then the frame size, at which a clip's file just fits a size limit: one
/// job after another makes it, until one makes it no larger than the limit and at most 3 % smaller.
/// A clip that is smaller at its own quality is left so.
///
/// A job whose file does not fit removes it before it takes the output's place.
public struct SizeSearch {
  /// Minimum size of an accepted file as a share of the limit.
  private static let nearness = 0.97
  private static let aim = 0.985
  private static let mostTries = 9

  private let asked: Job.Request
  private let limit: Int
  private let scale = Scale()
  private var first: CompleteFilm?
  private var seconds: Double?
  /// Effort of the present try: 0 for the clip's own quality; each step of 1 down halves the size.
  private var effort = 0.0
  private var tries: [(effort: Double, film: CompleteFilm)] = []
  /// True for the last try, which repeats the largest file that fits.
  private var isLast = false

  /// The clip that a job has made, handed over from the job's thread.
  private final class Scale: Sendable {
    private let film = Mutex<CompleteFilm?>(nil)
    func put(_ film: CompleteFilm) { self.film.withLock { $0 = film } }
    func take() -> CompleteFilm? { film.withLock { $0.take() } }
  }

  /// - Parameter request: a job with one output file and a size limit.
  /// - Returns: nil where no output has a limit.
  /// - Throws: `SplashError` of kind usage for a job that cannot be run several times.
  public init?(_ request: Job.Request) throws(SplashError) {
    guard let limit = request.outputs.lazy.compactMap(\.options.maxSize).first else { return nil }
    let (output, options) = request.outputs[0]
    func refusal(_ cause: String, _ remedy: String) -> SplashError {
      SplashError(.usage, "\(option: "maxSize")", cause: cause, remedy: remedy)
    }
    guard request.outputs.count == 1 else {
      throw refusal("it is for one output", "make the others in a run of their own")
    }
    guard options.bitrate == nil else {
      throw refusal("\(option: "bitrate") says how large the file is", "leave one out")
    }
    guard request.inputOptions.part == nil else {
      throw refusal(
        "a part of a clip is not a whole file", "give it when the joined clip is made ready")
    }
    let isFile = FileVersion(path: filePath(of: request.input)) != nil
    guard isFile || request.input.hasPrefix("test:") || NumberedName(request.input) != nil,
      !request.isPaced
    else {
      throw refusal(
        "\(request.input) can be read once only", "record it first, and fit the recording")
    }
    guard output != "-", output != "null", !isVideoDevice(output), !PipeWireCamera.suits(output),
      !output.contains("://")
    else { throw refusal("\(output) is no file", "name one, such as out.mp4") }
    (asked, self.limit) = (request, limit)
  }

  /// The request to run next.
  public var request: Job.Request {
    var request = asked
    plan(effort)?.apply(to: &request)
    request.outputs[0].options.isKept = { [scale, limit, takesSmaller] film in
      scale.put(film)
      return Self.fits(film, limit, takesSmaller: takesSmaller)
    }
    return request
  }

  /// Whether a file much smaller than the limit is accepted: at the clip's own quality, and at the
  /// last try.
  private var takesSmaller: Bool { effort == 0 || isLast }

  private static func fits(_ film: CompleteFilm, _ limit: Int, takesSmaller: Bool) -> Bool {
    film.bytes <= limit && (takesSmaller || Double(film.bytes) >= nearness * Double(limit))
  }

  private func plan(_ effort: Double) -> SizePlan? {
    guard effort < 0, let first else { return nil }
    return SizePlan(effort, of: first, asked.outputs[0].options, seconds: seconds)
  }

  /// Evaluates the job that ran the last request.
  ///
  /// - Parameter job: has run, and was not stopped.
  /// - Returns: whether to run another request.
  /// - Throws: `SplashError` of kind failure where the clip cannot be made small enough.
  public mutating func goesOn(after job: Job) throws(SplashError) -> Bool {
    guard let film = scale.take() else {
      guard job.frames.out > 0 else { return false }
      throw SplashError(
        .usage, "\(asked.outputs[0].name): \(option: "maxSize")", cause: "it is no single clip",
        remedy: "write .mp4, .webm, .gif or .webp")
    }
    if first == nil { (first, seconds) = (film, job.meter.written.first?.seconds) }
    tries.append((effort, film))
    if Self.fits(film, limit, takesSmaller: takesSmaller) { return false }
    let rest = Self.aim * Double(limit) - Double(film.otherBytes)
    guard rest > 0 else {
      throw tooLarge("its sound and the like take \(ByteCount.text(film.otherBytes))")
    }
    try choose(rest / Double(max(1, film.bytes - film.otherBytes)))
    return true
  }

  /// - Parameter share: by which factor the frames' bytes of the last try have to change.
  private mutating func choose(_ share: Double) throws(SplashError) {
    let least = SizePlan.least(of: first!, asked.outputs[0].options)
    let fitting = tries.filter { $0.film.bytes <= limit }.max { $0.film.bytes < $1.film.bytes }
    let low = fitting?.effort ?? least
    let high = tries.filter { $0.film.bytes > limit }.map(\.effort).min() ?? 0
    if tries.count >= Self.mostTries || high - low < 0.004 {
      guard let fitting, !isLast else { throw tooLarge(nil) }
      (effort, isLast) = (fitting.effort, true)
      return
    }
    var next = effort + log2(share) / slope
    // Bisects from the second try on: the first one, at own quality, is not comparable.
    if tries.count > 1, !(low < next && next < high) { next = (low + high) / 2 }
    next = min(next, -0.004)
    if next <= least {
      guard !tries.contains(where: { $0.effort == least }) else { throw tooLarge(nil) }
      next = least
    }
    effort = next
  }

  /// Halvings of the file size per unit of effort, from the last two tries.
  private var slope: Double {
    guard tries.count > 2, case let (one, two) = (tries[tries.count - 2], tries[tries.count - 1]),
      abs(one.effort - two.effort) > 0.002
    else { return 1 }
    func pictures(_ film: CompleteFilm) -> Double { Double(max(1, film.bytes - film.otherBytes)) }
    let slope = log2(pictures(one.film) / pictures(two.film)) / (one.effort - two.effort)
    return min(3, max(0.3, slope))
  }

  private func tooLarge(_ cause: String?) -> SplashError {
    let smallest = tries.map(\.film.bytes).min() ?? 0
    let hasOthers = (first?.otherBytes ?? 0) > limit / 10
    return SplashError(
      .failure,
      "\(asked.outputs[0].name): cannot be made as small as \(ByteCount.text(limit))",
      cause: cause ?? "the smallest has \(ByteCount.text(smallest))",
      remedy: "allow more, or take less with \(option: "end")"
        + (hasOthers ? " or \(option: "noAudio")" : ""))
  }

  /// What quality was given up for the size, as a line for people; nil where nothing was.
  public var loss: String? {
    guard let last = tries.last?.film, let first, let plan = plan(effort) else { return nil }
    return "\(asked.outputs[0].name): \(ByteCount.text(last.bytes)) by "
      + plan.losses(first: first, last: last).joined(separator: " and ")
  }
}

internal import Foundation
internal import SplashBase
internal import SplashCore
internal import SplashFFmpeg
internal import SplashPipeWire
internal import SplashV4L2
internal import Synchronization

/// Seeks the quality, and then the size of the pictures, at which a film's file is as large as it
/// may be: one job after another makes it, until one makes it no larger than asked for and at most 3 %
/// smaller. A film that is smaller at its own quality is left so.
///
/// Jobs take files back that do not fit, before they take their place.
public struct SizeSearch {
  /// How near to the limit a file has to come.
  private static let nearness = 0.97
  private static let aim = 0.985
  private static let mostTries = 9

  private let asked: Job.Request
  private let limit: Int
  private let scale = Scale()
  private var first: CompleteFilm?
  private var seconds: Double?
  /// Of the try that runs: 0 for the film's own quality, and less by 1 for half the size.
  private var effort = 0.0
  private var tries: [(effort: Double, film: CompleteFilm)] = []
  /// The largest file is taken that fits.
  private var isLast = false

  /// What a job has made, by whoever judges it on the job's thread.
  private final class Scale: Sendable {
    private let film = Mutex<CompleteFilm?>(nil)
    func put(_ film: CompleteFilm) { self.film.withLock { $0 = film } }
    func take() -> CompleteFilm? { film.withLock { $0.take() } }
  }

  /// - Parameter request: of one film, whose output says how large it may be.
  /// - Returns: nil where no output says so.
  /// - Throws: `SplashError` of kind usage for what cannot be made several times.
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
      throw refusal("a part of a film is none", "give it when the joined film is made ready")
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

  /// What is to be done next.
  public var request: Job.Request {
    var request = asked
    plan(effort)?.apply(to: &request)
    request.outputs[0].options.isKept = { [scale, limit, takesSmaller] film in
      scale.put(film)
      return Self.fits(film, limit, takesSmaller: takesSmaller)
    }
    return request
  }

  /// The film's own quality, and the last try, may come to much less than the limit.
  private var takesSmaller: Bool { effort == 0 || isLast }

  private static func fits(_ film: CompleteFilm, _ limit: Int, takesSmaller: Bool) -> Bool {
    film.bytes <= limit && (takesSmaller || Double(film.bytes) >= nearness * Double(limit))
  }

  private func plan(_ effort: Double) -> SizePlan? {
    guard effort < 0, let first else { return nil }
    return SizePlan(effort, of: first, asked.outputs[0].options, seconds: seconds)
  }

  /// Takes in what became of the last request.
  ///
  /// - Parameter job: has run, and was not stopped.
  /// - Returns: whether there is another one.
  /// - Throws: `SplashError` of kind failure where the film cannot be made as small.
  public mutating func goesOn(after job: Job) throws(SplashError) -> Bool {
    guard let film = scale.take() else {
      guard job.frames.out > 0 else { return false }
      throw SplashError(
        .usage, "\(asked.outputs[0].name): \(option: "maxSize")", cause: "it is no single film",
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

  /// - Parameter share: what the pictures of the last try have to come to.
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
    // The first try is none of the same kind.
    if tries.count > 1, !(low < next && next < high) { next = (low + high) / 2 }
    next = min(next, -0.004)
    if next <= least {
      guard !tries.contains(where: { $0.effort == least }) else { throw tooLarge(nil) }
      next = least
    }
    effort = next
  }

  /// How much the size follows the effort, by the last two tries.
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

  /// What the file lost for its size, a line for people; nil for nothing.
  public var loss: String? {
    guard let last = tries.last?.film, let first, let plan = plan(effort) else { return nil }
    return "\(asked.outputs[0].name): \(ByteCount.text(last.bytes)) by "
      + plan.losses(first: first, last: last).joined(separator: " and ")
  }
}

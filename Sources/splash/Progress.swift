import Dispatch
import Foundation
import SplashJob
import Synchronization

/// Shows a run's progress: a line on a terminal, nothing where standard error is not a terminal, or
/// lines of JSON on request.
final class Progress: Sendable {
  // Dispatch objects are thread-safe; on Linux their types do not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer
  private let queue = DispatchQueue(label: "progress")
  private let last: @Sendable () -> Void

  /// The progress as text for people and as JSON for programs.
  struct Account: Sendable {
    /// The line for a terminal of that many columns; a line that cannot be shortened may be longer.
    var text: @Sendable (Int) -> String
    /// A message to print once above that line; nil most of the time.
    var news: @Sendable () -> String? = { nil }
    /// A JSON object on one line.
    var json: @Sendable () -> String
  }

  /// Nil where progress is not wanted or would not be seen.
  init?(flags: ReportFlags, _ account: Account) {
    guard flags.progress == .json || !flags.quiet && !flags.noProgress && StandardError.isTerminal
    else { return nil }
    timer = DispatchSource.makeTimerSource(queue: queue)
    let interval: Double
    if flags.progress == .json {
      interval = 0.5
      last = { writeError(account.json() + "\n") }
      timer.setEventHandler { [last] in last() }
    } else {
      interval = 0.25
      last = { writeError("\r\u{1b}[K") }
      // A line that wraps could not be erased.
      timer.setEventHandler {
        let columns = max(0, terminalWidth - 1)
        let news = account.news().map { "splash: \($0)\n" } ?? ""
        writeError("\r\u{1b}[K" + news + account.text(columns).prefix(columns))
      }
    }
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.resume()
  }

  convenience init?(of job: Job, flags: ReportFlags, subjectEvery: Int) {
    let line = ProgressLine(
      job: job, subjectEvery: subjectEvery, hasTimers: flags.stats || flags.verbose)
    let account = Account(
      text: { line.text(columns: $0) }, news: { line.news() }, json: { line.json })
    self.init(flags: flags, account)
  }

  /// Erases the line from the terminal, or writes the last object.
  func end() {
    timer.cancel()
    queue.sync { last() }
  }
}

/// Columns of the terminal at standard error; 80 where it does not say.
private var terminalWidth: Int {
  var size = winsize()
  guard ioctl(StandardError.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
    return 80
  }
  return Int(size.ws_col)
}

/// The text of the line: frames, speed and time left of a file; how far behind a live run is.
private final class ProgressLine: Sendable {
  private let job: Job
  /// Whether the line of a live run has percentiles and gains.
  private let hasTimers: Bool
  private let start = DispatchTime.now()
  /// The forecast until it has been printed; nil afterwards.
  private let forecast: Mutex<Forecast?>

  init(job: Job, subjectEvery: Int, hasTimers: Bool) {
    (self.job, self.hasTimers) = (job, hasTimers)
    forecast = Mutex(Forecast(every: subjectEvery))
  }

  private var elapsed: Double {
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
  }

  /// The expected duration, once, where that is a minute or more.
  func news() -> String? {
    forecast.withLock { forecast in
      guard forecast != nil, let moment = job.moment(at: elapsed),
        let outlook = forecast?.take(moment)
      else { return nil }
      forecast = nil
      return outlook.seconds < 60 ? nil : outlook.text
    }
  }

  /// The same as JSON for programs.
  var json: String {
    let (frames, elapsed, total) = (job.frames, elapsed, job.isLive ? nil : job.pictureCount)
    let rate = Double(frames.out) / max(elapsed, 0.001)
    let remaining = total.flatMap { rate > 0 ? Double(max(0, $0 - frames.out)) / rate : nil }
    return oneLine(
      State(
        picture: frames.out, total: total, time: job.meter.written.first?.seconds.map(thousandths),
        elapsed: thousandths(elapsed), rate: thousandths(rate),
        remaining: remaining.map(thousandths)))
  }

  private struct State: Encodable {
    var picture: Int
    var total: Int?
    var time: Double?
    var elapsed, rate: Double
    var remaining: Double?
  }

  func text(columns: Int) -> String {
    let frames = job.frames
    let speed = Double(frames.out) / max(elapsed, 0.001)
    return job.isLive ? live(frames, speed) : file(frames, speed, columns)
  }

  private func file(_ frames: RunReport.Frames, _ speed: Double, _ columns: Int) -> String {
    guard let total = job.pictureCount, total > 0 else {
      return "\(counted(frames.out, "frame")), \(Int(speed)) fps"
    }
    let share = min(1, Double(frames.out) / Double(total))
    let left = speed > 0 ? Double(total - frames.out) / speed : 0
    let details = ["\(frames.out)/\(counted(total, "frame"))", "\(Int(speed)) fps"]
    return progressText(share, details, left: left, columns: columns)
  }

  private func live(_ frames: RunReport.Frames, _ speed: Double) -> String {
    let meter = job.meter
    if meter.isResting { return "idle: output not in use  \(counted(frames.out, "frame"))" }
    guard hasTimers else {
      var parts = [
        String(format: "%.1f fps", speed), "\(frames.late) late", "\(frames.dropped) dropped",
      ]
      if let latency = meter.latencyMedian {
        parts.append(String(format: "%.1f ms behind", latency))
      }
      return parts.joined(separator: "  ")
    }
    var text = String(
      format: "%.1f fps  work p99 %.1f of %.1f ms  %d dropped", speed, meter.workP99,
      1000 / meter.budget, frames.dropped)
    if let latency = meter.latencyMedian { text += String(format: "  latency %.1f ms", latency) }
    let gains = job.gains
    return text + String(format: "  gains %.2f %.2f %.2f", gains.red, gains.green, gains.blue)
  }
}

/// Rounds to three decimals.
func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

/// A value as JSON on one line.
func oneLine(_ value: some Encodable) -> String {
  return (try? JSONEncoder.line.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
}

/// A share with a bar, details, and the remaining seconds; the bar is shortened first, the
/// remaining time last.
func progressText(_ share: Double, _ details: [String], left: Double, columns: Int) -> String {
  let percent = "\(Int(share * 100)) %"
  let left = clock(left) + " left"
  for kept in [details, [details[0]], []] {
    let words = ([percent] + kept + [left]).joined(separator: "  ")
    let room = columns - words.count - 1
    if room >= 6 { return bar(share, width: min(24, room)) + " " + words }
  }
  let words = "\(percent)  \(left)"
  return words.count <= columns ? words : left
}

private func bar(_ share: Double, width: Int) -> String {
  let filled = min(width, Int(share * Double(width)))
  return String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
}

private func clock(_ time: Double) -> String {
  let seconds = Int(min(max(0, time.rounded()), 1e9))
  let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
  return hours > 0
    ? String(format: "%d:%02d:%02d", hours, minutes, seconds % 60)
    : String(format: "%d:%02d", minutes, seconds % 60)
}

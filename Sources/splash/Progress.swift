import Dispatch
import Foundation
import SplashCore
import SplashFilter
import SplashJob

/// A line on the terminal that says how far a run is; nothing where standard error is none.
final class Progress: Sendable {
  // Dispatch's objects may be used by any thread; on Linux their types do not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer
  private let queue = DispatchQueue(label: "progress")

  /// Nil where no progress is wanted or nobody would see it.
  ///
  /// - Parameter text: the line for a terminal of so many columns; one that cannot be shortened may
  ///   be longer.
  init?(flags: ReportFlags, text: @escaping @Sendable (Int) -> String) {
    guard !flags.quiet, !flags.noProgress, isatty(STDERR_FILENO) != 0 else { return nil }
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 0.25, repeating: 0.25)
    // A line that wraps could not be taken back.
    timer.setEventHandler {
      let columns = max(0, terminalWidth - 1)
      writeError("\r\u{1b}[K" + text(columns).prefix(columns))
    }
    timer.resume()
  }

  convenience init?(of job: Job, flags: ReportFlags) {
    let line = ProgressLine(job: job)
    self.init(flags: flags) { line.text(columns: $0) }
  }

  /// Takes the line off the terminal again.
  func end() {
    timer.cancel()
    queue.sync { writeError("\r\u{1b}[K") }
  }
}

/// Columns of the terminal that standard error goes to; 80 where it does not say.
private var terminalWidth: Int {
  var size = winsize()
  guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
  return Int(size.ws_col)
}

/// The text of the line: frames, speed and time left of a file; the timers of a live run.
private final class ProgressLine: Sendable {
  private let job: Job
  private let start = DispatchTime.now()

  init(job: Job) { self.job = job }

  func text(columns: Int) -> String {
    let frames = job.frames
    let elapsed = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
    let speed = Double(frames.out) / max(elapsed, 0.001)
    return job.isLive ? live(frames, speed) : file(frames, speed, columns)
  }

  private func file(_ frames: RunReport.Frames, _ speed: Double, _ columns: Int) -> String {
    guard let total = job.pictureCount, total > 0 else {
      return "\(frames.out) frames, \(Int(speed)) fps"
    }
    let share = min(1, Double(frames.out) / Double(total))
    let left = speed > 0 ? Double(total - frames.out) / speed : 0
    let details = ["\(frames.out)/\(total) frames", "\(Int(speed)) fps"]
    return progressText(share, details, left: left, columns: columns)
  }

  private func live(_ frames: RunReport.Frames, _ speed: Double) -> String {
    let meter = job.meter
    var text = String(
      format: "%.1f fps  work p99 %.1f of %.1f ms  %d dropped", speed, meter.workP99,
      1000 / meter.budget, frames.dropped)
    if let latency = meter.latencyMedian { text += String(format: "  latency %.1f ms", latency) }
    let gains = job.gains
    return text + String(format: "  gains %.2f %.2f %.2f", gains.red, gains.green, gains.blue)
  }
}

/// A share with a bar, details, and the time left in seconds; the bar is shortened first, and the
/// time left goes last.
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
  let seconds = max(0, Int(time.rounded()))
  let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
  return hours > 0
    ? String(format: "%d:%02d:%02d", hours, minutes, seconds % 60)
    : String(format: "%d:%02d", minutes, seconds % 60)
}

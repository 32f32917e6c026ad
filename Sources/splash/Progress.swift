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
  init?(of job: Job, flags: ReportFlags) {
    guard !flags.quiet, !flags.noProgress, isatty(STDERR_FILENO) != 0 else { return nil }
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 0.25, repeating: 0.25)
    let line = ProgressLine(job: job)
    // A line that wraps could not be taken back.
    timer.setEventHandler { writeError("\r\u{1b}[K" + line.text().prefix(terminalWidth - 1)) }
    timer.resume()
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

  func text() -> String {
    let frames = job.frames
    let elapsed = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
    let speed = Double(frames.out) / max(elapsed, 0.001)
    return job.isLive ? live(frames, speed) : file(frames, speed)
  }

  private func file(_ frames: RunReport.Frames, _ speed: Double) -> String {
    guard let total = total, total > 0 else {
      return "\(frames.out) frames, \(Int(speed)) fps"
    }
    let share = min(1, Double(frames.out) / Double(total))
    let width = 24
    let filled = Int(share * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
    let left = speed > 0 ? Double(total - frames.out) / speed : 0
    let seconds = max(0, Int(left.rounded()))
    let clock = String(format: "%d:%02d", seconds / 60, seconds % 60)
    return "\(bar) \(Int(share * 100)) %  \(frames.out)/\(total) frames  \(Int(speed)) fps  \(clock) left"
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

  private var total: Int? {
    if let limit = job.frameLimit { return limit }
    if let count = job.media.frameCount { return count }
    guard let duration = job.media.duration, job.media.frameRate > 0 else { return nil }
    return Int(exactly: (duration * job.media.frameRate).rounded())
  }
}

internal import Foundation

extension RunReport {
  /// The run in one line: frames, speed, selected share, the budget if it applies, and the outputs.
  public var summary: String { summary(hasTimers: false) }

  /// The same line for `--verbose` and `--stats`.
  ///
  /// - Parameter hasTimers: whether it has percentiles of work and latency; otherwise it says in
  ///   words how far a live run is behind.
  package func summary(hasTimers: Bool) -> String {
    let count = counted(frames.out, "frame")
    var parts = ["\(count) in \(Self.short(wall_s)) s (\(Self.short(speed_fps)) fps)"]
    if budget.applies {
      if hasTimers {
        parts.append("work p99 \(Self.short(work.p99_ms)) of \(Self.short(budget.ms)) ms")
      }
      parts.append("\(frames.late) late")
    }
    if budget.applies || frames.dropped > 0 { parts.append("\(frames.dropped) dropped") }
    if idle_s > 0 { parts.append("idle for \(Self.short(idle_s)) s") }
    if let latency {
      let time = "\(Self.short(latency.p50_ms)) ms"
      parts.append(hasTimers ? "latency p50 \(time)" : "\(time) behind")
    }
    if let delay { parts.append("held for \(Self.short(delay.mean_ms)) ms") }
    parts.append("\(Self.percent(kept)) of the frame kept")
    return ([parts.joined(separator: ", ")] + whereabouts).joined(separator: "; ")
  }

  /// The outputs; if they are incomplete or differ in length, with their lengths.
  private var whereabouts: [String] {
    let real = written.filter { $0.output != "null" }
    func name(_ written: Written) -> String {
      written.output == "-" ? "standard output" : written.output
    }
    guard stopped || Set(real.map(\.pictures)).count > 1 else {
      return real.isEmpty ? [] : ["written to " + real.map(name).joined(separator: ", ")]
    }
    let amounts = real.map { written in
      let length = written.seconds.map { " (\(Self.short($0)) s)" } ?? ""
      return "\(name(written)) has \(counted(written.pictures, "frame"))\(length)"
    }
    let stop = stopped ? [latency == nil ? "stopped early" : "stopped"] : []
    return [(stop + amounts).joined(separator: ", ")]
  }

  /// Whether the work kept up with the budget, in words.
  public var verdict: String {
    let share = work.count == 0 ? 0 : 100 * Double(frames.late) / Double(work.count)
    return "\(budget.within ? "within" : "over") the budget of \(Self.short(budget.fps)) fps: "
      + "\(frames.late) of \(counted(work.count, "frame")) (\(Self.short(share)) %) took longer "
      + "than \(Self.short(budget.ms)) ms" + (budget.within ? "" : slowest.map { "; \($0)" } ?? "")
  }

  /// The stage with most of the work, its mean time per frame, and a way to reduce it.
  private var slowest: String? {
    func total(_ stage: Stage) -> Double {
      stages[stage.rawValue].map { $0.mean_ms * Double($0.count) } ?? 0
    }
    guard let stage = Stage.allCases.max(by: { total($0) < total($1) }), total(stage) > 0,
      work.count > 0
    else { return nil }
    let mean = String(format: "%.1f", total(stage) / Double(work.count))
    return "late: \(stage.rawValue) \(mean) ms; \(stage.remedy)"
  }

  /// A table of all stages, and the verdict if a budget applies.
  public var table: String {
    func row(_ name: String, _ cells: [String]) -> String {
      name.padding(toLength: 10, withPad: " ", startingAt: 0)
        + cells.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }.joined()
    }
    func row(_ name: String, _ times: Times) -> String {
      let cells = [times.mean_ms, times.p50_ms, times.p95_ms, times.p99_ms, times.max_ms]
      return row(name, ["\(times.count)"] + cells.map { String(format: "%.3f", $0) })
    }
    var lines = [row("stage", ["count", "mean ms", "p50", "p95", "p99", "max"])]
    for stage in Stage.allCases {
      if let times = stages[stage.rawValue] { lines.append(row(stage.rawValue, times)) }
    }
    lines.append(row("work", work))
    if let decoder { lines.append("decoder: \(decoder)") }
    if let latency { lines.append(row("latency", latency)) }
    if let delay {
      lines.append(
        "delay: \(Self.short(delay.now_ms)) ms at the end, \(Self.short(delay.mean_ms)) ms on average, "
          + "\(Self.short(delay.limit_ms)) ms at most")
    }
    lines.append(
      "kept: \(Self.percent(kept)) of the frame, flicker: \(String(format: "%.5f", flicker))")
    if let balance = white_balance {
      let gains = balance.gains.map { String(format: "%.3f", $0) }.joined(separator: " ")
      let doubt = balance.found == false ? ": the light could not be told from the frames" : ""
      lines.append("white balance: \(balance.mode), gains \(gains)\(doubt)")
    }
    lines.append("frames: \(frames.in) in, \(frames.out) out, \(frames.dropped) dropped")
    if budget.applies { lines.append(verdict) }
    return lines.joined(separator: "\n")
  }

  package static func percent(_ share: Double) -> String {
    if share > 0, share < 1e-5 { return "less than 0.001 %" }
    return String(format: share >= 0.01 || share == 0 ? "%.1f %%" : "%.2g %%", share * 100)
  }

  private static func short(_ number: Double) -> String {
    String(format: number >= 100 || number == number.rounded() ? "%.0f" : "%.1f", number)
  }
}

extension Stage {
  /// How the user can reduce the time of the stage.
  fileprivate var remedy: String {
    switch self {
    case .read: "read from a faster place, or smaller frames"
    case .decode: "ask a camera for --camera-format YUYV or --size 1280x720"
    case .convert: "leave --pixel-format out, or write smaller frames: --scale 50%"
    case .balance: "--white-balance off, or --size 1280x720 of a camera"
    case .subject: "smaller frames: --size 1280x720 of a camera"
    case .splash:
      "a look without blur, --close-holes and --remove-specks, or --size 1280x720 of a camera"
    case .encode: "--preset ultrafast, or smaller frames: --scale 50%"
    case .write: "write to a faster place, or smaller frames: --scale 50%"
    }
  }
}

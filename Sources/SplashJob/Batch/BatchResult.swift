/// The result of one of several inputs, as `--report` writes it.
public struct BatchResult: Codable, Sendable {
  public enum Status: String, Codable, Sendable {
    /// Completed in this run.
    case done
    /// Completed in an earlier run.
    case before
    case failed
    /// The run was stopped before the file was complete.
    case stopped
  }

  public var input: String
  public var output: String
  public var status = Status.failed
  /// Why it failed, in one line; missing otherwise.
  public var error: String?
  /// Number of frames written.
  public var pictures = 0
  /// Processing time in seconds.
  public var wall_s = 0.0
  /// Mean share of the frame that was kept, 0…1.
  public var kept = 0.0
  /// As in `RunReport`.
  public var hint: String?
  /// What the result lacks compared with the input, and what was wrong with the input: one line
  /// each.
  public var notes: [String] = []

  init(input: String, output: String) {
    self.input = input.displayed
    self.output = output.displayed
  }

  mutating func take(_ report: RunReport, notes: [String], warnings: [String]) {
    status = report.stopped ? .stopped : .done
    pictures = report.frames.out
    wall_s = report.wall_s
    kept = report.kept
    hint = report.hint
    self.notes = notes + warnings
  }

  /// Results as a text table, one row each.
  public static func table(_ results: [BatchResult]) -> String {
    let heading = "file"
    let width = min(48, max(heading.count, results.map(\.input.count).max() ?? 0))
    func row(_ name: String, _ cells: [String], _ remark: String) -> String {
      let place = name.count > width ? "…" + name.suffix(width - 1) : Substring(name)
      let rest = cells.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
      let line = String(place) + String(repeating: " ", count: width - place.count) + rest
      let end = line.lastIndex { $0 != " " }!
      return remark.isEmpty ? String(line[...end]) : line + "  " + remark
    }
    let rows = results.map { result in
      let isDone = result.status == .done
      let cells = [
        result.status.rawValue, isDone ? "\(result.pictures)" : "",
        isDone ? RunReport.percent(result.kept) : "",
      ]
      return row(
        result.input.displayedOnALine, cells,
        result.error ?? ((result.hint.map { [$0] } ?? []) + result.notes).joined(separator: "; "))
    }
    return ([row(heading, ["result", "frames", "kept"], "")] + rows).joined(separator: "\n")
  }
}

internal import CSplashKernels
internal import Foundation
internal import SplashLook

extension KernelBench {
  /// The results of a benchmark, and the machine.
  public struct Report: Codable, Equatable, Sendable {
    public var version = 1
    /// The processor's name.
    public var processor: String
    /// The compiler of the kernels and its optimization options.
    public var compiler: String
    public var rounds: Int
    public var rows: [Row]
  }

  public var report: Report {
    Report(
      processor: Self.processor, compiler: String(cString: splash_compiler()), rounds: rounds,
      rows: rows)
  }

  private static var processor: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let name = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    return name?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? "unknown processor"
  }
}

extension KernelBench.Report {
  public var json: String {
    get throws {
      return String(decoding: try JSONEncoder.pretty.encode(self), as: UTF8.self)
    }
  }

  /// A text table with one line per kernel and frame: milliseconds, and the ratio to a copy of the
  /// frame.
  public var table: String {
    let sets = InstructionSet.allCases.map(\.rawValue).filter { name in
      rows.contains { $0.milliseconds[name] != nil }
    }
    let cells = rows.map { row in
      [row.kernel, row.pixels, row.format, "\(row.width)x\(row.height)", fixed(row.copy, 3)]
        + sets.map { set in
          guard let time = row.milliseconds[set], let ratio = row.ratio(set) else { return "" }
          return "\(fixed(time, 3)) \(fixed(ratio, 1))x"
        }
    }
    let head = ["kernel", "pixels", "format", "size", "copy"] + sets
    let widths = head.indices.map { column in
      ([head] + cells).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      zip(cells, widths).enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < 4 ? cell.0 + blanks : blanks + cell.0
      }.joined(separator: "  ")
    }
    let heading = """
      \(processor), \(compiler)
      processor time of one thread in ms and in copies of a frame, median of \(rounds) rounds

      """
    return ([heading + line(head)] + cells.map(line)).joined(separator: "\n")
  }

  private func fixed(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}

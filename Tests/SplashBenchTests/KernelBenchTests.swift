import Foundation
import SplashBench
import Testing

@Suite struct KernelBenchTests {
  @Test func benchReportsEveryKernelAndFormat() throws {
    var bench = KernelBench(rounds: 1)
    bench.runOnNoise()
    let formats = Set(bench.rows.map(\.format))
    #expect(formats.isSuperset(of: ["yuv420p", "yuv422p", "yuv444p", "yuv420p10", "nv12", "p010"]))
    #expect(bench.rows.contains { $0.height == 2160 })
    #expect(bench.rows.allSatisfy { $0.copy > 0 && ($0.milliseconds["reference"] ?? 0) > 0 })

    let report = bench.report
    let decoded = try JSONDecoder().decode(
      KernelBench.Report.self, from: Data(try report.json.utf8))
    #expect(decoded == report)
    #expect(report.table.contains(report.processor))
    #expect(report.table.split(separator: "\n").count == bench.rows.count + 3)
  }
}

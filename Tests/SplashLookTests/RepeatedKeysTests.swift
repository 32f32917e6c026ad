import Foundation
import SplashLook
import Testing

/// Elements of a timeline that stand for several keyframes.
struct RepeatedKeysTests {
  private func timeline(
    _ json: String, base: SplashSettings = SplashSettings(),
    times: @escaping (String) throws -> [Double] = LookTimeline.noTimes
  ) throws -> LookTimeline {
    try LookTimeline(json: json.utf8, base: base, times: times)
  }

  private static let cycle = #""cycle": [{"rest": ["noir"]}, {"hues": ["blue"]}]"#

  @Test(
    arguments: [
      (#"{"every": 0.5, "until": 2.2, \#(cycle)}"#, [0, 0.5, 1, 1.5, 2]),
      (#"[{"every": 0.5, "time": 1, "until": 2, \#(cycle)}]"#, [1, 1.5, 2]),
      (#"{"every": 0.1, "until": 0.6, \#(cycle)}"#, [0, 0.1, 0.2, 3 * 0.1, 0.4, 0.5, 6 * 0.1]),
      (#"{"at": [1.2, 1.8, 2.4], "transition": 0.6, \#(cycle)}"#, [1.2, 1.8, 2.4]),
      (#"{"at": "beats", \#(cycle)}"#, [0.25, 4]),
    ] as [(String, [Double])])
  func timelineCycleAlternatesItsSettings(json: String, times: [Double]) throws {
    var base = SplashSettings()
    base.fill = 0.5
    let read = try timeline(json, base: base) { name in
      #expect(name == "beats")
      return [0.25, 4]
    }
    #expect(read.entries.map(\.time) == times)
    // Each starts from the settings before all of them.
    var (noir, blue) = (base, base)
    noir.rest = try SplashSettings(json: #"{"rest": ["noir"]}"#.utf8).rest
    blue.hues = try SplashSettings(json: #"{"hues": ["blue"]}"#.utf8).hues
    for (index, entry) in read.entries.enumerated() {
      #expect(entry.settings == (index % 2 == 0 ? noir : blue), "\(index)")
      #expect(entry.transition == (json.contains("transition") ? 0.6 : 0))
    }
    #expect(read.settings.count == 3)
    // The look at any time is that of a list of all keyframes.
    let plain = try LookTimeline(base: base, entries: read.entries)
    for time in stride(from: 0.0, to: 5, by: 0.07) {
      #expect(read.moment(at: time) == plain.moment(at: time))
    }
    // It is written as it was read, with times instead of their file's name.
    #expect(try LookTimeline(document: read.document.utf8) == read)
    #expect(try LookTimeline(json: read.json.utf8, base: base) == read)
    #expect(read.json.utf8.count < 200)
  }

  /// Times that are sums have rounding errors.
  @Test(arguments: [
    #"[{"time": 0.1, "transition": 0.2}, {"time": 0.3}]"#,
    #"{"every": 0.1, "until": 1, "transition": 0.1, \#(cycle)}"#,
    #"{"at": [0.1, 0.3], "transition": 0.2, \#(cycle)}"#,
  ])
  func adjacentTransitionsWithRoundingAreAccepted(json: String) throws {
    let read = try timeline(json)
    #expect(try LookTimeline(base: read.base, entries: read.entries).entries == read.entries)
    #expect(try timeline(read.json) == read)
  }

  @Test func keyframesOfAllKindsFollowEachOther() throws {
    let read = try timeline(
      #"""
      [{"time": 0.5, "settings": {"rest": ["sepia"]}}, {"at": [1, 2], "settings": {"fill": 1}},
       {"every": 1, "time": 3, "until": 4, "cycle": [{"fill": 2}, {}]}, {"time": 9}]
      """#)
    #expect(read.entries.map(\.time) == [0.5, 1, 2, 3, 4, 9])
    #expect(read.entries.map(\.settings.fill) == [0.3, 1, 1, 2, 1, 1])
    #expect(read.entries.allSatisfy { $0.settings.rest == read.entries[0].settings.rest })
  }

  @Test func endlessTimelineCycleHasTenThousandKeyframes() throws {
    let read = try timeline(#"[{"time": 0}, {"every": 0.5, "cycle": [{"fill": 1}, {"fill": 2}]}]"#)
    #expect(read.entries.count == 10_000 && read.entries.last?.time == 4999)
    #expect(read.settings.count < 10)
    for (time, fill) in [(0.2, 1.0), (0.7, 2), (4998.6, 2), (4999.0, 1), (1e6, 1)] {
      guard case .settings(let settings) = read.moment(at: time) else {
        Issue.record("nothing fades")
        return
      }
      #expect(settings.fill == fill, "\(time)")
    }
  }

  @Test(arguments: [
    (#"{"every": 0}"#, "[0].every"), (#"{"every": "x"}"#, "[0].every"),
    (#"{"every": 1, "until": 1, "time": 2}"#, "[0].until"),
    (#"{"every": 0.01, "until": 1000}"#, "more than 10000 changes"),
    (#"{"every": 1, "until": 9, "transition": 2}"#, "[0].every 1: before the end of the time"),
    (#"{"every": 1, "at": [1]}"#, "[0].every: at has the times"),
    (#"{"every": 1, "cycle": []}"#, "[0].cycle"), (#"{"every": 1, "cycle": {}}"#, "[0].cycle"),
    (#"{"every": 1, "cycle": [{}], "settings": {}}"#, "[0].settings"),
    (#"{"every": 1, "cycle": [{}, {"hughes": 1}]}"#, "[0].cycle[1]"),
    (#"{"every": 1, "cycle": [{"show": "mask"}]}"#, "it is fixed for the whole run"),
    (#"{"at": [2, 1]}"#, "[0].at 1: before the end of the time before, at 2"),
    (#"{"at": [1, -1]}"#, "[0].at[1]"), (#"{"at": 1}"#, "[0].at: a number in place of a list"),
    (#"{"at": "beats.txt"}"#, "'beats.txt': text in place of a list"),
    (#"[{"time": 5}, {"at": [4]}]"#, "[1].at 4: before the end of the entry before, at 5"),
    (#"[{"time": 1, "cycle": [{}]}]"#, "[0].cycle: it goes with every or at"),
    (#"[{"time": 1, "until": 2}]"#, "[0].until: it is for every"),
    (#"[{"every": 1, "until": 6000}, {"every": 1, "time": 6001, "until": 12000}]"#, "more than"),
  ])
  func invalidRepeatedKeyframesAreNamed(json: String, part: String) throws {
    let error = #expect(throws: SettingError.self) { try timeline(json) }
    #expect("\(error!)".contains(part), "\(json): \(error!)")
  }
}

import ArgumentParser
import SplashFilter

/// The times at which the effect comes and goes.
struct EffectTimes: ParsableArguments {
  @Option(
    help: .of(
      "Show all colors before this time of the result; from there on the effect comes: 2, 1:30 or 90s.",
      "TIME"))
  var from: String?

  @Option(
    help: .of(
      "Show the whole effect up to this time of the result; from there on it goes: 6, 1:30 or 90s.",
      "TIME"))
  var until: String?

  @Option(
    help: .of(
      "How long the effect takes to come after --from, and to go after --until. (default: 0)",
      "TIME")
  )
  var fade: String?

  /// The keyframes for `--from` and `--until`: the look between these times, the unchanged frame
  /// outside.
  ///
  /// - Parameters:
  ///   - saved: the look, without keyframes of its own.
  ///   - timeline: `--timeline`, if that is given.
  /// - Returns: nil where neither is given.
  /// - Throws: `SplashError` of kind usage for times out of order, and where there are other
  ///   keyframes.
  func moments(of saved: LookTimeline, timeline: String? = nil) throws -> LookTimeline? {
    guard let flag = from != nil ? "--from" : until != nil ? "--until" : nil else {
      guard let fade else { return nil }
      throw SplashError(
        .usage, "--fade \(fade)", cause: "it needs a time at which the effect starts or ends",
        remedy: "give --from or --until, or --fade-in and --fade-out for both ends of the clip")
    }
    guard timeline == nil, saved.entries.isEmpty else {
      throw SplashError(
        .usage, "\(flag) and \(timeline == nil ? "a look with keys in time" : "--timeline")",
        cause: "both set when the look changes", remedy: "leave one out")
    }
    let start = try from.map { try seconds($0, "--from") } ?? 0
    let end = try until.map { try seconds($0, "--until") }
    let fade = try fade.map { try seconds($0, "--fade") } ?? 0
    if let end, end <= start {
      throw SplashError(
        .usage, "--until \(until!)", cause: "nothing would change",
        remedy: "give a time after --from, counted from the beginning of the result")
    }
    if let end, start > 0, end < start + fade {
      throw SplashError(
        .usage, "--fade \(self.fade!)", cause: "the fade is longer than the effect",
        remedy: "give a shorter one, or a later --until")
    }
    var plain = saved.base
    (plain.rest, plain.kept, plain.balanceOutput) = ([], [], false)
    var entries: [LookTimeline.Entry] = []
    if start > 0 {
      entries.append(.init(time: start, transition: fade, settings: saved.base))
    }
    if let end { entries.append(.init(time: end, transition: fade, settings: plain)) }
    return try LookTimeline(base: start > 0 ? plain : saved.base, entries: entries)
  }

  /// What to say where the effect would begin behind the end of a result; nil where it does not.
  ///
  /// - Parameter length: of the result in seconds; nil where that is not known.
  func warning(length: Double?) throws -> String? {
    guard let from, let length, try seconds(from, "--from") >= length else { return nil }
    let end = (length * 10).rounded() / 10
    return "--from \(from) is beyond the end: the result lasts \(end) s, so the effect never shows"
  }
}

/// How the look changes in the course of the result.
struct TimeFlags: ParsableArguments {
  @OptionGroup var effect: EffectTimes

  @Option(
    help: .of(
      "Change the look in time: a JSON list of {\"time\": S, \"transition\": S, \"settings\": {…}}, in a file or as it is.",
      "FILE"), completion: .file(extensions: ["json"]))
  var timeline: String?
}

extension LookTimeline {
  /// The most keyframes of a timeline.
  static let mostEntries = 10_000

  /// Returns the times that a name in place of a list stands for.
  public typealias Times = (String) throws -> [Double]

  /// Throws for every name.
  public static let noTimes: @Sendable (String) throws -> [Double] = { name in
    throw SettingError(
      given: "'\(name)'", cause: "text in place of a list",
      remedy:
        "give a list of times in seconds; splash \(option: "timeline") takes a text file, or chapters"
    )
  }

  private static let seconds = NumberKind<Double>(0...1_000_000, .seconds, step: 1)
  private static let keys = ["time", "transition", "settings", "every", "until", "at", "cycle"]

  /// The keyframes of a list element: several if it has `every` or `at`.
  ///
  /// - Parameters:
  ///   - end: of the last transition before it.
  ///   - count: number of keyframes before it.
  ///   - before: settings before it, on which all of its changes are based.
  /// - Returns: the keyframes, and the element with names of times replaced by the times.
  static func expanded(
    _ json: JSONValue, after end: Double, count: Int, _ before: SplashSettings, _ times: Times
  ) throws -> (entries: [Entry], written: JSONValue) {
    var written = json
    let object = try json.object(keys: keys)
    let transition = try object.read("transition", seconds) ?? 0
    let isRepeated = object["every"] != nil || object["at"] != nil
    let changes = try changes(in: object, before, isRepeated: isRepeated)
    let moments: [Double]
    if object["at"] != nil {
      moments = try list(of: object, times)
      if case .object(var parts) = json {
        parts["at"] = .list(moments.map { .number($0) })
        written = .object(parts)
      }
    } else if object["every"] != nil {
      moments = try steps(of: object, room: mostEntries - count)
    } else {
      try refuse("until", in: object, "it is for every")
      moments = [try object.need("time", seconds)]
    }
    guard count + moments.count <= mostEntries else {
      throw SettingError(
        cause: "more than \(mostEntries) changes", remedy: "give an earlier end or fewer times")
    }
    if isRepeated { try check(moments, after: end, transition, object["at"] == nil) }
    let entries = moments.enumerated().map { index, time in
      Entry(time: time, transition: transition, settings: changes[index % changes.count])
    }
    return (entries, written.asKept)
  }

  /// The settings that a repeated element alternates between; a single keyframe has one.
  private static func changes(
    in object: JSONObject, _ before: SplashSettings, isRepeated: Bool
  ) throws -> [SplashSettings] {
    func settings(_ json: JSONValue) throws -> SplashSettings {
      let settings = try SplashSettings(json, over: before)
      guard settings.show == before.show else {
        throw SettingError(
          "show", given: settings.show.rawValue, cause: "it is fixed for the whole run",
          remedy: "leave it out here")
      }
      return settings
    }
    guard let cycle = object["cycle"] else {
      return [try inside("settings") { try settings(object["settings"] ?? .object([:])) }]
    }
    guard isRepeated else {
      throw SettingError("cycle", cause: "it goes with every or at", remedy: "give one of them")
    }
    try refuse("settings", in: object, "cycle has the settings")
    guard case .list(let list) = cycle, (1...1000).contains(list.count) else {
      throw SettingError(
        "cycle", cause: "no list of 1 to 1000 settings", remedy: "give [{…}, {…}]")
    }
    return try list.enumerated().map { index, json in
      try inside("cycle") { try inside("[\(index)]") { try settings(json) } }
    }
  }

  private static func list(of object: JSONObject, _ times: Times) throws -> [Double] {
    for key in ["time", "every", "until"] { try refuse(key, in: object, "at has the times") }
    switch object["at"]! {
    case .text(let name): return try inside("at") { try times(name) }
    case .list(let list):
      return try list.enumerated().map { index, json in
        try inside("at") { try inside("[\(index)]") { try seconds.read(json) } }
      }
    case let other:
      throw SettingError(
        "at", cause: other.mismatch("a list", "").cause, remedy: "give a list of times in seconds")
    }
  }

  private static func steps(of object: JSONObject, room: Int) throws -> [Double] {
    let step = try object.need("every", NumberKind<Double>(0.01...1_000_000, .seconds, step: 1))
    let start = try object.read("time", seconds) ?? 0
    let until = try object.read("until", seconds)
    let limit = until.map { ($0 - start) / step } ?? Double(room - 1)
    guard limit >= 0 else {
      throw SettingError("until", given: until?.exact, cause: "before the first time")
    }
    guard limit < Double(room) else {
      throw SettingError(
        "every", given: step.exact, cause: "more than \(mostEntries) changes",
        remedy: "give an earlier until, or a larger step")
    }
    return (0...Int(limit + tolerance)).map { start + Double($0) * step }
  }

  private static func check(
    _ times: [Double], after end: Double, _ transition: Double, _ isEven: Bool
  ) throws {
    var end = end
    for (index, time) in times.enumerated() {
      guard time >= end - tolerance else {
        throw SettingError(
          isEven ? "every" : "at", given: time.exact,
          cause: "before the end of the \(index == 0 ? "entry" : "time") before, at \(end.exact)",
          remedy: "give times in order, each after the transition of the last")
      }
      end = time + transition
    }
  }

  private static func refuse(_ key: String, in object: JSONObject, _ cause: String) throws {
    guard object[key] == nil else {
      throw SettingError(key, cause: cause, remedy: "leave it out")
    }
  }
}

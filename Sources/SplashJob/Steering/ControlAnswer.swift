package import Foundation

/// An answer to a client: `{"ok":true}`, with the data that it asked for, or `{"error":"…"}`.
package struct ControlAnswer: Codable {
  var ok: Bool?
  package var error: String?
  package var stats: Stats?
  package var settings: SplashSettings?
  /// A JPEG file, in Base64 on the line.
  package var picture: Data?

  package struct Stats: Codable {
    package var effect, frozen: Bool
    /// Whether the camera rests, since no program reads the virtual cameras.
    package var idle: Bool
    package var report: RunReport
  }

  init() { ok = true }

  init(error: String) { self.error = error }

  /// The answer as a line of JSON, with its end.
  var line: [UInt8] {
    guard let data = try? JSONEncoder.line.encode(self) else {
      preconditionFailure("an answer holds NaN")
    }
    return data + [UInt8(ascii: "\n")]
  }
}

extension Job {
  /// Carries out a command given as a line of JSON.
  ///
  /// - Parameters:
  ///   - line: a JSON object, as in the specification.
  ///   - transition: seconds of a fade where the line does not say.
  ///   - preset: finds a look by its name.
  /// - Returns: the answer, a line with its end.
  public func answer(
    to line: [UInt8], transition: Double, preset: (_ name: String) throws -> LookTimeline
  ) -> [UInt8] {
    do {
      return try obey(LookOrder(line: line), transition, preset).line
    } catch {
      return ControlAnswer(error: "\(error)").line
    }
  }

  private func obey(
    _ order: LookOrder, _ transition: Double, _ preset: (String) throws -> LookTimeline
  ) throws -> ControlAnswer {
    var answer = ControlAnswer()
    switch order {
    case .change(let change):
      let look = try change.preset.map(preset)
      if let name = change.preset, look?.entries.isEmpty == false {
        throw SplashError(
          .usage, "preset \(name)", cause: "it has keys in time",
          remedy: "take one of settings alone")
      }
      try self.change(over: change.transition ?? transition) { base in
        var base = base
        if var settings = look?.base {
          settings.show = base.show
          base = settings
        }
        return try change.settings(over: base)
      }
    case .act(.toggle): turn(over: transition)
    case .act(.on): turn(on: true, over: transition)
    case .act(.off): turn(on: false, over: transition)
    case .act(.freeze): isFrozen = true
    case .act(.unfreeze): isFrozen = false
    case .act(.stats):
      answer.stats = ControlAnswer.Stats(
        effect: isOn, frozen: isFrozen, idle: meter.isResting, report: report())
    case .act(.picture): answer.picture = try smallPicture()
    case .act(.settings): answer.settings = settings.renamingFiles(wholePath)
    case .snapshot(let path, let overwrite): try snapshot(to: path, overwrite: overwrite)
    }
    return answer
  }
}

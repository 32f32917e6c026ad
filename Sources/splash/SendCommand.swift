import ArgumentParser
import Foundation
import SplashJob

/// Sends commands to a run while it goes on.
struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Change the look of a run that goes on, by its --control-socket.",
    discussion: """
      splash /dev/video0 -o /dev/video9 --control-socket ~/.splash.sock
      splash send ~/.splash.sock hue=blue rest=noir transition=1
      splash send ~/.splash.sock preset=noir-red
      splash send ~/.splash.sock toggle
      splash send ~/.splash.sock snapshot=still.png
      splash send ~/.splash.sock stats --json

      Settings go by the names of their flags and count together, from the next frame on; \
      what is not named stays as it is. on, off and toggle are about the effect, freeze and \
      unfreeze about the output. A word that begins with a brace is sent as it is.
      """)

  @Argument(help: "The socket, as --control-socket names it.") var socket: String

  @Argument(
    help: .of(
      "NAME=VALUE of settings, preset=NAME, transition=SECONDS, snapshot=FILE, toggle, on, off, freeze, unfreeze, stats, settings, or picture with --json.",
      "order"))
  var orders: [String]

  @Flag(name: [.customShort("y"), .long], help: "Let a snapshot replace an existing file.")
  var overwrite = false

  @Flag(help: "Print each answer as a line of JSON.")
  var json = false

  func run() throws {
    let lines = try lines()
    let run = try ControlClient(socket, for: "splash send")
    for line in lines { try report(run.ask(line)) }
  }

  /// The lines to send: commands in their order, and all settings together at the place of the
  /// first one.
  private func lines() throws -> [String] {
    guard json || !orders.contains(LookOrder.Act.picture.rawValue) else {
      throw SplashError(
        .usage, "picture", cause: "its answer is a line of JSON",
        remedy: "add --json, or say snapshot=FILE")
    }
    var lines: [String] = []
    var settings: (place: Int, words: [String])?
    for order in orders {
      if let line = LookOrder.line(word: whole(order), overwrite: overwrite) {
        lines.append(line)
      } else {
        settings = (settings?.place ?? lines.count, (settings?.words ?? []) + [order])
      }
    }
    do {
      if let (place, words) = settings {
        lines.insert(try LookOrder.line(settings: words), at: place)
      }
    } catch let error as SettingError {
      throw SplashError(.usage, error.text(naming: .flags))
    }
    return lines
  }

  /// Makes a file name absolute, since the run may have another working folder.
  private func whole(_ order: String) -> String {
    let prefix = "snapshot="
    guard order.hasPrefix(prefix), order.count > prefix.count else { return order }
    let name = order.dropFirst(prefix.count)
    guard !name.hasPrefix("/") else { return order }
    return prefix + FileManager.default.currentDirectoryPath + "/" + name
  }

  private func report(_ reply: (answer: ControlAnswer, line: [UInt8])) throws {
    let (answer, line) = reply
    if json { try printOutput(String(decoding: line, as: UTF8.self)) }
    if let error = answer.error { throw SplashError(.failure, error) }
    if json { return }
    if let settings = answer.settings { try printOutput(settings.json) }
    if let stats = answer.stats {
      let state = stats.effect ? "effect on" : "effect off"
      let frozen = stats.frozen ? ", frozen" : ""
      let idle = stats.idle ? ", idle" : ""
      try printOutput("\(state)\(frozen)\(idle); \(stats.report.summary)")
    }
  }
}

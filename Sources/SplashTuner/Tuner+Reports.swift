internal import CFFmpeg
internal import Foundation
internal import Synchronization

extension Tuner {
  /// The first message to a browser.
  var greeting: String {
    let picture = player.media.picture
    let shown = picture.turn.turned(picture.width, picture.height)
    let ratio = picture.sampleAspectRatio
    let shape = ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : 1
    let stored = shape * Double(picture.width) / Double(picture.height)
    return BrowserMessage.encode(
      BrowserMessage.Greeting(
        run: identity, input: player.media.name,
        width: shown.width, height: shown.height,
        aspect: picture.turn.transposes ? 1 / stored : stored,
        orientation: picture.turn.orientation,
        isCamera: player.isCamera, canSeek: player.canSeek, canPause: player.canPause,
        start: request.inputOptions.start ?? 0,
        outputs: request.outputs.map(\.name.displayed), steers: steering?.name.displayed,
        export: exporter.map {
          .init(suggestion: $0.place.suggestion, endings: $0.place.endings)
        },
        hasPresets: request.presets != nil,
        duration: player.canSeek ? player.media.duration : nil,
        frameRate: player.media.frameRate > 0 ? player.media.frameRate : nil,
        budget: job.report().budget, defaults: SplashSettings(),
        histogramBin: HueHistogram.binWidth))
  }

  private var status: BrowserMessage.Status {
    let (look, playback) = (look.snapshot, player.playback)
    let troubles = troubles.withLock { $0 }
    return BrowserMessage.Status(
      revision: look.revision, settings: look.settings,
      base: look.timeline.entries.isEmpty ? nil : look.timeline.base, timeline: look.timeline,
      key: look.key, view: look.view, command: command(for: look.timeline),
      warnings: troubles.lines + look.settings.warnings(naming: .flags),
      canUndo: look.canUndo, canRedo: look.canRedo, isPlaying: playback.isPlaying,
      rate: playback.rate, isStill: playback.isStill,
      isSteering: steering.map { _ in troubles.steering == nil })
  }

  /// Shows a change and reports it to all browsers.
  func tellChange(hearing outbox: Outbox? = nil) {
    player.refresh()
    tellStatus(hearing: outbox)
  }

  /// Sends the status to all browsers. Statuses are sent one after the other, so that the last one
  /// is the newest even when several threads send them.
  ///
  /// - Parameter outbox: of a browser whose message the status includes.
  func tellStatus(hearing outbox: Outbox? = nil) {
    telling.withLock { _ in
      outbox?.hear()
      audience.tell(status: status)
    }
  }

  /// Sends the progress of an export to all browsers, one message after the other.
  ///
  /// - Parameter isRunning: sends nothing for an export that has ended.
  func tellExport(isRunning: Bool = false) {
    telling.withLock { _ in
      guard let progress = exporter?.progress, !isRunning || progress.state == .running else {
        return
      }
      audience.tell(export: BrowserMessage.encode(progress))
    }
  }

  func tellMeasurements() {
    let look = look.snapshot
    let followed = followed(look)
    guard audience.isWatched, let entry = history.newest else { return }
    let settings = look.settings
    let (reading, gains) = (readings.last, readings.last.gains)
    var histogram = HueHistogram()
    let whole = Spot(x: 0, y: 0, width: 1, height: 1)
    let colors = entry.frame.colors(in: whole, limit: 8000) ?? []
    histogram.add(colors, gains: gains) { $0.chroma > settings.chromaFloor }
    let seen = colors.map { $0.balanced(by: gains).hsv }.filter {
      $0.chroma > settings.chromaFloor
    }
    // Objects have moved since they were named; the filter knows where they are.
    let mask =
      settings.selections.contains(where: \.isObject)
      ? nil
      : try? SmallMask(of: entry.frame, settings: settings, gains: gains, turn: turn)
    let share = mask?.share ?? reading.kept
    let work = window.work.map {
      BrowserMessage.Measurements.Work(median: $0.median, p99: $0.p99, models: window.models)
    }
    audience.tell(
      measurements: BrowserMessage.encode(
        BrowserMessage.Measurements(
          position: player.playback.position, rate: window.rate, work: work,
          output: player.canPause ? nil : .init(job.frames),
          flicker: reading.flicker, kept: share, gains: [gains.red, gains.green, gains.blue],
          histogram: histogram.shares,
          gates: (settings.keptHues + settings.drops).map { GateHistogram(seen, of: $0, settings) },
          followed: followed, windows: windows(settings, at: reading.windows),
          warnings: share.map { Self.warnings(keptShare: $0) } ?? [])))
  }

  private func windows(
    _ settings: SplashSettings, at places: [Selection: Region]
  ) -> [BrowserMessage.Measurements.Window] {
    BrowserRequest.SelectionKey.allCases.flatMap { key in
      settings[keyPath: key.list].enumerated().compactMap { index, window in
        places[window].map {
          BrowserMessage.Measurements.Window(key: key.rawValue, index: index, region: $0.text)
        }
      }
    }
  }

  /// A note for people on what is tracked; nil where it is the same as in the command.
  ///
  /// - Parameter look: at the present time.
  private func followed(_ look: SharedLook.Snapshot) -> String? {
    guard player.canSeek else { return nil }
    let share = objects?.follow(look.timeline, isWatched: audience.isWatched)
    let all = look.settings.selections
    if all.contains(where: \.isObject), objects == nil {
      return "In long clips objects are looked for anew after a jump; the command follows them"
    }
    if let share { return "Objects are being followed through the clip: \(Int(100 * share)) %" }
    return all.contains { $0.isFollowed && $0.hasNetwork }
      ? "Subjects and things are looked for anew after a jump; the command follows them" : nil
  }

  /// Warnings for an extreme kept share of the frame.
  private static func warnings(keptShare share: Double) -> [String] {
    if share < 0.0005 { return ["nothing in this frame is selected"] }
    if share > 0.95 { return ["nearly all of this frame is selected"] }
    return []
  }

  /// The command line that gives the result of the page.
  func command(for look: LookTimeline) -> String {
    let input = request.input
    var words = ["splash"]
    // A name that begins with a dash must not be parsed as a flag.
    words.append(input.hasPrefix("-") && input != "-" ? "./\(input)" : input)
    words += request.inputOptions.flags + request.camera.flags + flags(of: look.base)
    words += request.subjectFlags
    if !look.entries.isEmpty { words += ["--timeline", look.json] }
    var text = words.map(shellQuoted).joined(separator: " ")
    if !request.outputs.isEmpty {
      text += ([""] + request.outputFlags.map(shellQuoted)).joined(separator: " ")
    } else if player.isCamera {
      text += " -o - | ffplay -"
    } else if input.hasPrefix("test:") {
      text += " --frames 300 -o splash.mp4"
    } else {
      text += " -o " + shellQuoted(ExportPlace.name(of: input == "-" ? "clip" : input))
    }
    return text
  }
}

extension ColorSample {
  /// The spot as text for people.
  var text: String {
    guard let hue else { return "\(color.hex), grey: chosen by its value" }
    return String(
      format: "hue %.0f°, saturation %.2f, value %.2f, %@", hue, color.hsv.saturation,
      color.hsv.value, color.hex)
  }
}

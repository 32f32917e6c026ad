internal import Synchronization

extension Tuner {
  func export(to name: String, as wish: ExportWish) throws {
    guard let exporter else {
      throw SplashError(
        .usage, "export to '\(name)'", cause: "\(player.media.name) is no file, or has outputs",
        remedy: "copy the command line")
    }
    trial.withLock { $0.take() }?.end()
    var job = exportJob
    let options = try wish.apply(to: &job, canSeek: player.canSeek)
    try exporter.begin(job, to: name, options) { [weak self] in self?.tellExport() }
  }

  /// All of the input with the present look.
  private var exportJob: Job.Request {
    var job = request.job
    job.boundary = boundary
    let timeline = look.snapshot.timeline
    job.settings = timeline.base
    job.timeline = timeline.entries.isEmpty ? nil : timeline
    return job
  }

  /// Tells a browser about how large an export would be; without a size where that cannot be found.
  /// Slow.
  ///
  /// - Parameters:
  ///   - name: of which the ending counts.
  ///   - kind: names the question in the answer.
  func estimate(
    _ name: String, _ wish: ExportWish, kind: String, for outbox: Outbox, isNewest: () -> Bool
  ) {
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    guard let exporter, exporter.place.endings.contains(ending),
      exporter.progress?.state != .running, let duration = player.media.duration
    else { return }
    let mine = SizeTrial(request.models)
    let last = trial.withLock { trial in
      defer { trial = mine }
      return trial
    }
    last?.end()
    guard isNewest(), !isEnding else { return }
    let outcome = try? mine.outcome(exportJob, wish, ending: ending, duration: duration)
    guard !mine.isEnded else { return }
    outbox.put(
      answer: BrowserMessage.encode(
        BrowserMessage.Trial(kind: kind, bytes: outcome?.bytes, pace: outcome?.pace)))
  }
}

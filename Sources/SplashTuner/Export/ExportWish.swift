/// A page's options for an export; nil stands for the command's default.
struct ExportWish: Decodable {
  /// Seconds from the first frame that the page shows; nil for the beginning and the end.
  var from, to: Double?
  var codec: Codec?
  /// Constant quality of a clip, 0…63, lower is better.
  var crf: Double?
  /// Quality of a photo, 1…100, higher is better.
  var quality: Int?
  /// Bytes that the file may have at most, a thousand or more.
  var maxSize: Int?
  /// Times that an animation is played, 0 for ever.
  var loop: Int?
  /// Whether the background is left out by alpha, whatever its look.
  var isTransparent: Bool?
  /// Pixels along the shorter side, 16…4320.
  var lines: Int?
  /// "9:16", or left edge, upper edge, width and height as shares of the frame.
  var crop: String?

  enum Codec: String, Decodable, CaseIterable {
    case h264, hevc, av1, vp9
  }

  /// Applies the options to a job's request.
  ///
  /// - Parameter canSeek: false for photos, which have no range.
  /// - Returns: options of the output.
  /// - Throws: `SplashError` of kind usage for contradictory options.
  func apply(to job: inout Job.Request, canSeek: Bool) throws -> OutputOptions {
    var options = OutputOptions()
    options.codec = codec?.rawValue
    options.crf = try checked(crf, in: OutputOptions.crfRange, "quality")
    options.quality = try checked(quality, in: OutputOptions.qualityRange, "quality")
    options.maxSize = try checked(maxSize, in: 1000...1_000_000_000_000, "size")
    options.loop = try checked(loop, in: 0...65535, "loop")
    if isTransparent == true {
      job.settings.rest = [.transparent]
      job.timeline = try job.timeline?.transparent
    }
    if let lines = try checked(lines, in: 16...4320, "size") { job.shape.scale = .lines(lines) }
    if let crop {
      guard crop.utf8.count <= 100, let part = OutputShape.Crop(crop) else {
        throw SplashError(
          .usage, "export: the crop '\(crop.prefix(100))'", cause: "not a part of a frame",
          remedy: "give W:H or X,Y,W,H")
      }
      job.shape.crop = part
    }
    try cut(&job, canSeek: canSeek)
    return options
  }

  private func cut(_ job: inout Job.Request, canSeek: Bool) throws {
    guard from != nil || to != nil else { return }
    let (from, whole) = (from ?? 0, job.inputOptions.duration)
    guard canSeek, job.inputOptions.pieces.isEmpty, from >= 0, from < min(whole ?? 1e6, 1e6),
      to.map({ $0 > from && $0 < 1e6 }) ?? true
    else {
      throw SplashError(
        .usage, "export: a range", cause: "it is not one of this input",
        remedy: "give times of the clip in their order")
    }
    job.inputOptions.start = (job.inputOptions.start ?? 0) + from
    let end = [to, whole].compactMap(\.self).min()
    job.inputOptions.duration = end.map { $0 - from }
    guard let timeline = job.timeline else { return }
    let rest = try timeline.beginning(at: from)
    job.settings = rest.base
    job.timeline = rest.entries.isEmpty ? nil : rest
  }

  private func checked<Number: Comparable>(
    _ number: Number?, in range: ClosedRange<Number>, _ what: String
  ) throws -> Number? {
    guard let number else { return nil }
    guard range.contains(number) else {
      throw SplashError(
        .usage, "export: a \(what) of \(number)", cause: "out of range",
        remedy: "give \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension LookTimeline {
  /// The same with a background that alpha leaves out.
  fileprivate var transparent: LookTimeline {
    get throws {
      try mapSettings { settings in
        var settings = settings
        settings.rest = [.transparent]
        return settings
      }
    }
  }

  /// The timeline for a part of the clip that begins at a time: the settings at that time become
  /// the base, and a glide in progress keeps its remaining time.
  ///
  /// - Throws: `SplashError` of kind usage where two looks are cross-faded at that time.
  func beginning(at start: Double) throws -> LookTimeline {
    let base: SplashSettings
    switch moment(at: start) {
    case .settings(let settings): base = settings
    case .crossfade:
      throw SplashError(
        .usage, "export: a range that begins where two looks are cross-faded",
        remedy: "begin before or after that")
    }
    let rest = entries.compactMap { entry -> Entry? in
      guard entry.time + entry.transition > start else { return nil }
      guard entry.time < start else {
        return Entry(
          time: entry.time - start, transition: entry.transition, settings: entry.settings)
      }
      return Entry(
        time: 0, transition: entry.time + entry.transition - start, settings: entry.settings)
    }
    return try LookTimeline(
      base: base, entries: rest.filter { $0.time > 0 || $0.transition > 0 || $0.settings != base })
  }
}

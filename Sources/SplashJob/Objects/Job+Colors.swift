internal import Synchronization

extension Job.Request {
  /// The same with the colors at the points of `color@`, where no hue is given and the default one
  /// is not there. What cannot be read twice stays as it is.
  func withColorsAtPoints(in media: MediaDescription) throws -> Job.Request {
    guard isRepeatable else { return self }
    var (copy, said) = (self, [String]())
    copy.settings = try colored(settings, in: media, &said)
    if let timeline {
      let colors = try timeline.mapSettings {
        $0 == settings ? copy.settings : try colored($0, in: media, &said)
      }
      if colors.settings != timeline.settings { copy.timeline = colors }
    }
    for line in said { onEvent(line) }
    return copy
  }

  /// - Parameter said: gets a line for people, each once.
  private func colored(
    _ settings: SplashSettings, in media: MediaDescription, _ said: inout [String]
  ) throws -> SplashSettings {
    guard settings.hues.isEmpty, settings.keep.contains(where: \.isObject) else { return settings }
    let (width, height) = media.picture.displayedSize
    guard let placed = try? settings.placed(width: width, height: height) else { return settings }
    var (hues, missing): ([HueRange], [String]) = ([], [])
    for selection in placed.keep {
      guard case .object(let place, let time) = selection else { continue }
      var options = wholeInput
      options.start = time ?? inputOptions.pieces.first?.lowerBound ?? inputOptions.start
      options.duration = nil
      guard try !isThere(place, settings, options) else {
        hues += settings.keptHues
        continue
      }
      var pick = ColorPick.Request(
        input: input, places: [.init(x: .share(place.x), y: .share(place.y))])
      (pick.inputOptions, pick.settings) = (options, settings)
      guard let ranges = try? ColorPick(pick).ranges else { return settings }
      hues += ranges
      missing.append(
        "\(selection.text) selects "
          + ranges.map { "--hue \($0.text)" }.joined(separator: " "))
    }
    guard !missing.isEmpty else { return settings }
    let line = "\(missing.joined(separator: ", ")), the color at that point"
    if !said.contains(line) { said.append(line) }
    var colored = settings
    colored.hues = hues.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    return colored
  }

  /// Whether the hues of settings keep a point of the first frame; true for frames that there are
  /// not, of which the run tells.
  private func isThere(
    _ place: Region.Point, _ settings: SplashSettings, _ options: InputOptions
  ) throws -> Bool {
    guard let source = try? openSource(input, options: options) else { return true }
    defer { source.close() }
    let clock = StageClock()
    guard var frame = try? source.nextPicture(clock) else { return true }
    try FormatConverter(needsColor: true).apply(to: &frame, clock)
    var alone = settings
    (alone.keep, alone.within, alone.without, alone.paint) = ([.object(at: place)], [], [], [])
    let isAbsent = Mutex(false)
    let splash = Splash(
      LookControl(alone), turn: source.media.picture.turn, isStill: source.media.isPhoto
    ) { news in
      if case .absent = news.fate { isAbsent.withLock { $0 = true } }
    }
    try splash.apply(to: &frame, clock)
    return !isAbsent.withLock { $0 }
  }
}

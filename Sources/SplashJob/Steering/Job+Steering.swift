internal import Foundation
internal import Glibc

/// Controls a job while it runs. Any thread; methods that read files take time, and frames do not
/// wait for them.
extension Job {
  /// Turns the effect on or off.
  ///
  /// - Parameters:
  ///   - isOn: nil to toggle.
  ///   - seconds: how long the fade takes.
  public func turn(on isOn: Bool? = nil, over seconds: Double = 0) {
    for look in [look] + otherLooks { look.turn(on: isOn, over: seconds) }
  }

  /// Whether the effect is on.
  public var isOn: Bool { look.isOn }

  /// Whether outputs get the same frame again and again.
  public var isFrozen: Bool {
    get { tap.isFrozen }
    set { tap.isFrozen = newValue }
  }

  /// The present look settings, or those that hold from the next frame on.
  public var settings: SplashSettings { look.present }

  /// Changes to other settings from the next frame on and ends keyframes.
  ///
  /// - Parameters:
  ///   - seconds: how long the fade takes.
  ///   - make: makes the new settings from the present ones; it may be called again where another
  ///     thread has changed these meanwhile.
  /// - Throws: what `make` throws, `SettingError` for settings that cannot be used, and
  ///   `SplashError` for those that a running job cannot take and for files that cannot be read.
  ///   Nothing has changed then.
  public func change(
    over seconds: Double = 0, _ make: (SplashSettings) throws -> SplashSettings
  ) throws {
    guard let files else { preconditionFailure("the filter belongs to another program") }
    let size = media.picture.displayedSize
    try attempt("another look") {
      let base = look.present
      let settings = try make(base).placed(width: size.width, height: size.height)
        .begun(at: look.place + (request.inputOptions.start ?? 0), after: base)
      try settings.validate()
      try check(settings)
      try files.read(for: settings)
      guard look.steer(from: base, to: settings, over: seconds) else { return false }
      files.keep(for: request.allSettings + [base, settings])
      return true
    }
  }

  /// - Throws: `SplashError` of kind usage for settings that must be known when outputs are opened.
  private func check(_ settings: SplashSettings) throws {
    guard request.looks.isEmpty else {
      throw SplashError(
        .usage, "another look", cause: "outputs of this run have looks of their own",
        remedy: "start splash without these")
    }
    guard settings.show == look.settings.show else {
      throw SplashError(
        .usage, "show: \(settings.show.rawValue)", cause: "it is fixed for the whole run",
        remedy: "start splash with \(option: "show") \(settings.show.rawValue)")
    }
    guard !settings.isTransparent || request.allSettings.contains(where: \.isTransparent) else {
      throw SplashError(
        .usage, "rest: transparent", cause: "the outputs were opened without transparency",
        remedy: "start splash with \(option: "rest") transparent, and change the look then")
    }
    for selection in settings.selections
    where selection.isTimed && !request.inputOptions.pieces.isEmpty
      && !request.allSettings.contains(where: { $0.selections.contains(selection) })
    {
      throw SplashError(
        .usage, "\(selection.text) with \(option: "cut")",
        cause: "it goes by the times of the whole clip, of which there are pieces")
    }
  }

  /// Width in pixels of the frames that clients get.
  private static let smallWidth = 640

  /// The next frame, as outputs get it, as a JPEG file of at most 640 pixels across.
  ///
  /// - Throws: `SplashError` where the camera rests, which is not woken, and where no frame comes
  ///   for five seconds.
  func smallPicture() throws -> Data {
    guard !meter.isResting else {
      throw SplashError(
        .failure, "no frame", cause: "the camera is paused, since nobody uses the output",
        remedy: "open the output, or start splash with \(option: "always")")
    }
    guard let frame = tap.next(within: 5) else {
      throw SplashError(.failure, "no frame came for five seconds", remedy: "check the input")
    }
    var picture = media.picture
    var shaped = Frame(sharing: frame)
    if request.shape.changesPictures {
      let layout = try ShapeLayout(
        request.shape, of: picture, name: media.name, isDouble: settings.show == .sideBySide)
      shaped = try Shaper(layout).apply(to: frame)
      layout.describe(&picture)
    }
    return try JPEGEncoder(maximumWidth: Self.smallWidth).encode(
      shaped, turn: picture.turn, StageClock())
  }

  /// File name extensions of snapshots.
  private static let stills = ["png", "jpg", "jpeg", "webp", "tif", "tiff", "bmp"]

  /// Stores the next frame, as outputs get it, as a picture file.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - overwrite: whether an existing file may be replaced.
  /// - Throws: `SplashError` for a name without a picture's extension, a file that exists or cannot
  ///   be written, a pipe, device or folder, and where no frame comes for five seconds.
  public func snapshot(to path: String, overwrite: Bool = false) throws {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw SplashError(
        .usage, "\(path): not the whole path", remedy: "write it from / on")
    }
    guard Self.stills.contains(path.split(separator: ".").last?.lowercased() ?? ""),
      NumberedName(path) == nil
    else {
      throw SplashError(
        .usage, "\(path): not the name of one image",
        remedy: "let it end in .\(Self.stills.joined(separator: ", ."))")
    }
    // Writing to a pipe without a reader would block the caller for ever.
    guard FileVersion(path: path) != nil || path.withPath({ access($0, F_OK) }) != 0 else {
      throw SplashError(
        .badInput, "\(path): it exists and is no file", remedy: "choose another name")
    }
    var options = OutputOptions()
    options.overwrite = overwrite
    options.isStill = true
    options.needsAlpha = request.allSettings.contains(where: \.isTransparent)
    options.reads = request.reads + [request.input]
    var media = media
    (media.copiedStreams, media.chapters) = ([], [])
    guard let frame = tap.next(within: 5) else {
      throw SplashError(
        .failure, "\(path): no frame came for five seconds", remedy: "check the input")
    }
    var shape = request.shape
    shape.rate = nil
    let sink = try openSink(
      path, options: options, media: media, shape: shape,
      isDouble: settings.show == .sideBySide, frameLimit: 1)
    try sink.writeOnly(frame)
  }
}

extension SplashSettings {
  /// The settings in which new tracked selections without a time start at a time.
  ///
  /// - Parameter time: seconds from the beginning of the clip.
  fileprivate func begun(at time: Double, after base: SplashSettings) -> SplashSettings {
    func begun(_ new: [Selection], _ old: [Selection]) -> [Selection] {
      new.map { old.contains($0) ? $0 : $0.begun(at: time) }
    }
    var settings = self
    settings.keep = begun(keep, base.keep)
    settings.within = begun(within, base.within)
    settings.without = begun(without, base.without)
    settings.paintAreas = begun(paintAreas, base.paintAreas)
    return settings
  }
}

extension Selection {
  fileprivate func begun(at time: Double) -> Selection {
    switch self {
    case .object(let place, nil): .object(at: place, time: time)
    case .instance(.at(let place), let subject, nil):
      .instance(.at(place), of: subject, time: time)
    case .thing(let thing, nil): .thing(thing, time: time)
    case .window(let region, let leader): .window(region, with: leader.begun(at: time))
    default: self
    }
  }
}

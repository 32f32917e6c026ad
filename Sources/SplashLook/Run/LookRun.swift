/// Planes of the caller into which a frame is drawn.
package protocol LookResult: ~Copyable {
  /// Lends the planes.
  func withPlanesToFill(_ body: (borrowing MutablePlaneView) -> Void)
}

/// Measures the time of parts of the work.
package protocol LookWatch {
  func measure<Result: ~Copyable>(_ part: LookPart, _ work: () -> Result) -> Result
}

/// Measures nothing.
package struct Unwatched: LookWatch {
  package init() {}
  package func measure<Result: ~Copyable>(_ part: LookPart, _ work: () -> Result) -> Result {
    work()
  }
}

/// Parts of the work on a frame.
package enum LookPart { case light, look }

/// Applies a look to a video from its first frame to its last: times, keyframes, cross-fades, fades
/// at both ends, white balance, and measurements. Its caller, such as the command, a plugin or
/// another program, lends the planes.
///
/// For one thread at a time; its control is for any thread.
package final class LookRun {
  package let control: LookControl
  /// Seconds from the beginning to the end, for fades at the end; nil if unknown.
  package var length: Double?
  private var look: Look
  /// The look that takes over after a cross-fade, and its settings.
  private var incoming: (look: Look, settings: SplashSettings)?
  private let turn: Turn
  private let isStill: Bool
  private let slicing: Slicing
  private var clock: LookClock
  /// The clock of the clip, by whose times masks are found.
  private var clipClock: LookClock

  /// A drawn frame, and whether it has luma of its own.
  private struct Drawn<Result: LookResult & ~Copyable>: ~Copyable {
    var result: Result
    var hasLuma: Bool
  }

  /// - Parameters:
  ///   - control: validated settings.
  ///   - length: seconds from the first frame to the end; nil if unknown.
  ///   - beginning: time of the first frame, if the run sees frames before it or never sees it; nil
  ///     for that of the first frame that it sees.
  ///   - origin: time of the beginning of the clip, if that is not the first frame.
  ///   - interval: seconds between frames for a frame without a time.
  ///   - instructionSet: the instructions that kernels may use; the machine must have them.
  ///   - turn: how players turn frames; regions are placed as seen after it.
  ///   - isStill: whether the input is a photo: no temporal smoothing, and memory is freed after
  ///     each frame.
  ///   - slicing: how slow looks are split over threads.
  package init(
    _ control: LookControl, length: Double? = nil, beginning: Double? = nil,
    origin: Double? = nil, interval: Double = 0, instructionSet: InstructionSet = .best,
    turn: Turn = .upright, isStill: Bool = false,
    slicing: Slicing = .none
  ) {
    self.control = control
    self.length = length
    self.turn = turn
    self.isStill = isStill
    self.slicing = slicing
    clock = LookClock(origin: beginning, interval: interval)
    clipClock = LookClock(origin: origin, interval: interval)
    look = Look(instructionSet: instructionSet, turn: turn, slicing: slicing)
  }

  /// Draws the next frame.
  ///
  /// - Parameters:
  ///   - picture: in a native format.
  ///   - time: presentation time in seconds; nil if the stream has none.
  ///   - clipTime: seconds from the beginning of the clip, if that differs from `time`.
  ///   - materials: returns the files and masks that settings need, for a time in seconds from the
  ///     beginning of the clip.
  ///   - tell: called with what happened to objects.
  ///   - make: makes planes of the frame's size and format (planar 4:2:2 if it is packed), with
  ///     luma of their own or the frame's. Called twice for a frame of a cross-fade.
  package func draw<Result: LookResult & ~Copyable>(
    _ picture: borrowing PlaneView, at time: Double?, clipTime: Double? = nil,
    _ watch: some LookWatch,
    materials: (SplashSettings, _ place: Double) throws -> LookMaterials = { _, _ in
      LookMaterials()
    },
    tell: ([ObjectNews]) throws -> Void = { _ in },
    into make: (_ hasLuma: Bool) -> Result
  ) throws -> Result {
    let (place, clipPlace) = (clock.place(of: time), clipTime ?? clipClock.place(of: time))
    let time = clipTime ?? time
    var news: [ObjectNews] = []
    func draw(_ look: Look, _ settings: SplashSettings) throws -> Drawn<Result> {
      var settings = settings
      if isStill { settings.stability = 0 }
      let materials = try complete(materials(settings, clipPlace), at: clipPlace)
      let gains = watch.measure(.light) { look.gains(for: picture, at: time, settings) }
      look.findsMiddle = control.findsMiddle
      let hasLuma = look.changesLuma(of: picture.format, settings)
      let result = watch.measure(.look) {
        let result = make(hasLuma)
        result.withPlanesToFill { look.compose(picture, into: $0, settings, gains, materials) }
        return result
      }
      control.report(look, gains: gains)
      // In a cross-fade both looks track the same objects.
      news += look.takeObjectNews().filter { !news.contains($0) }
      return Drawn(result: result, hasLuma: hasLuma)
    }

    var drawn: Drawn<Result>
    let settings: SplashSettings
    switch control.moment(at: place) {
    case .settings(let only):
      settings = only
      if let incoming { look = incoming.look }
      incoming = nil
      drawn = try draw(look, only)
    case .crossfade(let from, let to, let share):
      settings = to
      let incoming = incoming(from: from, to: to)
      let old = try draw(look, from)
      let new = try draw(incoming, to)
      // Shared luma must not be written, so the mix is written to the result that has luma of its
      // own.
      if new.hasLuma || !old.hasLuma {
        lay(old, over: new, share: 1 - share, watch)
        drawn = new
      } else {
        lay(new, over: old, share: share, watch)
        drawn = old
      }
    }
    try tell(news)
    let strength = settings.strength(at: place, length: length) * control.presence
    if strength < 1 {
      watch.measure(.look) {
        drawn.result.withPlanesToFill {
          look.lay(picture, over: $0, share: 1 - strength, withLuma: drawn.hasLuma)
        }
      }
    }
    if isStill { look = Look(look.kernels, turn: turn, slicing: slicing) }
    return drawn.result
  }

  /// The look that draws the later settings. A fade may follow another before that is over, and
  /// start from either of its looks.
  private func incoming(from: SplashSettings, to settings: SplashSettings) -> Look {
    if let incoming, incoming.settings == settings { return incoming.look }
    if let incoming, incoming.settings == from { look = incoming.look }
    let fresh = Look(after: look)
    incoming = (fresh, settings)
    return fresh
  }

  private func lay<Result: LookResult & ~Copyable>(
    _ picture: borrowing Drawn<Result>, over target: borrowing Drawn<Result>, share: Double,
    _ watch: some LookWatch
  ) {
    watch.measure(.look) {
      picture.result.withPlanesToFill { source in
        target.result.withPlanesToFill {
          look.lay(source.view, over: $0, share: share, withLuma: target.hasLuma)
        }
      }
    }
  }

  /// The mask of the next frame, made in place of the result; valid until the next call.
  ///
  /// - Parameters: as for `draw`.
  package func mask(
    of picture: borrowing PlaneView, at time: Double?, clipTime: Double? = nil,
    _ watch: some LookWatch,
    materials: (SplashSettings, _ place: Double) throws -> LookMaterials = { _, _ in
      LookMaterials()
    },
    tell: ([ObjectNews]) throws -> Void = { _ in }
  ) throws -> MaskPlane {
    let (place, clipPlace) = (clock.place(of: time), clipTime ?? clipClock.place(of: time))
    let time = clipTime ?? time
    let settings = control.moment(at: place).latest
    let materials = try complete(materials(settings, clipPlace), at: clipPlace)
    let gains = watch.measure(.light) { look.gains(for: picture, at: time, settings) }
    look.findsMiddle = control.findsMiddle
    let mask = watch.measure(.look) { look.mask(of: picture, settings, gains, materials) }
    control.report(look, gains: gains)
    try tell(look.takeObjectNews())
    return mask
  }

  /// The parts of the hue mask in the next frame, for a survey.
  ///
  /// - Parameter time: presentation time in seconds; nil if the stream has none.
  package func parts(of picture: borrowing PlaneView, at time: Double?) -> MaskParts {
    let settings = control.moment(at: clock.place(of: time)).latest
    return look.parts(of: picture, settings, look.gains(for: picture, at: time, settings))
  }

  /// Seconds from the beginning of the clip to a frame. Without a time each call advances by
  /// `interval`, also for the same frame.
  package func clipPlace(of time: Double?) -> Double { clipClock.place(of: time) }

  private func complete(_ materials: LookMaterials, at place: Double) -> LookMaterials {
    var materials = materials
    materials.time = place
    materials.objects = control.past.cells(at: place)
    (materials.objectStarts, materials.thingStarts) = (
      control.past.starts, control.thingPast.starts
    )
    return materials
  }
}

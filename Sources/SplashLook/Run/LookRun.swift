package import SplashBase

/// Planes of one's own that a picture is drawn into.
package protocol LookResult: ~Copyable {
  /// Lends the planes.
  func withPlanesToFill(_ body: (borrowing MutablePlaneView) -> Void)
}

/// Who takes the time that parts of the work need.
package protocol LookWatch {
  func measure<Result: ~Copyable>(_ part: LookPart, _ work: () -> Result) -> Result
}

/// Nobody takes times.
package struct Unwatched: LookWatch {
  package init() {}
  package func measure<Result: ~Copyable>(_ part: LookPart, _ work: () -> Result) -> Result {
    work()
  }
}

/// Parts of the work on a picture.
package enum LookPart { case light, look }

/// The look of a video from its first picture to its last: the place of each in time, keys and
/// cross-fades, fades at both ends, the light, and what was kept. Whoever has pictures, be it the
/// command, a plugin or a program, lends planes and gets them drawn.
///
/// For one thread at a time; its control is for any.
package final class LookRun {
  package let control: LookControl
  /// Seconds from the beginning to the end, for what fades there; nil where nobody knows.
  package var length: Double?
  private var look: Look
  /// What takes the look's place when a cross-fade is over, and the settings that it is for.
  private var incoming: (look: Look, settings: SplashSettings)?
  private let turn: Turn
  private let isStill: Bool
  private let slicing: Slicing
  private var clock: LookClock
  /// The clock of the clip, by which masks are found.
  private var clipClock: LookClock

  /// A picture that was drawn, and whether its luma is its own.
  private struct Drawn<Result: LookResult & ~Copyable>: ~Copyable {
    var result: Result
    var hasLuma: Bool
  }

  /// - Parameters:
  ///   - control: validated settings.
  ///   - length: seconds from the first picture to the end; nil where nobody knows.
  ///   - beginning: time of the first picture, where others come before it or it does not come at
  ///     all; nil for that of the first that comes.
  ///   - origin: time of the beginning of the clip, where that is not the first picture.
  ///   - interval: seconds that pass to a picture that has no time.
  ///   - instructionSet: what the kernels may use; the machine must have it.
  ///   - turn: what players do to pictures: regions are where they are seen then.
  ///   - isStill: it is a photo: nothing is steadied, and memory is given back after each picture.
  ///   - slicing: how looks that take long are drawn.
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

  /// Draws the next picture.
  ///
  /// - Parameters:
  ///   - picture: in a native format.
  ///   - time: presentation time in seconds; nil where the stream gave none.
  ///   - clipTime: seconds from the beginning of the clip, where that time is another one.
  ///   - materials: what settings name that the look cannot make by itself, for a place in seconds
  ///     from the beginning of the clip.
  ///   - tell: told what became of objects.
  ///   - make: makes planes of the picture's size, in its format or, for a packed one, planar
  ///     4:2:2; with luma of their own or the picture's. Twice for one picture of a cross-fade.
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
      // In a cross-fade both looks follow the same.
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
      // Shared luma is nobody's to write, so the picture with luma of its own is what is written.
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

  /// What draws the settings that come. A fade may follow another before that is over, from the one
  /// look or from the other.
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

  /// The mask of the next picture in place of the result; valid until the next call.
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

  /// The parts of the mask that the hues draw in the next picture, for a survey.
  ///
  /// - Parameter time: presentation time in seconds; nil where the stream gave none.
  package func parts(of picture: borrowing PlaneView, at time: Double?) -> MaskParts {
    let settings = control.moment(at: clock.place(of: time)).latest
    return look.parts(of: picture, settings, look.gains(for: picture, at: time, settings))
  }

  /// Seconds from the beginning of the clip to a picture; for the same picture again and again only
  /// where pictures without a time take none.
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

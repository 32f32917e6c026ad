package import SplashSubjects

/// Runs networks on frames of a file before the filter draws them: on several threads, one frame
/// each.
///
/// It learns which networks to run: one that was needed for a whole frame is run again on the frame
/// `every` later. A result is used only for the same samples in memory, so that a run gives the
/// same output with and without looking ahead.
public final class LookAhead: Sendable {
  private let desk: LookDesk
  /// What is looked for in key frames only, and carried to the frames between.
  package let carried: Set<Selection.Subject>
  private let threads: [Worker]

  /// - Parameters:
  ///   - threads: how many; 0 to only keep frames.
  ///   - every: networks run on one of this many frames; 1 or more, the same as the filter's pace.
  ///   - distance: how many frames are offered before the filter draws the first of them, at most;
  ///     a network that was not needed for longer is no longer run ahead.
  ///   - keepsPictures: whether to keep waiting frames for followers that look ahead by themselves.
  ///   - carried: what to look for in key frames only.
  /// - Throws: `SplashError` of kind failure if threads cannot be started.
  public init(
    threads: Int, every: Int = 1, distance: Int = 16, keepsPictures: Bool = false,
    carried: Set<Selection.Subject> = []
  ) throws {
    self.carried = carried
    let desk = LookDesk(every: every, distance: distance, keepsPictures: keepsPictures)
    self.desk = desk
    var started: [Worker] = []
    do {
      for number in 0..<threads {
        started.append(
          try Worker("look \(number)") {
            while let look = desk.take() { desk.put(look.made(), of: look) }
          })
      }
    } catch {
      desk.close()
      for thread in started { thread.join() }
      throw error
    }
    self.threads = started
  }

  deinit {
    desk.close()
    for thread in threads { thread.join() }
  }

  /// Offers a frame before the filter draws it. Every frame of the filter must be offered once, in
  /// the same order, ahead by as many frames as networks should see in parallel.
  public func offer(_ frame: borrowing Frame) { desk.offer(frame) }

  /// Called when the run will end soon: no more looking ahead. Any thread.
  public func interrupt() { desk.interrupt() }

  /// Runs networks for the filter, or returns the results made ahead.
  package var order: any LookingOrder { desk }

  /// The frames that were offered and not drawn yet.
  package var pictures: any ComingPictures { desk }

  /// Moves on to the frame that the filter draws.
  ///
  /// - Parameter number: of the frame among the offered ones, from 1.
  package func turn(to number: Int) { desk.turn(to: number) }
}

public import SplashCore
package import SplashSubjects

/// Networks look at pictures of a file before their turn comes, on several threads, a picture each.
///
/// Who will be asked is learned: who was asked for the whole of a picture is asked again `every`
/// pictures later. What was seen counts for the same samples in memory alone, so that a run gives
/// what it gives without.
public final class LookAhead: Sendable {
  private let desk: LookDesk
  private let threads: [Worker]

  /// - Parameters:
  ///   - threads: none where pictures are kept alone.
  ///   - every: of so many pictures one is looked at; 1 or more, as the filter's pace says.
  ///   - distance: how many pictures are offered before the one that is drawn, at most; who was not
  ///     asked for longer is not asked ahead any more.
  ///   - keepsPictures: those that wait are there for who looks ahead himself.
  /// - Throws: `SplashError` of kind failure when there are no threads to be had.
  public init(
    threads: Int, every: Int = 1, distance: Int = 16, keepsPictures: Bool = false
  ) throws {
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

  /// Offers a picture before its turn. Each that the filter gets is offered once, in the same
  /// order, up to as many before it as are to be looked at side by side.
  public func offer(_ frame: borrowing Frame) { desk.offer(frame) }

  /// The run is to end soon: nobody looks ahead any more. Any thread.
  public func interrupt() { desk.interrupt() }

  /// What the networks of the filter ask.
  package var order: any LookingOrder { desk }

  /// The pictures that wait.
  package var pictures: any ComingPictures { desk }

  /// Turns to the picture that the filter draws.
  ///
  /// - Parameter number: counts those that were offered, from 1.
  package func turn(to number: Int) { desk.turn(to: number) }
}

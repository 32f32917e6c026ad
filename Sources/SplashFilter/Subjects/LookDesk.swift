internal import Foundation
internal import SplashSubjects

/// One run of a looker, such as a network, on one frame.
final class Look {
  typealias Seen = Result<any Sendable, SplashError>
  typealias Make = (borrowing PlaneView) -> Seen

  let number: Int
  let eye: ObjectIdentifier
  let picture: OfferedPicture
  private let make: Make
  fileprivate var state = State.waiting

  fileprivate enum State {
    case waiting, begun
    case over(Seen)
  }

  fileprivate init(
    _ number: Int, _ eye: ObjectIdentifier, _ picture: OfferedPicture, _ make: @escaping Make
  ) {
    (self.number, self.eye, self.picture, self.make) = (number, eye, picture, make)
  }

  /// Runs the looker.
  func made() -> Seen { picture.frame.withPlanes { make($0) }! }
}

/// A frame that was offered before the filter draws it.
final class OfferedPicture {
  let frame: Frame
  init(_ frame: borrowing Frame) { self.frame = Frame(sharing: frame) }

  /// Whether a view is of the frame's memory.
  fileprivate func shows(_ picture: borrowing PlaneView) -> Bool {
    frame.withPlanes { $0.isSame(as: picture) }!
  }
}

/// The queue of runs: ordered ahead, made by threads, and fetched by the filter. Any thread.
// The condition guards all variables.
final class LookDesk: LookingOrder, ComingPictures, @unchecked Sendable {
  /// The last frame for which a looker's result was needed, and how to run it.
  private struct Asked {
    let number: Int
    let make: Look.Make
  }

  /// A run on a frame that was not offered yet.
  private struct Order {
    let number: Int
    let eye: ObjectIdentifier
    let make: Look.Make
  }

  private let every: Int
  private let distance: Int
  private let keepsPictures: Bool
  private let condition = NSCondition()
  private var looks: [Look] = []
  /// The lookers that were needed, and will be needed again.
  private var eyes: [ObjectIdentifier: Asked] = [:]
  /// For runs that are ordered one by one: the orders for frames to come, the number of the last
  /// ordered frame, and the waiting frames. Frames are kept while there are such orders, or if
  /// `keepsPictures`.
  private var orders: [Order] = []
  private var lastOrder: Int?
  private var pictures: [Int: OfferedPicture] = [:]
  /// Numbers of the frame that is drawn, and of the last that was offered.
  private var (now, last) = (0, 0)
  /// Frames of this kind are converted before the filter draws them, so that results made ahead are
  /// useless.
  private var converted: Kind?
  private var isClosed = false
  private var isInterrupted = false

  /// - Parameters:
  ///   - every: networks run on one of this many frames.
  ///   - distance: how many frames are offered ahead of the one that is drawn, at most.
  ///   - keepsPictures: whether to keep all waiting frames for followers that look ahead by
  ///     themselves.
  init(every: Int, distance: Int, keepsPictures: Bool) {
    (self.every, self.distance, self.keepsPictures) = (every, distance, keepsPictures)
  }

  /// Takes the next frame, and queues the runs that will be needed for it.
  func offer(_ frame: borrowing Frame) {
    condition.withLock {
      last += 1
      looks.removeAll { $0.number < last - distance }
      let due = eyes.filter { isDue(after: $0.value.number) }
      let ordered = orders.filter { $0.number == last && due[$0.eye] == nil }
      orders.removeAll { $0.number <= last }
      guard !isClosed, frame.withPlanes({ Kind($0) })! != converted else { return }
      let isOrdering = lastOrder.map { last - $0 <= distance } ?? false
      let isKept = isOrdering || keepsPictures
      pictures = isKept ? pictures.filter { $0.key >= last - distance } : [:]
      guard isKept || !due.isEmpty else { return }
      let picture = OfferedPicture(frame)
      if isKept { pictures[last] = picture }
      for (eye, asked) in due { looks.append(Look(last, eye, picture, asked.make)) }
      for order in ordered { looks.append(Look(last, order.eye, picture, order.make)) }
      condition.broadcast()
    }
  }

  /// Whether a looker that was last needed for frame `number` will be needed for the one offered
  /// last; false if it could have been needed since and was not.
  private func isDue(after number: Int) -> Bool {
    last > number && (last - number) % every == 0 && last - number <= distance + every
  }

  /// Moves on to a frame: results for earlier frames are dropped.
  func turn(to number: Int) {
    condition.withLock {
      now = number
      looks.removeAll { $0.number < number }
      pictures = pictures.filter { $0.key >= number }
    }
  }

  /// Waits for a run to be made and returns it; nil once the desk is closed.
  func take() -> Look? {
    condition.withLock {
      while !isClosed {
        let waiting = looks.filter { if case .waiting = $0.state { true } else { false } }
        let next = waiting.min { $0.number < $1.number }
        if let next {
          next.state = .begun
          return next
        }
        condition.wait()
      }
      return nil
    }
  }

  func put(_ seen: Look.Seen, of look: Look) {
    condition.withLock {
      look.state = .over(seen)
      condition.broadcast()
    }
  }

  func seen<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen {
    condition.withLock {
      eyes[ObjectIdentifier(eye)] = Asked(number: now, make: Self.look(of: eye, turn))
    }
    return try seenOnce(by: eye, in: picture, turn: turn)
  }

  func seenOnce<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen {
    guard let seen = seen(by: ObjectIdentifier(eye), in: picture) else {
      return try eye.look(at: picture, turn: turn)
    }
    return try seen.get() as! Eye.Seen
  }

  func order<Eye: Looker>(_ eye: Eye, turn: Turn, distance: Int) {
    condition.withLock {
      let (name, number) = (ObjectIdentifier(eye), now + distance * every)
      guard !isClosed else { return }
      lastOrder = number
      let make = Self.look(of: eye, turn)
      if number > last {
        orders.append(Order(number: number, eye: name, make: make))
      } else if let picture = pictures[number],
        !looks.contains(where: { $0.eye == name && $0.number == number })
      {
        looks.append(Look(number, name, picture, make))
        condition.broadcast()
      }
    }
  }

  func withPicture<Result>(
    _ distance: Int, of picture: borrowing PlaneView,
    _ body: (borrowing PlaneView) throws -> Result
  ) rethrows -> Result? {
    let (here, there) = condition.withLock {
      isInterrupted && distance > 0 ? (nil, nil) : (pictures[now], pictures[now + distance * every])
    }
    guard let here, let there, here.frame.withPlanes({ $0.isSame(as: picture) })! else {
      return nil
    }
    return try there.frame.withPlanes { try body($0) }
  }

  func time(_ distance: Int) -> Double? {
    condition.withLock {
      pictures[now + distance * every].flatMap { $0.frame.clipTime ?? $0.frame.presentationTime }
    }
  }

  private static func look<Eye: Looker>(of eye: Eye, _ turn: Turn) -> Look.Make {
    { picture in
      do throws(SplashError) {
        return .success(try eye.look(at: picture, turn: turn))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The result of a looker for the frame that is drawn, or for a kept one; waits if the run has
  /// begun. Nil if it has not begun, or was for other memory.
  private func seen(by name: ObjectIdentifier, in picture: borrowing PlaneView) -> Look.Seen? {
    condition.lock()
    defer { condition.unlock() }
    let known = looks.filter { $0.eye == name }
    guard
      let look = known.first(where: { $0.picture.shows(picture) })
        ?? known.first(where: { $0.number == now })
    else { return nil }
    let isSame = look.picture.shows(picture)
    if !isSame, pictures.values.contains(where: { $0.shows(picture) }) { return nil }
    looks.removeAll { $0 === look }
    guard isSame else {
      // Else the looker would run twice on each frame of this kind.
      converted = look.picture.frame.withPlanes { Kind($0) }!
      (looks, orders, pictures) = ([], [], [:])
      return nil
    }
    while !isClosed {
      switch look.state {
      case .waiting: return nil
      case .begun: condition.wait()
      case .over(let seen): return seen
      }
    }
    return nil
  }

  /// Stops looking ahead of the current frame.
  func interrupt() { condition.withLock { isInterrupted = true } }

  /// Stops all runs.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }
}

/// Properties that frames share until the input changes.
private struct Kind: Equatable {
  let width, height: Int
  let format: SampleFormat
  let coding: ColorCoding

  init(_ picture: borrowing PlaneView) {
    (width, height) = (picture.width, picture.height)
    (format, coding) = (picture.format, picture.coding)
  }
}

extension PlaneView {
  /// Whether both views are of the same memory in the same format.
  fileprivate func isSame(as other: borrowing PlaneView) -> Bool {
    guard Kind(self) == Kind(other) else { return false }
    return format.components.allSatisfy { component in
      let (one, two) = (planes[component.plane], other.planes[component.plane])
      return one.start == two.start && one.stride == two.stride
    }
  }
}

internal import Foundation
internal import SplashCore
internal import SplashLook
internal import SplashSubjects

/// A look at a picture, of one of several that are to look at it.
final class Look {
  typealias Seen = Result<any Sendable, SplashError>
  typealias Make = (borrowing PlaneView) -> Seen

  let number: Int
  let eye: ObjectIdentifier
  let frame: Frame
  private let make: Make
  fileprivate var state = State.waiting

  fileprivate enum State {
    case waiting, begun
    case over(Seen)
  }

  fileprivate init(
    _ number: Int, _ eye: ObjectIdentifier, _ frame: consuming Frame,
    _ make: @escaping Make
  ) {
    (self.number, self.eye, self.make) = (number, eye, make)
    self.frame = frame
  }

  /// Looks.
  func made() -> Seen { frame.withPlanes { make($0) }! }
}

/// Where looks are ordered before they are needed, made, and fetched. Any thread.
// What changes is guarded by the condition.
final class LookDesk: LookingOrder, @unchecked Sendable {
  /// For which picture somebody was asked last, and how he looks.
  private struct Asked {
    let number: Int
    let make: Look.Make
  }

  private let every: Int
  private let distance: Int
  private let condition = NSCondition()
  /// In the order of their pictures.
  private var looks: [Look] = []
  /// Who was asked.
  private var eyes: [ObjectIdentifier: Asked] = [:]
  /// The picture that is drawn, and the last that was offered.
  private var (now, last) = (0, 0)
  private var isClosed = false

  /// - Parameters:
  ///   - every: of so many pictures one is looked at.
  ///   - distance: how many pictures are offered before the one that is drawn, at most.
  init(every: Int, distance: Int) { (self.every, self.distance) = (every, distance) }

  /// Offers the next picture to all who will be asked about it.
  func offer(_ frame: borrowing Frame) {
    condition.withLock {
      last += 1
      looks.removeAll { $0.number < last - distance }
      for (eye, asked) in eyes where !isClosed && isDue(after: asked.number) {
        looks.append(Look(last, eye, Frame(sharing: frame), asked.make))
      }
      condition.broadcast()
    }
  }

  /// Whether who was asked about a picture will be asked about the one that was offered last; not
  /// who could have been asked again since.
  private func isDue(after number: Int) -> Bool {
    last > number && (last - number) % every == 0 && last - number <= distance + every
  }

  /// Turns to a picture: nobody asks about those before it any more.
  func turn(to number: Int) {
    condition.withLock {
      now = number
      looks.removeAll { $0.number < number }
    }
  }

  /// A look to make; waits for one. Nil when the desk is closed.
  func take() -> Look? {
    condition.withLock {
      while !isClosed {
        let next = looks.first { if case .waiting = $0.state { true } else { false } }
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
    guard let seen = ordered(by: eye, in: picture, turn: turn) else {
      return try eye.look(at: picture, turn: turn)
    }
    return try seen.get() as! Eye.Seen
  }

  /// What somebody saw in the picture that is drawn; waits where he is looking. Nil where he has not
  /// begun, or looked at other memory.
  private func ordered<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) -> Look.Seen? {
    condition.lock()
    defer { condition.unlock() }
    let name = ObjectIdentifier(eye)
    eyes[name] = Asked(number: now) { picture in
      do throws(SplashError) {
        return .success(try eye.look(at: picture, turn: turn))
      } catch {
        return .failure(error)
      }
    }
    guard let index = looks.firstIndex(where: { $0.eye == name && $0.number == now }) else {
      return nil
    }
    let look = looks.remove(at: index)
    guard look.frame.withPlanes({ $0.isSame(as: picture) })! else {
      // Pictures are converted before they are drawn: all would be looked at twice.
      isClosed = true
      looks = []
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

  /// No more looks are made.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }
}

extension PlaneView {
  /// It is the same memory, read the same way.
  fileprivate func isSame(as other: borrowing PlaneView) -> Bool {
    guard width == other.width, height == other.height, format == other.format,
      coding == other.coding
    else { return false }
    return format.components.allSatisfy { component in
      let (one, two) = (planes[component.plane], other.planes[component.plane])
      return one.start == two.start && one.stride == two.stride
    }
  }
}

/// Named looks, stored by the program that starts the tuner. Any thread; all functions may be slow.
public struct PresetStore: Sendable {
  /// A named look.
  public struct Entry: Sendable, Encodable {
    public var name: String
    /// False for looks that come with the program, and cannot be removed.
    public var isOwn: Bool

    public init(name: String, isOwn: Bool) { (self.name, self.isOwn) = (name, isOwn) }
  }

  let list: @Sendable () -> [Entry]
  let look: @Sendable (_ name: String) throws -> LookTimeline
  let save: @Sendable (_ look: LookTimeline, _ name: String, _ overwrite: Bool) throws -> Void
  let remove: @Sendable (_ name: String) throws -> Void

  /// - Parameters:
  ///   - list: all looks in the order of display.
  ///   - look: reads one; throws where there is none of that name.
  ///   - save: stores one; throws for an invalid name, and where an existing one may not be
  ///     replaced.
  ///   - remove: removes one of the user's own.
  public init(
    list: @escaping @Sendable () -> [Entry],
    look: @escaping @Sendable (_ name: String) throws -> LookTimeline,
    save:
      @escaping @Sendable (_ look: LookTimeline, _ name: String, _ overwrite: Bool) throws ->
      Void,
    remove: @escaping @Sendable (_ name: String) throws -> Void
  ) {
    (self.list, self.look, self.save, self.remove) = (list, look, save, remove)
  }
}

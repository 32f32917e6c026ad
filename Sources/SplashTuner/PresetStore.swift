public import SplashFilter

/// Looks with a name, as whoever starts the tuner keeps them. Any thread; all of it may take its time.
public struct PresetStore: Sendable {
  /// One of them.
  public struct Entry: Sendable, Encodable {
    public var name: String
    /// False for those that come with the program, and cannot be removed.
    public var isOwn: Bool

    public init(name: String, isOwn: Bool) { (self.name, self.isOwn) = (name, isOwn) }
  }

  let list: @Sendable () -> [Entry]
  let look: @Sendable (_ name: String) throws -> LookTimeline
  let save: @Sendable (_ look: LookTimeline, _ name: String, _ overwrite: Bool) throws -> Void
  let remove: @Sendable (_ name: String) throws -> Void

  /// - Parameters:
  ///   - list: all of them, in the order in which they are shown.
  ///   - look: reads one. Throws where there is none of that name.
  ///   - save: keeps one. Throws for what is no name, and where one is there that may not be
  ///     replaced.
  ///   - remove: forgets one of the user's own.
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

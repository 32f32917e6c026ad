import Glibc
import SplashCore
import Synchronization
import TestSupport

/// Files outside the boundary are not read, whatever links lead there.
struct FileBoundaryTests {
  private let scratch = Scratch()

  init() throws {
    for folder in ["clips", "clips/below", "allowed", "allowed/below", "private"] {
      try scratch.makeFolder(folder)
      try scratch.write("\(folder)", to: "\(folder)/file")
    }
    for (link, target) in [
      ("clips/out", "../private/file"), ("clips/door", "../private"), ("clips/in", "file"),
      ("private/back", "../clips/file"), ("clips/nowhere", "../private/nothing"),
      ("allowed/up", ".."),
    ] {
      symlink(target, scratch.path(link))
    }
    mkfifo(scratch.path("clips/pipe"), 0o600)
  }

  private func boundary(named: [String] = []) throws -> FileBoundary {
    try FileBoundary(
      named: named, shallow: scratch.path("clips"), deep: [scratch.path("allowed")])
  }

  @Test func filesAreJudgedByTheirRealPath() throws {
    let boundary = try boundary()
    for name in [
      "clips/file", "clips/in", "private/back", "allowed/file", "allowed/below/file",
      "clips/../allowed/file", "clips/door/back",
    ] {
      #expect(throws: Never.self, "\(name)") { try boundary.check(scratch.path(name)) }
    }
    for name in [
      "private/file", "clips/out", "clips/door/file", "clips/below/file", "clips/../private/file",
      "allowed/up/private/file", "clips/pipe", "clips", "allowed", "allowed2",
    ] {
      #expect(throws: SplashError.self, "\(name)") { try boundary.check(scratch.path(name)) }
    }
    for name in ["/dev/zero", "/proc/self/environ", "-", "http://127.0.0.1:9/x.png", "test:", ""] {
      #expect(throws: SplashError.self, "\(name)") { try boundary.check(name) }
    }
  }

  /// A refused client does not learn whether a file exists.
  @Test func refusalDoesNotRevealWhetherAFileExists() throws {
    let boundary = try boundary()
    let refusals = [
      "private/file", "private/nothing", "clips/out", "clips/nowhere", "clips/nothing",
      "clips/pipe",
      "nowhere/file", "clips/file/under",
    ].map { name in
      let error = #expect(throws: SplashError.self) { try boundary.check(scratch.path(name)) }
      return error.map { "\($0)".replacing(scratch.path(name), with: "NAME") }
    }
    #expect(Set(refusals).count == 1, "\(refusals)")
  }

  /// Files named on the command line are read, even outside the boundary.
  @Test func filesNamedByTheUserAreRead() throws {
    let name = scratch.path("private/file")
    let boundary = try boundary(named: [name])
    try boundary.check(name)
    try boundary.check("file:\(name)")
    #expect(throws: SplashError.self) {
      try boundary.check(scratch.path("private/../private/file"))
    }
  }

  /// The file that was checked is the one that is read, wherever its name leads meanwhile.
  @Test func changingLinkDoesNotEscapeTheBoundary() throws {
    let (link, fresh) = (scratch.path("clips/changing"), scratch.path("clips/fresh"))
    let hasEnded = Atomic(false)
    let isGone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var round = 0
      while !hasEnded.load(ordering: .relaxed) {
        round += 1
        symlink(round % 2 == 0 ? "file" : "../private/file", fresh)
        rename(fresh, link)
      }
      isGone.signal()
    }
    var read: [String: Int] = [:]
    FileBoundary.$current.withValue(try boundary()) {
      for _ in 0..<20_000 {
        let bytes = try? WholeFile.bytes(of: link)
        read[bytes.map { String(decoding: $0, as: UTF8.self) } ?? "refused", default: 0] += 1
      }
    }
    hasEnded.store(true, ordering: .relaxed)
    isGone.wait()
    #expect(read["private"] == nil && read["clips", default: 0] > 0, "\(read)")
  }
}

import Glibc
import SplashCore
import Synchronization
import TestSupport

/// New files, and files that existed before, as seen from outside.
struct NewFileTests {
  private let scratch = Scratch()

  @Test func newFileGrowsUnderItsFinalName() throws {
    let path = scratch.path("new.mp4")
    let file = try NewFile(path, overwrite: false)
    #expect(try names() == ["new.mp4"])
    #expect(file.partialPath == nil)
    try file.publish()
    #expect(try names() == ["new.mp4"])
  }

  @Test func oldFileStaysUntilTheNewOneIsPublished() throws {
    let path = try write("old", to: "a.b.mp4")
    let file = try NewFile(path, overwrite: true)
    #expect(try put("new", in: file) == 3)
    #expect(try names() == ["a.b.mp4", "a.b.partial.mp4"])
    #expect(try read("a.b.mp4") == "old")
    #expect(file.partialPath == scratch.path("a.b.partial.mp4"))
    try file.publish()
    #expect(try names() == ["a.b.mp4"])
    #expect(try read("a.b.mp4") == "new")
    #expect(file.partialPath == nil)
  }

  /// A stopped run asks for its files' paths while they still change.
  @Test func partialPathCanBeReadDuringPublishing() throws {
    let path = try write("old", to: "asked.mp4")
    for _ in 0..<20 {
      let file = try NewFile(path, overwrite: true)
      let partial = file.partialPath
      let isOver = Mutex(false)
      let asking = try Worker("ask") {
        while !isOver.withLock({ $0 }) {
          if let place = file.partialPath, place != partial { Issue.record("lies in \(place)") }
        }
      }
      _ = try put("new", in: file)
      try file.publish()
      isOver.withLock { $0 = true }
      asking.join()
      #expect(file.partialPath == nil)
    }
  }

  @Test(arguments: ["noextension", ".hidden", "two.parts.mkv"])
  func partialFilesOfEarlierRunsStay(_ name: String) throws {
    let path = try write("old", to: name)
    let first = try NewFile(path, overwrite: true)
    _ = try put("left", in: first)
    let left = try #require(first.partialPath)
    first.close()
    let second = try NewFile(path, overwrite: true)
    #expect(second.partialPath != left)
    _ = try put("new", in: second)
    try second.publish()
    #expect(try String(contentsOfFile: left, encoding: .utf8) == "left")
    #expect(try read(name) == "new")
  }

  @Test(arguments: [false, true])
  func discardedFileLeavesNoTrace(_ isThere: Bool) throws {
    if isThere { _ = try write("old", to: "x.nut") }
    let file = try NewFile(scratch.path("x.nut"), overwrite: true)
    _ = try put("new", in: file)
    file.discard()
    #expect(try names() == (isThere ? ["x.nut"] : []))
    if isThere { #expect(try read("x.nut") == "old") }
  }

  /// A file that another process put there stays.
  @Test(arguments: ["removed", "replaced", "moved away"], [false, true])
  func removedOrReplacedFileFailsToPublish(fate: String, isClosed: Bool) throws {
    let folder = scratch.path("folder") + "/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "x.mkv"
    let file = try NewFile(path, overwrite: false)
    _ = try put("new", in: file)
    switch fate {
    case "removed": unlink(path)
    case "replaced":
      unlink(path)
      _ = try write("theirs", to: "folder/x.mkv")
    default: rename(folder, scratch.path("elsewhere"))
    }
    if isClosed { file.close() }
    let error = #expect(throws: SplashError.self) { try file.publish() }
    #expect(error?.kind == .failure && error?.description.contains("x.mkv") == true)
    file.discard()
    if fate == "replaced" { #expect(try read("folder/x.mkv") == "theirs") }
  }

  @Test func existingFileIsNotReplacedWithoutOverwrite() throws {
    let path = try write("old", to: "x.mp4")
    for name in [path, "file:" + path, "file://" + path] {
      let error = #expect(throws: SplashError.self) { try NewFile(name, overwrite: false) }
      #expect(error?.kind == .badInput)
      #expect(error?.description.contains("already exists") == true)
    }
    #expect(try names() == ["x.mp4"])
    #expect(try read("x.mp4") == "old")
  }

  @Test func inputIsNeverReplaced() throws {
    let path = try write("old", to: "x.mp4")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("soft.mp4"), withDestinationPath: path)
    try FileManager.default.linkItem(atPath: path, toPath: scratch.path("hard.mp4"))
    for input in ["x.mp4", "soft.mp4", "hard.mp4"] {
      for output in ["x.mp4", "soft.mp4", "hard.mp4"] {
        let error = #expect(throws: SplashError.self) {
          try NewFile(
            scratch.path(output), overwrite: true,
            inputs: FileIdentity.files(of: scratch.path(input)))
        }
        #expect(error?.description.contains("would overwrite a file that this run reads") == true)
      }
    }
  }

  @Test func fileModeAndLinkAreKept() throws {
    let path = try write("old", to: "x.mp4")
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: path)
    let link = scratch.path("link.mp4")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "x.mp4")
    let file = try NewFile(link, overwrite: true)
    _ = try put("new", in: file)
    try file.publish()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "x.mp4")
    #expect(try read("x.mp4") == "new")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o604)
  }

  @Test func textFileIsClaimedBeforeItIsWritten() throws {
    let path = scratch.path("x.json")
    do {
      let text = try TextFile(path, overwrite: false, inputs: ["test:"])
      #expect(text.isSame(as: "file:" + path))
      #expect(throws: SplashError.self) { try TextFile(path, overwrite: true, inputs: ["test:"]) }
    }
    #expect(try names() == [])
    try TextFile(path, overwrite: false, inputs: ["test:"]).write("{}")
    #expect(try read("x.json") == "{}")
  }

  /// A folder has replaced the old file.
  @Test func textThatCannotReplaceAFolderStaysBesideIt() throws {
    let path = try write("old", to: "x.json")
    do {
      let text = try TextFile(path, overwrite: true, inputs: [])
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let error = #expect(throws: SplashError.self) { try text.write("{}") }
      #expect(error?.description.contains("is complete in ") == true, "\(error?.description ?? "")")
    }
    #expect(try names() == ["x.json", "x.partial.json"])
    #expect(try read("x.partial.json") == "{}")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
  }

  private func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path(name)))
    return scratch.path(name)
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: scratch.path(name), encoding: .utf8)
  }

  private func put(_ text: String, in file: NewFile) throws -> Int {
    Data(text.utf8).withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
  }
}

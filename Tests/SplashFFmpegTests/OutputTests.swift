import SplashFFmpeg
import Synchronization
import TestSupport

/// Files that are opened for writing, as a program that uses the library sees them.
struct OutputTests {
  @Test func sinkWithoutFramesLeavesNoFile() throws {
    let scratch = Scratch()
    let path = scratch.path("nothing.mp4")
    let sink = try sink(path)
    #expect(FileManager.default.fileExists(atPath: path))
    try sink.finish(StageClock())
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func unfinishedSinkLeavesNoFile() throws {
    let scratch = Scratch()
    let path = scratch.path("forgotten.mkv")
    do { _ = try sink(path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func existingFileIsKeptUntilAFrameIsWritten() throws {
    let scratch = Scratch()
    let path = scratch.path("precious.mkv")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: SplashError.self) { try sink(path) }
    let kept = try sink(path, overwrite: true)
    #expect(try contents(path) == "precious")
    try kept.finish(StageClock())
    #expect(try contents(path) == "precious")
  }

  /// Segments of a manifest have names of their own.
  @Test func segmentsDoNotReplaceFiles() throws {
    let scratch = Scratch()
    let name = "chunk-stream0-00001.m4s"
    try Data("precious".utf8).write(to: URL(fileURLWithPath: scratch.path(name)))
    let error = #expect(throws: SplashError.self) { try sink(scratch.path("film.mpd")) }
    #expect(error?.kind == .badInput && error?.description.contains(name) == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [name])
    #expect(try contents(scratch.path(name)) == "precious")
  }

  @Test func twoSinksCannotWriteOneFile() throws {
    let scratch = Scratch()
    let path = scratch.path("one.nut")
    let first = try sink(path)
    let error = #expect(throws: SplashError.self) { try sink(path, overwrite: true) }
    #expect(error?.kind == .badInput)
    #expect(error?.description.contains("is being written already") == true)
    try first.finish(StageClock())
  }

  /// A batch abandons such a thread where a file makes no progress.
  @Test func abandonedSinkStopsWriting() throws {
    let scratch = Scratch()
    let path = scratch.path("given-up.nut")
    let source = try TestPattern("test:64x48@25")
    let clock = StageClock()
    var options = OutputOptions()
    let flag = Flag()
    options.isGivenUp = { flag.isSet.load(ordering: .relaxed) }
    let sink = try FFmpegSink(path, options: options, media: source.media)
    func write() throws {
      guard case .picture(let frame) = try source.next(clock) else { return }
      try sink.write(frame, clock)
    }
    for _ in 0..<5 { try write() }
    flag.isSet.store(true, ordering: .relaxed)
    #expect(throws: SplashError.self) { for _ in 0..<5 { try write() } }
    try? sink.finish(clock)
    #expect(try Media(path).times().count == 5)
  }

  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  @Test func closedFileHoldsAllFrames() throws {
    let scratch = Scratch()
    let path = scratch.path("all.nut")
    let source = try TestPattern("test:64x48@25")
    let sink = try sink(path)
    let clock = StageClock()
    for _ in 0..<7 {
      guard case .picture(let frame) = try source.next(clock) else { break }
      try sink.write(frame, clock)
    }
    try sink.finish(clock)
    #expect(try Media(path).times().count == 7)
    let reader = try FFmpegSource(path)
    var count = 0
    while let item = try reader.next(clock) {
      if case .picture = consume item { count += 1 }
    }
    #expect(count == 7)
    #expect(reader.warning == nil)
  }

  private func sink(_ path: String, overwrite: Bool = false) throws -> FFmpegSink {
    var options = OutputOptions()
    options.overwrite = overwrite
    return try FFmpegSink(path, options: options, media: TestPattern("test:64x48@25").media)
  }

  private func contents(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}

import TestSupport

/// AI models that take as long as a test wants.
@Suite(.serialized)
struct HeldModelTests {
  /// ONNX Runtime whose runs wait for a file.
  private static let library = #"""
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    struct base { const void *const *(*table)(uint32_t); const char *(*version)(void); };
    typedef void *function(void *, void *, void *, void *, size_t, void *, size_t, void *);
    static const void *table[101];
    static function *run;
    static const struct base *real(void) {
      void *library = dlopen(getenv("REAL_ONNXRUNTIME"), RTLD_NOW | RTLD_LOCAL);
      return ((const struct base *(*)(void))dlsym(library, "OrtGetApiBase"))();
    }
    static void *held(void *a, void *b, void *c, void *d, size_t e, void *f, size_t g, void *h) {
      close(creat(getenv("HAS_BEGUN"), 0600));
      while (access(getenv("MAY_END"), F_OK)) usleep(10000);
      return run(a, b, c, d, e, f, g, h);
    }
    static const void *const *held_table(uint32_t version) {
      memcpy(table, real()->table(version), sizeof table);
      run = (function *)table[9];
      table[9] = held;
      return table;
    }
    static const char *version(void) { return real()->version(); }
    const struct base *OrtGetApiBase(void) {
      static const struct base base = {held_table, version};
      return &base;
    }
    """#

  private let scratch = Scratch()

  /// Every kind of work that waits for a model, of several browsers at once.
  @Test(
    .enabled(if: Networks.areThere, Networks.absence),
    .enabled(if: Command.isInstalled("clang"), "clang builds the library that waits"))
  func pageIsAnsweredWhileModelsAreBusy() throws {
    let (clip, source) = (scratch.path("clip.mp4"), scratch.path("held.c"))
    let (library, begun, end) = (
      scratch.path("held.so"), scratch.path("begun"), scratch.path("end")
    )
    try Data(Self.library.utf8).write(to: URL(fileURLWithPath: source))
    try Command.run("clang", ["-shared", "-fPIC", "-o", library, source]).checked()
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=1", "-pix_fmt", "yuv420p", clip)
    let runtime = try #require(MadeNetwork.runtime)
    let tuner = try RunningTuner(
      clip,
      environment: [
        "SPLASH_ONNXRUNTIME": library, "REAL_ONNXRUNTIME": runtime, "HAS_BEGUN": begun,
        "MAY_END": end,
      ])
    let clients = try (0..<4).map { _ in try RawWebSocket(tuner) }
    _ = try #require(clients[0].nextPicture())
    for client in clients {
      for thing in ["person", "subject", "face", "thing"] {
        client.send(#"{"do": "offers", "offers": {"keep": "\#(thing)"}}"#)
      }
      client.send(#"{"do": "probe", "x": 0.5, "y": 0.4, "width": 0, "height": 0, "use": "object"}"#)
    }
    let files = FileManager.default
    #expect(waits { files.fileExists(atPath: begun) })
    for _ in 0..<20 { #expect(try RawResponse(tuner, "GET", "/settings.json").status == 200) }
    clients[1].send(#"{"do": "set", "settings": {"threshold": 47}}"#)
    var isTold = false
    while !isTold, let status = clients[1].next("status") {
      isTold = (status["command"] as? String)?.contains("--hue-width 47") == true
    }
    #expect(isTold)
    try Data().write(to: URL(fileURLWithPath: end))
    // A minute, since sixteen pieces of work go on at once.
    #expect((0..<6).contains { _ in clients[0].next("offers") != nil }, "no model ran")
  }
}

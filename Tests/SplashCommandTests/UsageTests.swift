import Foundation
import TestSupport
import Testing

/// Exit status and the one line that explains it.
struct UsageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var status: Int32
    /// What the line has to name.
    var names: [String]
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test func aFarAwayFlagIsNotSuggested() throws {
    let run = try Command.splash("test:", "--sepia", "-o", "null")
    #expect(!run.errors.contains("did you mean"), "\(run.errors)")
  }

  static let cases = [
    Case(
      arguments: ["no-such-file.mp4", "-o", "x.mp4"], status: 2,
      names: ["no-such-file.mp4", "No such file"]),
    Case(
      arguments: ["test:", "-o", "/no/such/folder/x.mp4"], status: 2,
      names: ["/no/such/folder/x.mp4", "folder"]),
    Case(arguments: ["test:", "-o", "x.unknown"], status: 64, names: ["x.unknown", ".mp4"]),
    Case(arguments: ["test:", "-o", "-", "-o", "-"], status: 64, names: ["-o -"]),
    Case(arguments: ["test:9x9", "-o", "null"], status: 64, names: ["test:9x9", "16x16"]),
    Case(arguments: [], status: 64, names: ["<input>", "--help"]),
    Case(arguments: ["test:", "--frobnicate"], status: 64, names: ["--frobnicate"]),
    Case(
      arguments: ["test:", "--hue", "reddish", "-o", "null"], status: 64,
      names: ["reddish", "magenta"]),
    Case(arguments: ["test:", "--hue", "#808080", "-o", "null"], status: 64, names: ["grey"]),
    Case(
      arguments: ["test:", "--hue", "red:nan", "-o", "null"], status: 64, names: ["--hue", "width"]),
    Case(
      arguments: ["test:", "--hue", "red:-5", "-o", "null"], status: 64, names: ["--hue", "width"]),
    Case(
      arguments: ["test:", "--threshold", "inf", "-o", "null"], status: 64, names: ["--threshold"]),
    Case(
      arguments: ["test:", "--saturation", "0.9..0.2", "-o", "null"], status: 64,
      names: ["--saturation", "0.2..0.9"]),
    Case(
      arguments: ["test:", "--rest", "lut=film.cube:1.5", "-o", "null"], status: 64,
      names: ["--rest lut=film.cube:1.5", "give 0 to 1"]),
    Case(
      arguments: ["test:", "--keep", "cup", "-o", "null"], status: 64,
      names: ["--keep cup: nothing of that name", "box=X,Y,W,H", "person"]),
    Case(
      arguments: ["test:", "--keep", "red", "-o", "null"], status: 64,
      names: ["--keep red: a color", "--hue red"]),
    Case(
      arguments: ["test:", "--keep", "person=13", "-o", "null"], status: 64,
      names: ["--keep person=13: no number of a person", "person=1 to person=12"]),
    Case(
      arguments: ["test:64x48", "--keep", "object@64,24", "-o", "null"], status: 64,
      names: ["--keep object@64,24: no place in the picture of 64x48", "40%,60%"]),
    Case(
      arguments: ["test:", "--keep", "object@.5,.5@soon", "-o", "null"], status: 64,
      names: ["--keep object@.5,.5@soon", "seconds"]),
    Case(
      arguments: ["test:64x48", "--within", "box=0,0,640,480", "-o", "null"], status: 64,
      names: ["--within", "far outside"]),
    Case(
      arguments: ["test:", "--without", "polygon=0,0,1,1", "-o", "null"], status: 64,
      names: ["--without", "three corners"]),
    Case(
      arguments: ["test:", "--keep", "ellipse=.5,.5,0,.2", "-o", "null"], status: 64,
      names: ["no size"]),
    Case(
      arguments: ["test:", "--keep", "box=0,0,1,1:2.5", "-o", "null"], status: 64,
      names: ["feather"]),
    Case(
      arguments: ["test:", "--timeline", "{\"time\":0}", "-o", "null"], status: 64,
      names: ["--timeline", "an object in place of a list"]),
    Case(
      arguments: ["test:", "--timeline", "no.json", "-o", "null"], status: 2,
      names: ["--timeline no.json: cannot read: No such file", "a list"]),
    Case(
      arguments: ["test:", "--keep-start", "--part", "1/2", "-o", "x.mp4"], status: 64,
      names: ["--part 1/2", "--keep-start"]),
    Case(
      arguments: ["test:", "--value", "bright", "-o", "null"], status: 64,
      names: ["--value", "0.2..1"]),
    Case(
      arguments: ["test:", "--despeckle", "9", "-o", "null"], status: 64, names: ["--despeckle"]),
    Case(
      arguments: ["test:", "--white-balance", "card=0.9,0,0.5,0.5", "-o", "null"], status: 64,
      names: ["--white-balance", "inside"]),
    Case(
      arguments: ["test:", "--start", "soon", "-o", "null"], status: 64,
      names: ["--start", "H:MM:SS"]),
    Case(arguments: ["test:", "--frames", "0", "-o", "null"], status: 64, names: ["--frames"]),
    Case(
      arguments: ["test:", "--cpu", "mmx", "-o", "null"], status: 64, names: ["--cpu", "reference"]),
    Case(arguments: ["test:", "--budget", "0", "-o", "null"], status: 64, names: ["--budget"]),
    Case(
      arguments: ["test:", "--matrix", "bt2021", "-o", "null"], status: 64,
      names: ["--matrix bt2021", "bt709 or bt2020"]),
    Case(
      arguments: ["test:", "--threshold", "abc", "-o", "null"], status: 64,
      names: ["--threshold abc: not a number"]),
    Case(
      arguments: ["test:", "--despeckle", "1.5", "-o", "null"], status: 64,
      names: ["--despeckle 1.5: not a whole number"]),
    Case(
      arguments: ["test:", "--hie", "red", "-o", "null"], status: 64,
      names: ["--hie", "did you mean --hue?"]),
    Case(
      arguments: ["test:", "-hue", "red", "-o", "null"], status: 64,
      names: ["-hue: one dash", "--hue"]),
    Case(arguments: ["test:", "-frobnicate", "-o", "null"], status: 64, names: ["-frobnicate"]),
    Case(
      arguments: ["test:", "-o", "null", "--hue"], status: 64,
      names: ["--hue: no value", "quotes", "#"]),
    Case(
      arguments: ["test:", "-o", "/tmp"], status: 64, names: ["folder", "-o /tmp/red.mp4"]),
    Case(arguments: ["test:", "-o", ""], status: 64, names: ["name is empty"]),
    Case(arguments: ["test:", "-o", "red"], status: 64, names: ["red", "no extension"]),
    Case(
      arguments: ["test:", "red.mp4"], status: 64,
      names: ["unexpected argument red.mp4", "-o red.mp4"]),
    Case(
      arguments: ["test:", "b.mp4", "-o", "null"], status: 64,
      names: ["unexpected argument b.mp4", "one input", "folder"]),
    Case(
      arguments: ["test:", "--hue", "red", "blue", "-o", "null"], status: 64,
      names: ["argument blue", "--hue blue"]),
    Case(
      arguments: ["test:", "--stats=foo", "-o", "null"], status: 64,
      names: ["--stats: it takes no value", "foo"]),
    Case(
      arguments: ["test:", "--start", "5", "--to", "5", "-o", "null"], status: 64,
      names: ["--end 5", "after --start"]),
    Case(
      arguments: ["test:", "--end", "5", "--duration", "5", "-o", "null"], status: 64,
      names: ["--end", "--duration", "exclude"]),
    Case(
      arguments: ["test:", "--part", "1/2", "--no-audio", "-o", "null"], status: 64,
      names: ["--part 1/2", "splash join"]),
    Case(
      arguments: ["test:", "-f", "nut", "-o", "-"], status: 64,
      names: ["-f", "--format", "--input-format"]),
    Case(arguments: ["test:", "-vf", "hflip", "-o", "null"], status: 64, names: ["-vf", "pipe"]),
    Case(
      arguments: ["test:", "--crf", "20", "--bitrate", "4M", "-o", "x.mp4"], status: 64,
      names: ["--crf", "--bitrate"]),
    Case(
      arguments: ["test:", "--bitrate", "lots", "-o", "x.mp4"], status: 64,
      names: ["--bitrate lots", "4M"]),
    Case(
      arguments: ["test:", "--codec", "copy", "-o", "x.mp4"], status: 64,
      names: ["--codec copy", "encoded"]),
    Case(
      arguments: ["test:", "--duration", "0", "-o", "null"], status: 64, names: ["--duration 0"]),
    Case(
      arguments: ["pick", "--at", "1,1"], status: 64, names: ["<input>", "splash pick --help"]),
    Case(arguments: ["pick", "test:"], status: 64, names: ["--at is missing", "X,Y"]),
    Case(
      arguments: ["pipewire:screen", "-o", "null"], status: 2,
      names: ["pipewire:screen: no screen", "portal"]),
    Case(
      arguments: ["pipewire:x", "--lock-camera", "-o", "null"], status: 64,
      names: ["--lock-camera", "camera of PipeWire"]),
    Case(
      arguments: ["pipewire:x", "--cut", "0..1", "-o", "null"], status: 64,
      names: ["pieces are those of a film"]),
    Case(arguments: ["devices", "foo"], status: 64, names: ["unexpected argument foo"]),
    Case(arguments: ["bench", "--cpu", "mmx"], status: 64, names: ["--cpu mmx", "reference"]),
    Case(
      arguments: ["tune", "test:", "--port", "99999"], status: 64,
      names: ["--port 99999: out of range"]),
  ]

  @Test(arguments: cases)
  func wrongUsageIsOneLineThatHelps(usage: Case) throws {
    let run = try Command.run(Command.splash.path, usage.arguments)
    #expect(run.status == usage.status)
    #expect(run.output.isEmpty)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    for name in usage.names { #expect(run.errors.contains(name), "\(run.errors)") }
  }

  /// Command lines that mean the same, as what is habit elsewhere and in our own words.
  @Test(arguments: [
    (["-ss", "0.2", "-i", "CLIP", "-t", "0.5"], ["CLIP", "--start", "0.2", "--duration", "0.5"]),
    (
      ["CLIP", "--start", "200ms", "--duration", "0.3s"],
      ["CLIP", "--start", "0.2", "--duration", "0.3"]
    ),
    (["CLIP", "-ss", "0.2", "-to", "0.7"], ["CLIP", "--start", "0.2", "--duration", "0.5"]),
    (["CLIP", "--to", "0.5"], ["CLIP", "--end", "0.5"]),
    (["CLIP", "--end", "0.5"], ["CLIP", "--duration", "0.5"]),
    (["CLIP", "--start", "0m0.5s"], ["CLIP", "--start", "0.5"]),
    (["CLIP", "--color", "blue"], ["CLIP", "--hue", "blue"]),
    (["CLIP", "--hue", "-10..20"], ["CLIP", "--hue", "350..20"]),
    (["CLIP", "--hue", "#00f:15"], ["CLIP", "--hue", "240:15"]),
    (["CLIP", "--hue", "00f:15"], ["CLIP", "--hue", "240:15"]),
    (["CLIP", "--hue", "0000ff:15"], ["CLIP", "--hue", "240:15"]),
    (["-oNULL", "CLIP"], ["CLIP", "-o", "NULL"]),
    (["CLIP", "-vframes", "3", "-c:v", "ffv1"], ["CLIP", "--frames", "3", "--codec", "ffv1"]),
  ])
  func habitsAreUnderstood(habit: [String], own: [String]) throws {
    let scratch = try Scratch()
    let clip = scratch.path("clip.nut")
    try Command.splash("test:96x64@30", "--frames", "30", "--hue", "0:180", "-o", clip, "--quiet")
    let outputs = try [habit, own].map { arguments in
      let run = try Command.run(
        Command.splash.path,
        arguments.map { $0 == "CLIP" ? clip : $0.replacing("NULL", with: "null") } + [
          "--quiet", "-o", "-", "--format", "nut",
        ])
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    #expect(outputs[0] == outputs[1] && !outputs[0].isEmpty)
  }

  @Test func aNameInErrorComesOnceAndTheRemedyFits() throws {
    let scratch = try Scratch()
    let clip = scratch.path("clip.nut")
    try Command.splash("test:96x64@30", "--frames", "10", "-o", clip, "--quiet")
    let late = try Command.splash("pick", clip, "--at", "1,1", "--time", "99")
    #expect(late.status == 2)
    #expect(
      late.errors.contains("no picture at or after the time") && !late.errors.contains("--start"))
    #expect(late.errors.components(separatedBy: clip).count == 2, "\(late.errors)")
    let missing = scratch.path("out.nut")
    let swapped = try Command.splash(missing, "-o", clip)
    #expect(swapped.status == 2)
    #expect(swapped.errors.contains("splash \(clip) -o \(missing)"), "\(swapped.errors)")
  }

  @Test func aPhotoThatFFmpegDoesNotOpenIsCalledOne() throws {
    let scratch = try Scratch()
    let photo = scratch.path("photo.heic")
    let bytes = Data([0, 0, 0, 24]) + Data("ftypmsf1".utf8) + Data(count: 500)
    try bytes.write(to: URL(fileURLWithPath: photo))
    let run = try Command.splash(photo, "-o", "null")
    #expect(run.status == 2)
    #expect(run.errors.contains("HEIC") && run.errors.contains("heif-convert"), "\(run.errors)")
  }

  @Test func anExistingFileIsReplacedOnlyWhenAsked() throws {
    let scratch = try Scratch()
    let path = scratch.path("kept.mp4")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    let refused = try Command.splash("test:64x48", "--frames", "2", "-o", path)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("-y"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("precious".utf8))
    let replaced = try Command.splash("test:64x48", "--frames", "2", "-o", path, "-y")
    #expect(replaced.status == 0, "\(replaced.errors)")
    #expect(try Media(path).times().count == 2)
  }

  @Test func theBudgetIsEnforcedWhenAsked() throws {
    let arguments = ["test:640x480", "--frames", "30", "-o", "null", "--quiet", "--enforce-budget"]
    let missed = try Command.run(
      Command.splash.path, arguments + ["--budget", "10000", "--cpu", "reference"])
    #expect(missed.status == 3)
    #expect(missed.errors.contains("over the budget of 10000 fps"))
    let kept = try Command.run(Command.splash.path, arguments + ["--budget", "0.1"])
    #expect(kept.status == 0, "\(kept.errors)")
  }

  @Test func settingsMakeTheRoundThroughAFile() throws {
    let scratch = try Scratch()
    let file = scratch.path("look.json")
    let flags = [
      "--hue", "350:15:5,s=0.3..1", "--hue", "#2040ff", "--drop", "200..220", "--threshold", "12.5",
      "--white-balance", "gains=1.2,1,0.8", "--stability", "0", "--despeckle", "0", "--fill", "0",
      "--clean", "0", "--quiet",
    ]
    let saved = try Command.run(
      Command.splash.path, ["test:320x240", "--frames", "2", "--save-settings", file] + flags)
    #expect(saved.status == 0, "\(saved.errors)")
    let read = try Command.splash(
      "test:320x240", "--frames", "2", "--settings", file, "--quiet")
    #expect(read.status == 0, "\(read.errors)")
    #expect(saved.output == read.output)
    let plain = try Command.splash("test:320x240", "--frames", "2", "--quiet")
    #expect(saved.output != plain.output)
  }

  @Test func aBrokenSettingsFileNamesTheSetting() throws {
    let scratch = try Scratch()
    for (json, name) in [
      ("{\"thresold\": 3}", "thresold"), ("{\"threshold\": \"wide\"}", "threshold"),
      ("{\"saturation\": {\"min\": 2, \"max\": 3}}", "saturation.min 2"), ("nonsense", "settings"),
      ("{\"hues\": [{\"center\": 1e300}]}", "hues[0].center"),
    ] {
      let file = scratch.path("look.json")
      try Data(json.utf8).write(to: URL(fileURLWithPath: file))
      let run = try Command.splash("test:", "-o", "null", "--settings", file)
      #expect(run.status == 64, "\(json): \(run.errors)")
      #expect(run.errors.contains(name), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
  }

  @Test func theReportIsJSONWithEveryPromisedKey() throws {
    let scratch = try Scratch()
    let file = scratch.path("stats.json")
    let run = try Command.splash(
      "test:320x240", "--frames", "20", "-o", "null", "--stats", "--stats-json", file)
    #expect(run.status == 0, "\(run.errors)")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file)))
        as? [String: Any])
    #expect(report["version"] as? Int == 1)
    #expect(report["input"] as? String == "test:320x240")
    #expect(report["outputs"] as? [String] == ["null"])
    #expect(report["width"] as? Int == 320)
    #expect(report["pixel_format"] as? String == "yuv420p")
    #expect(report["instruction_set"] is String)
    let frames = try #require(report["frames"] as? [String: Int])
    #expect(frames["in"] == 20 && frames["out"] == 20 && frames["dropped"] == 0)
    let budget = try #require(report["budget"] as? [String: Any])
    #expect(budget["within"] is Bool && budget["applies"] as? Bool == false)
    #expect(report["kept"] is Double && report["flicker"] is Double)
    let written = try #require((report["written"] as? [[String: Any]])?.first)
    #expect(written["output"] as? String == "null" && written["pictures"] as? Int == 20)
    #expect(report["stopped"] as? Bool == false)
    #expect(abs(try #require(budget["ms"] as? Double) - 16.667) < 0.001)
    let stages = try #require(report["stages"] as? [String: [String: Any]])
    for stage in ["read", "splash"] {
      #expect(stages[stage]?["count"] as? Int == 20)
      for key in ["mean_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms"] {
        #expect(stages[stage]?[key] is Double)
      }
    }
    #expect(report["work"] is [String: Any])
    #expect(report["wall_s"] is Double && report["speed_fps"] is Double)
  }
}

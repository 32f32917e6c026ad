import TestSupport

/// Exit status and the one line that explains it.
struct UsageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var status: Int32
    /// The words that the line must have.
    var names: [String]
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ row: String) {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      status = Int32(cells[0])!
      arguments = cells[1].split(separator: " ").map { $0 == "''" ? "" : String($0) }
      names = Array(cells[2...])
    }
  }

  @Test func unrelatedFlagsAreNotSuggested() throws {
    let run = try Command.splash("test:", "--sepia", "-o", "null")
    #expect(run.status == 64 && run.errors.contains("--sepia"), "\(run.status) \(run.errors)")
    #expect(!run.errors.contains("did you mean"), "\(run.errors)")
  }

  /// Status, command line, and the words that the line must have; two quotes are an empty word.
  static let cases = """
    2 | no-such-file.mp4 -o x.mp4 | no-such-file.mp4 | No such file
    2 | test: -o /no/such/folder/x.mp4 | /no/such/folder/x.mp4 | folder
    64 | test: -o x.unknown | x.unknown | .mp4
    64 | test: -o - -o - | -o -
    64 | test:9x9 -o null | test:9x9 | 16x16
    64 | | <input> | --help
    64 | test: --frobnicate | --frobnicate
    64 | test: --hue reddish -o null | write red, orange or brown | splash colors lists all
    64 | test: --hue #808080 -o null | grey
    64 | test: --hue red:nan -o null | --hue | width
    64 | test: --hue red:-5 -o null | --hue | width
    64 | test: --hue-width inf -o null | --hue-width
    64 | test: --saturation 0.9..0.2 -o null | --saturation | 0.2..0.9
    64 | test: --rest lut=film.cube:1.5 -o null | --rest lut=film.cube:1.5 | give 0 to 1
    64 | test: --keep cup -o null | --keep cup: nothing of that name | write thing@X,Y, color@X,Y or person | splash help keep
    64 | test: --keep red -o null | --keep red: a color | --hue red
    64 | test: --keep person=13 -o null | --keep person=13: no number of a person | person=1 to person=12
    64 | test:64x48 --keep color@64,24 -o null | --keep color@64,24: no place in the frame of 64x48 | 40%,60%
    64 | test: --keep color@.5,.5@soon -o null | --keep color@.5,.5@soon | seconds
    64 | test:64x48 --within box=0,0,640,480 -o null | --within | far outside
    64 | test: --without polygon=0,0,1,1 -o null | --without | three corners
    64 | test: --keep ellipse=.5,.5,0,.2 -o null | no size
    64 | test: --keep box=0,0,1,1:2.5 -o null | feather
    64 | test: --timeline {"time":0} -o null | --timeline | an object in place of a list
    2 | test: --timeline no.json -o null | --timeline no.json: cannot read: No such file | a list
    64 | test: --keep-start --part 1/2 -o x.mp4 | --part 1/2 | --keep-start
    64 | test: --value bright -o null | --value | 0.2..1
    64 | test: --despeckle 9 -o null | --despeckle
    64 | test: --white-balance card=0.9,0,0.5,0.5 -o null | --white-balance | inside
    64 | test: --start soon -o null | --start | H:MM:SS
    64 | test: --frames 0 -o null | --frames
    64 | test: --cpu mmx -o null | --cpu | reference
    64 | test: --budget 0 -o null | --budget
    64 | test: --matrix bt2021 -o null | --matrix bt2021 | bt709 or bt2020
    64 | test: --hue-width abc -o null | --hue-width abc: not a number
    64 | test: --despeckle 1.5 -o null | --despeckle 1.5: not a whole number
    64 | test: --hie red -o null | --hie | did you mean --hue?
    64 | test: -hue red -o null | -hue: one dash | --hue
    64 | test: -frobnicate -o null | -frobnicate
    64 | test: -o null --hue | --hue: no value | quotes | #
    64 | test: -o /tmp | folder | -o /tmp/red.mp4
    64 | test: -o '' | name is empty
    64 | test: -o red | red | no extension
    64 | test: red.mp4 | unexpected argument red.mp4 | -o red.mp4
    64 | test: b.mp4 -o null | unexpected argument b.mp4 | one input | folder
    64 | test: --hue red blue -o null | argument blue | --hue blue
    64 | test: --stats=foo -o null | --stats: it takes no value | foo
    64 | test: --face -o null | --face | write --keep face
    64 | test: --max-file 17179869185G --frames 1 -o null | --max-file 17179869185G: not a size | 2G
    64 | test: --start 5 --to 5 -o null | --end 5 | after --start
    64 | test: --end 5 --duration 5 -o null | --end | --duration | exclude
    64 | test: --part 1/2 --no-audio -o null | --part 1/2 | splash join
    64 | test: -f nut -o - | -f | --format | --input-format
    64 | test: -vf hflip -o null | -vf | pipe
    64 | test: --crf 20 --bitrate 4M -o x.mp4 | --crf | --bitrate
    64 | test: --bitrate lots -o x.mp4 | --bitrate lots | 4M
    64 | test: --max-size lots -o x.mp4 | --max-size lots: not a size | 8M
    64 | test: --max-size 8M --bitrate 1M -o x.mp4 | --max-size | --bitrate
    64 | test: --max-size 8M -o x.mp4 -o y.gif | --max-size | one output
    64 | - --max-size 8M -o x.mp4 | --max-size | read once
    64 | test: --max-size 8M -o - | --max-size | no file
    64 | test: --from 4 --until 2 -o null | --until 2 | after --from
    64 | test: --fade 1 -o null | --fade 1 | --fade-in
    64 | test: --from 1 --until 2 --fade 3 -o null | --fade 3 | shorter
    64 | test: --from 1 --timeline [] -o null | --from | --timeline
    64 | previw a.mp4 | previw: neither a file nor a subcommand | splash preview
    64 | convert a.mp4 -o b.mp4 | convert: neither a file nor a subcommand | splash --help
    64 | - --input-format rawvideo -o null | --input-format rawvideo | --size WxH
    64 | - --input-format rawvideo --size 4x4 --pixel-format x -o null | --pixel-format x | -pix_fmts
    64 | test: --rest bw -o null | --rest bw: no such look | noir
    64 | test: --rest black -o null | --rest black: no such look | solid=black
    64 | test: --rest blurr -o null | --rest blurr: no such look | blur=2
    64 | test: --blurr -o null | --blurr | --rest blur=2
    64 | test: --hue bw -o null | --hue bw | grey by itself
    64 | test: --hue hot-pink -o null | no color hot-pink | pink keeps the like
    64 | test: --hue burgundy -o null | no color burgundy | maroon
    64 | test: --hue car -o null | no color car | --keep thing@X,Y
    64 | test: --keep dog -o null | --keep dog | thing@0.5,0.5
    64 | test: --cat -o null | --cat | --keep thing@X,Y
    64 | test: --crf much -o x.mp4 | --crf much: not a number | 0 to 63
    64 | test: --crf nan -o x.mp4 | --crf nan: out of range | 0 to 63
    64 | test: --quality 1.5 -o x.jpg | --quality 1.5: not a whole number | 1 to 100
    64 | test: --encoder-option x -o x.mp4 | --encoder-option x: no value | NAME=VALUE
    64 | test: --subject-form mean=1,1,1 -o null | --subject-form | --subject-model FILE
    64 | test: --subject-model x --subject-form big -o null | 'big': big: not understood | ratio=
    64 | test: --depth-form invert -o null | --depth-form | --depth-model FILE
    64 | test: --depth-model x --depth-form big -o null | --depth-form 'big': big: not understood | ratio=
    64 | test: --keep near=2 -o null | near=2: no share of the depth | near=0.3
    64 | test: --keep near=0.5 -o null | no AI model for depth was given | --depth-model FILE
    64 | test: --thing-models x -o null | --thing-models x: not two files
    64 | test: --person-network big -o null | --person-network big | auto, selfie, outline or matte
    64 | test: --codec copy -o x.mp4 | --codec copy | encoded
    64 | test: --duration 0 -o null | --duration 0
    64 | pick --at 1,1 | <input> | splash pick --help
    64 | pick test: | --at is missing | X,Y
    64 | pipewire:x --lock-camera -o null | --lock-camera | camera of PipeWire
    64 | pipewire:x --cut 0..1 -o null | it is for a clip in a file
    64 | devices foo | unexpected argument foo
    64 | bench --cpu mmx | --cpu mmx | reference
    64 | tune test: --port 99999 | --port 99999: out of range
    """.split(separator: "\n").map { Case(String($0)) }

  @Test(arguments: cases)
  func wrongUsageIsExplainedInOneLine(usage: Case) throws {
    let run = try Command.splash(usage.arguments)
    #expect(run.status == usage.status)
    #expect(run.output.isEmpty)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    for name in usage.names { #expect(run.errors.contains(name), "\(run.errors)") }
  }

  /// Flags of other programs, and splash's own with the same meaning.
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
  func flagsOfOtherProgramsAreUnderstood(habit: [String], own: [String]) throws {
    let scratch = Scratch()
    let clip = scratch.path("clip.nut")
    try Command.splash("test:96x64@30", "--frames", "30", "--hue", "0:180", "-o", clip, "--quiet")
    let outputs = try [habit, own].map { arguments in
      let run = try Command.splash(
        arguments.map { $0 == "CLIP" ? clip : $0.replacing("NULL", with: "null") } + [
          "--quiet", "-o", "-", "--format", "nut",
        ]
      ).checked()
      return run.output
    }
    #expect(outputs[0] == outputs[1] && !outputs[0].isEmpty)
  }

  @Test func errorNamesTheFileOnceWithAFittingRemedy() throws {
    let scratch = Scratch()
    let clip = scratch.path("clip.nut")
    try Command.splash("test:96x64@30", "--frames", "10", "-o", clip, "--quiet")
    let late = try Command.splash("pick", clip, "--at", "1,1", "--time", "99")
    #expect(late.status == 2)
    #expect(
      late.errors.contains("no frame at or after the time") && !late.errors.contains("--start"))
    #expect(late.errors.components(separatedBy: clip).count == 2, "\(late.errors)")
    let missing = scratch.path("out.nut")
    let swapped = try Command.splash(missing, "-o", clip)
    #expect(swapped.status == 2)
    #expect(swapped.errors.contains("splash \(clip) -o \(missing)"), "\(swapped.errors)")
  }

  @Test func unreadableHEICIsCalledAPhoto() throws {
    let scratch = Scratch()
    let photo = scratch.path("photo.heic")
    let bytes = Data([0, 0, 0, 24]) + Data("ftypmsf1".utf8) + Data(count: 500)
    try bytes.write(to: URL(fileURLWithPath: photo))
    let run = try Command.splash(photo, "-o", "null")
    #expect(run.status == 2)
    #expect(run.errors.contains("HEIC") && run.errors.contains("heif-convert"), "\(run.errors)")
  }

  @Test func existingFileIsReplacedOnlyOnRequest() throws {
    let scratch = Scratch()
    let path = scratch.path("kept.mp4")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    let refused = try Command.splash("test:64x48", "--frames", "2", "-o", path)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("-y"))
    #expect(try Data(of: path) == Data("precious".utf8))
    try Command.splash("test:64x48", "--frames", "2", "-o", path, "-y").checked()
    #expect(try Media(path).times().count == 2)
  }

  @Test func budgetIsEnforcedOnRequest() throws {
    let arguments = ["test:640x480", "--frames", "30", "-o", "null", "--quiet", "--enforce-budget"]
    let missed = try Command.splash(arguments + ["--budget", "10000", "--cpu", "reference"])
    #expect(missed.status == 3)
    #expect(missed.errors.contains("over the budget of 10000 fps"))
    try Command.splash(arguments + ["--budget", "0.1"]).checked()
    // A lost output counts for more, and is reported last.
    let lost = try Command.splash(
      arguments + [
        "--budget", "10000", "--cpu", "reference", "--realtime", "-o", "/dev/full", "--format",
        "y4m",
      ])
    #expect(lost.status == 1)
    let last = lost.errors.split(separator: "\n").last
    #expect(last?.hasPrefix("splash: /dev/full: cannot write: ") == true, "\(lost.errors)")
  }

  @Test func savedSettingsReadBackTheSame() throws {
    let scratch = Scratch()
    let file = scratch.path("look.json")
    let flags = [
      "--hue", "350:15:5,s=0.3..1", "--hue", "#2040ff", "--exclude", "200..220", "--hue-width",
      "12.5",
      "--white-balance", "gains=1.2,1,0.8", "--smoothing", "0", "--despeckle", "0", "--close-holes",
      "0",
      "--remove-specks", "0", "--quiet",
    ]
    let saved = try Command.splash(
      ["test:320x240", "--frames", "2", "--save-settings", file] + flags
    ).checked()
    let read = try Command.splash(
      "test:320x240", "--frames", "2", "--settings", file, "--quiet"
    ).checked()
    #expect(saved.output == read.output)
    let plain = try Command.splash("test:320x240", "--frames", "2", "--quiet")
    #expect(saved.output != plain.output)
  }

  @Test func brokenSettingsFileErrorNamesTheSetting() throws {
    let scratch = Scratch()
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

  @Test func reportHasEveryPromisedKey() throws {
    let scratch = Scratch()
    let file = scratch.path("stats.json")
    try Command.splash(
      "test:320x240", "--frames", "20", "-o", "null", "--stats", "--stats-json", file
    ).checked()
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(of: file))
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

import SplashFilter

/// Options of one topic, with example commands: `splash help color`.
struct HelpTopic {
  let name: String
  let title: String
  /// Headings of the parser's help whose options all belong to this topic.
  var sections: [String] = []
  /// Further options of this topic, by their flags.
  var flags: [String] = []
  /// Further words that people look it up by.
  var words: Set<String> = []
  let examples: [String]
  /// The long list of values of one of its flags.
  var table: Table?

  struct Table {
    let flag: String
    let title: String
    let lines: @Sendable () -> [String]
  }

  var options: [OptionHelp] {
    let chosen = flags.compactMap(OptionHelp.named)
    return chosen + OptionHelp.all.filter { sections.contains($0.section) }
  }

  var text: String {
    var parts = ["splash help \(name): \(title)"]
    parts.append("EXAMPLES:\n" + examples.map { "  " + $0 }.joined(separator: "\n"))
    parts.append(
      "OPTIONS:\n" + options.map { $0.lines(tableOf: table?.flag) }.joined(separator: "\n"))
    if let table { parts.append("\(table.title):\n" + table.lines().joined(separator: "\n")) }
    let others = Self.all.map(\.name).filter { $0 != name } + ["all", "recipes"]
    parts.append(HelpPage.wrapped("Other topics: \(others.joined(separator: ", "))."))
    return parts.joined(separator: "\n\n")
  }

  static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

  static let all: [HelpTopic] = [
    HelpTopic(
      name: "color", title: "which colors are selected",
      flags: [
        "hue", "exclude", "hue-width", "softness", "saturation", "value", "gate-softness",
        "chroma-floor", "invert", "white-balance", "like", "balance-time", "lock-balance",
        "balance-output", "matrix", "range", "exr-colors",
      ],
      words: ["qualifier"],
      examples: [
        "splash clip.mp4 -o red.mp4 --hue red",
        "splash clip.mp4 -o two.mp4 --hue red --hue azure:15 --exclude skin",
        "splash clip.mp4 -o vivid.mp4 --hue 340..20,s=0.6..1",
      ],
      table: Table(flag: "hue", title: "COLORS") {
        HelpPage.columns(ColorName.all.map(\.name)) + [
          "", "  Or a basic one behind light, pale, bright, dark or deep ('pale blue'),",
          "  degrees, #rrggbb, or a range such as 340..20. splash colors lists the",
          "  numbers of each.",
        ]
      }),
    HelpTopic(
      name: "keep", title: "which areas, people and things are selected", sections: ["SUBJECTS"],
      flags: ["keep", "within", "without", "paint"],
      words: ["power window", "power-window", "window", "brush", "stroke", "eraser"],
      examples: [
        "splash clip.mp4 -o half.mp4 --keep box=0,0,0.5,1",
        "splash clip.mp4 -o people.mp4 --keep person",
        "splash clip.mp4 -o dog.mp4 --keep thing@0.4,0.5",
      ],
      table: Table(flag: "keep", title: "REGIONS") {
        Selection.table.map { HelpPage.row($0.form, $0.meaning) } + [
          "", "  X,Y are pixels, shares or per cent: 640,360, 0.4,0.6 or 40%,60%. @TIME says",
          "  when it is there, in seconds. People, subjects and things are found by",
          "  AI models; splash models fetch downloads them.",
        ]
      }),
    HelpTopic(
      name: "look", title: "what background and selection look like",
      flags: [
        "rest", "kept", "show", "use", "settings", "save-settings", "allow-files", "no-config",
      ],
      examples: [
        "splash clip.mp4 -o noir.mp4 --hue red --rest noir",
        "splash clip.mp4 -o soft.mp4 --hue red --rest blur=2+dim=0.5",
        "splash clip.mp4 -o blue.mp4 --hue red --kept recolor=blue --rest none",
      ],
      table: Table(flag: "rest", title: "LOOKS") {
        (LookForm.all.map { ($0.name + $0.values, $0.sentence) }
          + [("none", "The frame as it is.")])
          .map { HelpPage.row($0.0, $0.1) }
      }),
    HelpTopic(
      name: "edge", title: "smoothing, holes, specks and the edge of the selection",
      flags: [
        "smoothing", "despeckle", "whole", "close-holes", "remove-specks", "grow", "shrink",
        "smooth", "feather", "edge", "despill",
      ],
      examples: [
        "splash clip.mp4 -o soft.mp4 --hue red --grow 1 --feather 2",
        "splash clip.mp4 -o whole.mp4 --hue red --close-holes 1 --remove-specks 0.2",
        "splash clip.mp4 -o calm.mp4 --hue red --smoothing 0.9",
      ]),
    HelpTopic(
      name: "output", title: "files, their quality and size, and reports",
      sections: ["OUTPUT", "REPORT"],
      flags: ["no-audio", "no-subtitles", "no-tags", "no-note", "hardware", "cpu"],
      words: [
        "compress", "date", "exif", "gif", "h264", "metadata", "player", "quality", "size",
        "television", "tv", "webp",
      ],
      examples: [
        "splash clip.mp4 -o small.mp4 --hue red --crf 26",
        "splash clip.mp4 -o red.gif --hue red --scale 320",
        "splash clip.mp4 -o red.mp4 -o mask.mkv:show=mask --hue red",
      ]),
    HelpTopic(
      name: "shape", title: "crop, scale, rotate and mirror", sections: ["SHAPE OF THE OUTPUT"],
      flags: ["fps"],
      words: ["instagram", "portrait", "resize", "size", "tiktok", "upright", "vertical"],
      examples: [
        "splash clip.mp4 -o upright.mp4 --crop 9:16 --scale 1080",
        "splash clip.mp4 -o small.mp4 --scale 50%",
        "splash clip.mp4 -o turned.mp4 --rotate 90 --mirror",
      ]),
    HelpTopic(
      name: "camera", title: "cameras, streams and runs that go on",
      sections: ["CAMERA", "LIVE", "STEERING"],
      flags: ["realtime", "always", "input-format", "allow-protocols", "timeout"],
      words: ["call", "calls", "meeting", "obs", "teams", "v4l2loopback", "webcam", "zoom"],
      examples: [
        "splash /dev/video0 -o - --hue red | ffplay -",
        "splash /dev/video0 -o /dev/video10 --hue red --exclude skin",
        "splash /dev/video0 -o red.mkv --size 1280x720 --fps 30 --hue red",
      ]),
    HelpTopic(
      name: "time", title: "pieces of a clip, and a look that comes and goes",
      sections: ["LOOK IN TIME"],
      flags: [
        "start", "end", "duration", "cut", "frames", "keep-start", "fade-in", "fade-out",
      ],
      examples: [
        "splash clip.mp4 -o part.mp4 --hue red --start 0:01 --end 0:02",
        "splash clip.mp4 -o comes.mp4 --hue red --from 2 --until 6 --fade 1",
        "splash clip.mp4 -o fades.mp4 --hue red --fade-in 2 --fade-out 2",
      ]),
    HelpTopic(
      name: "batch", title: "several files, folders, and parts of a clip",
      sections: ["SEVERAL INPUTS"], flags: ["part", "max-pixels", "max-file"],
      examples: [
        "splash holiday --recursive -o red/ --hue red --jobs 2",
        "splash clip.mp4 other.mp4 -o 'same/{n}-{name}.mp4' --hue red",
        "splash film.mp4 --part 1/2 -o a.mp4 --hue red",
      ]),
  ]
}

import ArgumentParser
import Foundation
import SplashFilter

/// Flags of `ffmpeg`, and flags with a forgotten dash: accepted where the meaning is unambiguous,
/// else an error names the right flag.
enum ForeignFlags {
  private enum Meaning {
    case flag(String)
    /// The default of splash, so that the flag is dropped.
    case nothing
    case advice(String)
  }

  private static let table: [String: Meaning] = [
    "-i": .nothing, "--input": .nothing, "-n": .nothing, "-hide_banner": .nothing,
    "-ss": .flag("--start"), "--ss": .flag("--start"), "-t": .flag("--duration"),
    "-vframes": .flag("--frames"), "-frames:v": .flag("--frames"), "-re": .flag("--realtime"),
    "-c:v": .flag("--codec"), "-codec:v": .flag("--codec"), "-vcodec": .flag("--codec"),
    "--vcodec": .flag("--codec"), "-fs": .flag("--max-size"),
    "-crf": .flag("--crf"), "-preset": .flag("--preset"), "-b:v": .flag("--bitrate"),
    "-pix_fmt": .flag("--pixel-format"), "-help": .flag("--help"), "-?": .flag("--help"),
    "-version": .flag("--version"), "-V": .flag("--version"),
    "--color": .flag("--hue"), "--colour": .flag("--hue"),
    "-color": .advice("write --hue, with two dashes"),
    "-to": .flag("--end"), "--to": .flag("--end"), "-an": .flag("--no-audio"),
    "-sn": .flag("--no-subtitles"),
    "-f": .advice("write --format for the output, or --input-format for the input"),
    "-r": .flag("--fps"),
    "-s": .advice("write --scale for a file, or --size for a camera"),
    "-c": .advice("write --codec for video; sound is carried along untouched"),
    "-b": .advice("write --bitrate for video; sound is carried along untouched"),
    "-c:a": .advice("leave it out: sound is carried along; --no-audio leaves it out"),
    "-acodec": .advice("leave it out: sound is carried along"),
    "-af": .advice("leave it out: sound is carried along"),
    "--qualifier": .advice("write --hue red, or a range with saturation: --hue 340..20,s=0.4..1"),
    "--desaturate": .advice("leave it out: the rest is grey by itself"),
    "-map": .advice("leave it out: all streams are carried along"),
    "-vf": .advice(
      "write --crop, --scale, --rotate, --mirror or --fps; for others pipe it: -o - | ffmpeg -i - …"
    ),
    "-filter_complex": .advice("splash is the filter; pipe it for another: -o - | ffmpeg -i - …"),
    "-loglevel": .advice("write --quiet or --verbose"),
    "-v": .advice("write --quiet or --verbose"),
    "--preview": .advice(
      "see twelve moments with splash preview INPUT, or watch it with -o - | ffplay -"),
    "--play": .advice("watch it with -o - | ffplay -"),
    "--resize": .flag("--scale"), "--width": .flag("--scale"), "--flip": .flag("--mirror"),
    "--hflip": .flag("--mirror"), "--framerate": .flag("--fps"), "--rate": .flag("--fps"),
    "--height": .advice("write --scale with a width, 1080p for the shorter side, or both as WxH"),
    "--aspect": .advice("write --crop 9:16 to cut frames to a shape"),
    "--vflip": .advice("write --rotate 180 --mirror"),
    "--speed": .advice(
      "frames keep their times; --preset ultrafast encodes quicker, --jobs does several files"),
    "--fast": .advice("write --preset ultrafast, or --jobs for several files"),
    "--threads": .advice("leave it out: all processors are used; --jobs does several files"),
    "--background": .advice(
      "write --rest image=FILE, video=FILE, solid=COLOR, blur=2 or transparent"),
    "--opacity": .advice("write --rest fade=0.3 for less color, or --rest transparent"),
    "--brightness": .advice("write --rest dim=0.5 or --rest gamma=1.4"),
    "--bw": .advice("the rest is grey by itself; --rest noir has more contrast"),
    "--tolerance": .advice(width), "--similarity": .advice(width), "--fuzz": .advice(width),
    "--blend": .advice("write --softness for the hues, or --feather for the edge"),
    "--people": .advice("write --keep person"), "--face": .advice("write --keep face"),
    "--mask": .advice("write --show mask to see it, or --keep mask=FILE to use one"),
    "--roi": .advice("write --keep, --within or --without with box=X,Y,W,H"),
    "--region": .advice("write --keep, --within or --without with box=X,Y,W,H"),
    "--audio": .advice("leave it out: sound is carried along; --no-audio leaves it out"),
    "--no-sound": .flag("--no-audio"), "--mute": .flag("--no-audio"),
    "--no-subs": .flag("--no-subtitles"), "--no-metadata": .flag("--no-tags"),
    "--no-exif": .flag("--no-tags"),
    "-map_metadata": .advice("leave it out: tags are carried along; --no-tags leaves them out"),
    "--force": .advice("write -y to replace files"),
    "--config": .advice("write --settings FILE, as --save-settings wrote it"),
    "--profile": .flag("--use"), "--style": .flag("--use"),
  ]

  private static let width =
    "write --hue-width for all hues, or a width behind one: --hue red:15"

  /// Advice for an unknown flag that has the name of a look, a color or a subject.
  private static func advice(for flag: String) -> String? {
    guard flag.hasPrefix("--"), flag != "--fade",
      SettingField.flagged(flag.dropFirst(2)) == nil
    else {
      return nil
    }
    let name = String(flag.dropFirst(2)).lowercased()
    let plain = name == "gray" ? "grey" : name
    if let form = LookForm.all.first(where: { $0.name == plain }) {
      return "write --rest \(form.example), a look of the rest"
    }
    if ColorName.named(name) != nil { return "write --hue \(name)" }
    if let color = MeantWord.color(name) { return "write --hue \(color), which keeps the like" }
    if let thing = MeantWord.thing(name) { return "write \(OptionNames.flags.spelled(thing))" }
    if let look = MeantWord.nearLook(name), !isNearOwnFlag(name) {
      return "did you mean --rest \(look)?"
    }
    if ["box", "ellipse", "polygon"].contains(name) { return "write --keep \(name)=X,Y,…" }
    return ["person", "subject", "object"].contains(name)
      ? "write --keep \(name == "object" ? "thing@X,Y" : name)" : nil
  }

  private static func isNearOwnFlag(_ name: String) -> Bool {
    let letters = Array(name.unicodeScalars)
    return ownFlags.contains { editDistance(Array($0.unicodeScalars), letters) <= 1 }
  }

  private static func meaning(of name: String) -> Meaning? {
    if name.hasPrefix("--"), let field = SettingField.flagged(name.dropFirst(2)) {
      return .flag("--\(field.flag)")
    }
    return table[name] ?? advice(for: name).map(Meaning.advice)
  }

  /// The arguments translated to splash's own flags.
  ///
  /// - Throws: `SplashError` of kind usage that names the right flag.
  static func translate(_ arguments: [String]) throws -> [String] {
    var translated: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return translated + [argument] + rest }
      let name = String(argument.prefix { $0 != "=" })
      let value = argument.dropFirst(name.count)
      let isFlag = value.isEmpty || name.hasPrefix("--")
      switch isFlag ? meaning(of: name) : nil {
      case .flag("--start") where arguments.first == "pick": translated.append("--time")
      case .flag(let flag): translated.append(flag + value)
      case .nothing: break
      case .advice(let remedy):
        throw SplashError(.usage, name, cause: "not a flag of splash", remedy: remedy)
      case nil:
        if let flag = translated.last, flag.hasPrefix("--"), !flag.contains("="),
          argument.firstMatch(of: /^-[.\d]/) != nil
        {
          // A negative value, which the parser would take for a flag.
          translated[translated.count - 1] = "\(flag)=\(argument)"
        } else if ["-o", "--output"].contains(translated.last), argument.hasPrefix("-:") {
          // Standard output with options for it alone.
          translated[translated.count - 1] = "--output=\(argument)"
        } else {
          translated += try separated(argument)
        }
      }
    }
    return translated
  }

  /// Splits `-ored.mp4` and `-yo`, and refuses `-hue`, which would be parsed as `-h -u -e`.
  private static func separated(_ argument: String) throws -> [String] {
    if argument == "-yo" { return ["-y", "-o"] }
    guard argument.count > 2, argument.hasPrefix("-"), !argument.hasPrefix("--") else {
      return [argument]
    }
    let name = argument.dropFirst().prefix { $0 != "=" }
    let isOurs = ownFlags.contains { $0 == name }
    if !isOurs, let output = argument.wholeMatch(of: /-o=?(.+)/) { return ["-o", "\(output.1)"] }
    let help = argument.fileKind != nil ? "if it is a file: ./\(argument)" : "see splash --help"
    throw SplashError(
      .usage, argument, cause: isOurs ? "one dash too few" : "unknown flag",
      remedy: isOurs ? "write --\(name)" : help)
  }

  private static var ownFlags: Set<Substring> {
    let commands: [any ParsableCommand.Type] =
      [RunCommand.self] + Main.configuration.subcommands
    let help = commands.map { Main.helpMessage(for: $0) }.joined()
    return Set(help.matches(of: /--([a-z][a-z-]+)/).map(\.1))
  }
}

import TestSupport

/// The first hour of a new user: forty commands, typed one after another in one folder.
struct NewcomerTests {
  private let scratch = Scratch()

  /// A command, its status, and words of its output, separated by semicolons.
  private static let session = """
    splash | 64 | write splash clip.mp4 -o red.mp4
    test $(splash --help | wc -l) -le 60 && splash --help | 0 | splash help TOPIC; --hue <COLOR>
    splash help color | 0 | EXAMPLES:; --hue; turquoise
    splash help colr | 64 | did you mean color?
    splash help despill | 0 | --despill <WHAT>; splash help edge
    splash clip.mp4 -o red.mp4 | 0 | 24 frames in; written to red.mp4
    splash clip.mp4 -o red.mp4 | 2 | already exists; -y
    splash clip.mp4 -o red.mp4 -y --no-audio | 0 | written to red.mp4
    splash clip.mp4 -o blue.mp4 --hue blue --frames 1 | 0 | 1 frame in
    splash clip.mp4 -o no.mp4 --hue burgundy | 64 | maroon keeps the like
    splash clip.mp4 -o dark.mp4 --hue 'dark red' | 0 | written to dark.mp4
    splash clip.mp4 -o rot.mp4 --hue rot | 0 | written to rot.mp4
    splash clip.mp4 -o code.mp4 --hue '#b85a3a' | 0 | written to code.mp4
    splash clip.mp4 -o no.mp4 --hues red | 64 | --hue
    splash clip.mp4 -o no.mp4 --rest blurr | 64 | did you mean blur=2?
    splash clip.mp4 -o no.mp4 --rest bw | 64 | write grey, or noir
    splash clip.mp4 -o no.mp4 --rest black | 64 | write solid=black
    splash clip.mp4 -o no.mp4 --keep dog | 64 | thing@X,Y
    splash clip.mp4 -o no.mp4 --keep car | 64 | thing@0.5,0.5
    splash colors '#b85a3a' | 0 | brown; orange; red
    splash pick clip.mp4 --at 160,90 | 0 | flag; --hue
    splash preview clip.mp4 -o sheet.png --hue red | 0 | row 1; kept
    splash photo.jpg -o photo-red.jpg | 0 | written to photo-red.jpg
    splash photo.jpg -o photo.png --rest transparent | 0 | written to photo.png
    splash clips/ -o out2 | 0 | frames; 2 of 2 files done
    splash clips/*.mp4 -o out3/ --report - | 0 | "status":"done"; the originals are as they were
    splash previw clip.mp4 | 64 | splash preview
    splash /dev/video77 -o no.mp4 | 2 | `splash devices`
    splash notes.txt -o no.mp4 | 2 | notes.txt
    splash clip.mp4 -o clip.gif --scale 160 | 0 | written to clip.gif
    splash clip.mp4 -o small.mp4 --max-size 60k | 0 | small.mp4
    splash clip.mp4 -o tall.mp4 --crop 9:16 --scale 1080 | 0 | written to tall.mp4
    splash clip.mp4 -o film.mp4 --fps 24000/1001 | 0 | written to film.mp4
    splash clip.mp4 -o no.mp4 --start 1h | 2 | it lasts 2.0 s
    splash clip.mp4 -o cut.mp4 --cut 0.5..1,9..10 | 0 | no frame in the piece 9.0..10.0; 6 frames in
    splash clip.mp4 -o fade.mp4 --from 0.5 --until 1.5 --fade 0.2 | 0 | written to fade.mp4
    splash clip.mp4 -o none.mp4 --hue red --exclude red | 0 | --hue red selects nothing
    splash clip.mp4 -o box.mp4 --keep box=400,0,10,10 | 0 | outside of the frame
    splash clip.mp4 -o grey.mp4 --kept grey | 0 | nothing stands out
    splash clip.mp4 -o - --quiet >clip.y4m && echo piped | 0 | piped
    head -c 99999 /dev/zero | splash - -o no.mp4 ; exit ${PIPESTATUS[1]} | 2 | pipe y4m or nut
    splash clip.mp4 -o wide.mp4 --hue 0 --hue-width 40 --smoothing 0.8 --close-holes 1 | 0 | wide.mp4
    splash clip.mp4 -o whole.mp4 --hue 0 --whole 1 | 0 | written to whole.mp4
    splash clip.mp4 -i red.mp4 | 64 | -o red.mp4
    splash version | 64 | write splash --version
    splash gui | 64 | splash tune
    splash webcam | 64 | splash devices; /dev/video0
    splash help call | 0 | splash help camera
    splash help obs | 0 | splash help camera
    splash help gif | 0 | splash help output; A GIF to post
    splash help size | 0 | splash help shape; --max-size; --scale
    splash clip.mp4 -o no.mp4 --keep jeans | 64 | write thing@X,Y, color@X,Y or person; splash help keep
    splash clip.mp4 -o no.mp4 --keep persn | 64 | write person
    splash clip.mp4 -o no.mp4 --hue blue,red | 64 | --hue blue --hue red
    splash clip.mp4 -o no.mp4 --hue teal-blue | 64 | --hue teal --hue blue
    splash clip.mp4 -o no.mp4 --hue qqqqqq | 64 | splash colors lists all
    splash clip.mp4 -o no.mp4 --rest grayscale | 64 | write grey
    splash clip.mp4 -o late.mp4 --from 5 | 0 | --from 5 is beyond the end: the result lasts 2.0 s
    splash preview clip.mp4 -o later.png --hue red --from 1 | 0 | row 1
    splash clip.mp4 --frames 2 >two.y4m | 0 | -o red.mp4 writes a file
    splash clip.mp4 -o codec.mp4 -c:v libx264 | 0 | written to codec.mp4
    """

  @Test func fortyCommandsOfANewUserWorkAsExpected() throws {
    _ = try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=12:d=2", "-f", "lavfi", "-i",
      "sine=d=2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "6", "-c:a", "aac")
    _ = try scratch.make("photo.jpg", "-f", "lavfi", "-i", "testsrc2=s=320x180", "-frames:v", "1")
    let folder = try scratch.makeFolder("clips")
    for name in ["a", "b"] {
      try FileManager.default.copyItem(
        atPath: scratch.path("clip.mp4"), toPath: "\(folder)/\(name).mp4")
    }
    try scratch.write("Remarks on what was filmed", to: "notes.txt")
    let source = try Data(of: scratch.path("clip.mp4"))
    let lines = Self.session.split(separator: "\n")
    #expect(lines.count >= 40)
    for line in lines {
      let parts = line.components(separatedBy: " | ")
      let (command, status) = (
        parts.dropLast(2).joined(separator: " | "), try #require(Int32(parts[parts.count - 2]))
      )
      let words = try #require(parts.last).components(separatedBy: "; ")
      let run = try Command.run(
        "bash",
        [
          "-c",
          "PATH='\(Command.splash.deletingLastPathComponent().path)':$PATH; "
            + "cd '\(scratch.folder.path)'; \(command)",
        ])
      #expect(run.status == status, "\(command): \(run.errors)")
      for word in words {
        #expect(
          run.text.contains(word) || run.errors.contains(word),
          "\(command): no \(word) in \(run.text) \(run.errors)")
      }
      if status != 0 {
        #expect(run.errors.split(separator: "\n").count == 1, "\(command): \(run.errors)")
      }
    }
    try whatWasMade()
    #expect(try Data(of: scratch.path("clip.mp4")) == source)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("no.mp4")))
  }

  private func whatWasMade() throws {
    let frames = [
      "red.mp4": 24, "blue.mp4": 1, "out2/b.mp4": 24, "out3/a.mp4": 24, "clip.gif": 24,
      "tall.mp4": 24, "film.mp4": 48, "cut.mp4": 6, "fade.mp4": 24, "clip.y4m": 24,
      "photo-red.jpg": 1,
    ]
    for (name, count) in frames {
      #expect(try Media(scratch.path(name)).times().count == count, "\(name)")
    }
    func size(_ name: String) throws -> [String] {
      try Media(scratch.path(name)).probe("v:0", "stream=width,height")
    }
    #expect(try size("tall.mp4") == ["1080,1920"])
    #expect(try size("clip.gif") == ["160,90"])
    let rate = try Media(scratch.path("film.mp4")).probe("v:0", "stream=r_frame_rate")
    #expect(rate == ["24000/1001"])
    let bytes = try FileManager.default.attributesOfItem(atPath: scratch.path("small.mp4"))[.size]
    #expect(try #require(bytes as? Int) <= 60_000)
    // With what comes before the second half second, and behind the third, all colors are there.
    let (film, plain) = (
      try Media(scratch.path("fade.mp4")).samples("yuv444p"),
      try Media(scratch.path("clip.mp4")).samples("yuv444p")
    )
    let picture = 3 * 320 * 180
    func distance(_ index: Int) -> Int {
      let range = index * picture..<(index + 1) * picture
      return zip(film[range], plain[range]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / picture
    }
    #expect(distance(3) < 3 && distance(12) > 8 && distance(22) < 3)
  }
}

import TestSupport

/// Soft edges over another background, in composites whose colors are known.
struct FringeTests {
  /// A disc of one color, softly over green waves; its mask; and the disc over white.
  private static func film(_ format: String, _ scratch: Scratch) throws -> (
    clip: String, mask: String, truth: String
  ) {
    let share = "clip((40-hypot(X-80,Y-60))/12+0.5,0,1)"
    func made(_ name: String, _ expressions: [String], _ format: String) throws -> String {
      let file = scratch.path(name)
      try Command.ffmpeg(
        "-f", "lavfi", "-i", "color=black:s=160x120,format=gbrp", "-vf",
        "geq=" + zip(["r", "g", "b"], expressions).map { "\($0)='\($1)'" }.joined(separator: ":")
          + ",scale=out_color_matrix=bt709:out_range=tv,format=\(format)",
        "-frames:v", "1", "-c:v", format == "yuyv422" ? "rawvideo" : "ffv1", "-f", "nut", file)
      return file
    }
    func over(_ thing: Int, _ behind: String) -> String {
      "round(\(share)*\(thing)+(1-\(share))*(\(behind)))"
    }
    return (
      try made(
        "clip.nut", [over(200, "30"), over(70, "160+40*sin(X/9)"), over(90, "40+20*sin(Y/7)")],
        format),
      try made("mask.nut", [String](repeating: "round(255*\(share))", count: 3), "gbrp"),
      try made("truth.nut", [over(200, "255"), over(70, "255"), over(90, "255")], "yuv444p")
    )
  }

  private static func samples(
    _ clip: String, _ mask: String, _ flags: [String], _ scratch: Scratch
  ) throws -> [UInt8] {
    let output = scratch.path("out.nut")
    try Command.splash(
      [clip, "-o", output, "--keep", "mask=\(mask)", "--matrix", "bt709", "--codec", "ffv1", "-y"]
        + flags
    ).checked()
    return try Media(output).samples("yuv444p")
  }

  /// The mean difference of a frame from the disc over white, over the soft edge.
  private static func error(_ made: [UInt8], _ truth: [UInt8], _ mask: [UInt8]) -> Double {
    let soft = mask.indices.filter { mask[$0] > 2 && mask[$0] < 253 }
    let sum = soft.reduce(0) { sum, index in
      (0..<3).reduce(sum) {
        $0 + abs(Int(made[$1 * mask.count + index]) - Int(truth[$1 * mask.count + index]))
      }
    }
    return Double(sum) / Double(3 * soft.count)
  }

  @Test(
    arguments: ["yuv444p", "yuv420p", "yuv422p10le", "yuv420p12le", "yuyv422", "gbrp"].sampled(3))
  func despillRemovesBackgroundColorFromMaskEdges(format: String) throws {
    let scratch = Scratch()
    let film = try Self.film(format, scratch)
    let truth = try Media(film.truth).samples("yuv444p")
    let mask = try Array(Media(film.mask).samples("gbrp").prefix(160 * 120))
    func error(_ flags: [String]) throws -> Double {
      try Self.error(Self.samples(film.clip, film.mask, flags, scratch), truth, mask)
    }
    let plain = try error(["--rest", "solid=white", "--despill", "off"])
    let made = try error(["--rest", "solid=white"])
    #expect(made <= 0.4 * plain && plain > 5, "\(made) and \(plain)")
    // The same with selection and background exchanged.
    let turned = ["--kept", "solid=white", "--rest", "none", "--invert"]
    #expect(try error(turned) <= 0.4 * plain)
    #expect(try error(turned + ["--despill", "off"]) > 0.8 * plain)
  }

  /// A hue mask is whole where the background shines through: its edge is found in the colors. Off,
  /// the green stays there; the mask itself is the same.
  @Test(arguments: ["yuv444p", "yuv420p", "yuv422p10le", "gbrp"].sampled(2))
  func despillRemovesBackgroundColorFromHueEdges(format: String) throws {
    let scratch = Scratch()
    let film = try Self.film(format, scratch)
    let (size, thing) = (160 * 120, [70, 90, 200])
    let share = try Media(film.mask).samples("gbrp").prefix(size).map { Double($0) / 255 }
    func made(_ defringe: String) throws -> [UInt8] {
      let output = scratch.path("\(defringe).nut")
      try Command.splash(
        film.clip, "-o", output, "-y", "--hue", "0:20:10", "--rest", "transparent", "--matrix",
        "bt709", "--codec", "ffv1", "--white-balance", "off", "--smoothing", "0", "--quiet",
        "--despill", defringe
      ).checked()
      return try Media(output).samples("gbrap")
    }
    let (off, on) = (try made("off"), try made("on"))
    #expect(off.suffix(size) == on.suffix(size))
    /// The mean distance from the disc's color where the mask is whole and the disc is not.
    func error(_ samples: [UInt8]) -> Double {
      let places = (0..<size).filter { samples[3 * size + $0] > 250 && share[$0] < 0.95 }
      let sum = places.reduce(0) { sum, place in
        (0..<3).reduce(sum) { $0 + abs(Int(samples[$1 * size + place]) - thing[$1]) }
      }
      return places.count < 100 ? .infinity : Double(sum) / Double(3 * places.count)
    }
    let (before, after) = (error(off), error(on))
    #expect(before.isFinite && after <= 0.7 * before, "\(before) to \(after)")
    // Inside the disc nothing changes.
    let inside = (0..<3 * size).filter {
      let (x, y) = ($0 % 160 - 80, $0 % size / 160 - 60)
      return x * x + y * y < 28 * 28
    }
    #expect(inside.allSatisfy { off[$0] == on[$0] })
  }

  /// A faint patch far from the selection vanishes over another background; the selection's edge
  /// stays.
  @Test func faintPatchesFarFromTheSelectionAreRemoved() throws {
    let scratch = Scratch()
    let clip = scratch.path("patches.nut")
    let patch = "between(X,220,260)*between(Y,20,60)"
    let disc = "clip((50-hypot(X-100,Y-100))/6+0.5,0,1)"
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=gray:s=320x200,format=gbrp", "-vf",
      "geq=r='128+72*\(disc)+22*\(patch)':g='128-98*\(disc)+3*\(patch)':b='128-98*\(disc)+3*\(patch)',"
        + "format=yuv444p",
      "-frames:v", "1", "-c:v", "ffv1", clip)
    func masks(_ flags: [String]) throws -> (patch: Double, edge: Double) {
      let output = scratch.path("mask.nut")
      try Command.splash(
        [
          clip, "-o", output, "-y", "--codec", "ffv1", "--show", "mask", "--hue", "0",
          "--white-balance", "off",
        ] + flags
      ).checked()
      let samples = try Media(output).samples("yuv444p")
      func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> Double {
        let sum = rows.reduce(0) { sum, y in
          columns.reduce(sum) { $0 + Int(samples[y * 320 + $1]) - 16 }
        }
        return Double(sum) / Double(219 * columns.count * rows.count)
      }
      return (mean(225..<255, 25..<55), mean(140..<160, 90..<110))
    }
    let plain = try masks(["--rest", "grey"])
    #expect((0.1..<0.49).contains(plain.patch), "\(plain)")
    for look in ["solid=white", "transparent", "blur"] {
      let found = try masks(["--rest", look])
      #expect(found.patch == 0 && abs(found.edge - plain.edge) < 0.01, "\(look): \(found)")
    }
    let kept = try masks(["--rest", "solid=white", "--remove-specks", "0"])
    #expect(kept.patch == plain.patch)
  }

  /// Both sides of a drawn fade show the same thing.
  @Test(arguments: [
    ["--keep", "gradient=0.5,0.2,0.5,0.9"], ["--keep", "ellipse=0.5,0.5,0.2,0.3:0.2"],
    ["--within", "box=0.2,0.2,0.6,0.6:0.1"],
    ["--keep", "box=0,0,1,1", "--without", "box=0.2,0.2,0.6,0.6:0.1"],
  ])
  func despillLeavesFadesOfRegions(region: [String]) throws {
    let scratch = Scratch()
    let film = try Self.film("yuv420p", scratch)
    let made = try ["on", "off"].map {
      let output = scratch.path("\($0).nut")
      try Command.splash(
        [film.clip, "-o", output, "--codec", "ffv1", "--rest", "blur=3", "--despill", $0] + region
      ).checked()
      return try Media(output).samples("yuv420p")
    }
    #expect(made[0] == made[1])
  }

  @Test(arguments: ["grey", "noir", "dim=0.5", "solid=white:0.5", "pixelate"].sampled(3))
  func despillLeavesLooksThatShowTheBackground(look: String) throws {
    let scratch = Scratch()
    let film = try Self.film("yuv420p", scratch)
    let made = try ["on", "off"].map {
      try Self.samples(film.clip, film.mask, ["--rest", look, "--despill", $0], scratch)
    }
    #expect(made[0] == made[1])
  }
}

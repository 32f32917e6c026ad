import TestSupport

/// Clicks on objects, and switches for people and subjects, in a real browser.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct SelectionTests {
  private func pixels(_ key: String, _ view: String, _ page: BrowserPage) throws -> Pixels {
    try page.press(key)
    try page.wait(view, for: "document.getElementById('picture').dataset.view === '\(view)'")
    try page.waitForCurrentPicture()
    return try page.pixels()
  }

  /// Two seconds of grey, 320x192, red where a formula of FFmpeg says so.
  private func redClip(where inside: String, in scratch: Scratch) throws -> String {
    return try scratch.make(
      "red.mkv", "-f", "lavfi", "-i", "color=gray:s=320x192:r=5:d=2,format=gbrp", "-vf",
      "geq=r='if(\(inside),200,128)':g='if(\(inside),30,128)':b='if(\(inside),30,128)'",
      "-c:v", "ffv1")
  }

  private func clickWithOutline(_ x: Double, _ y: Double, _ page: BrowserPage) throws {
    let place = try page.place("#picture", x: x, y: y)
    try page.mouse(.move, (place.x - 3, place.y))
    try page.mouse(.move, place)
    try page.wait(
      "an outline around the place",
      for: """
        (() => {
          const path = document.getElementById('outline').getAttribute('d') ?? '';
          const places = (path.match(/[\\d.]+ [\\d.]+/g) ?? [])
            .map(place => Number(place.split(' ')[0]));
          const [left, right] = [Math.min(...places), Math.max(...places)];
          return places.length > 12 && left < \(x) && right > \(x) && right - left < 0.2;
        })()
        """)
    try page.mouse(.press, place)
    try page.mouse(.release, place)
  }

  /// Moves the eyedropper to a place by arrow keys, and presses Enter.
  private func steer(_ x: Double, _ y: Double, _ page: BrowserPage) throws {
    try page.focus("#picture")
    for _ in 0..<Int((abs(x - 0.5) * 100).rounded()) {
      try page.press(x < 0.5 ? "ArrowLeft" : "ArrowRight")
    }
    for _ in 0..<Int((abs(y - 0.5) * 100).rounded()) {
      try page.press(y < 0.5 ? "ArrowUp" : "ArrowDown")
    }
    try page.press("Enter")
  }

  /// Three balls of the pattern are selected; the outline shows one of them, and a click selects it
  /// alone.
  @Test(arguments: ["mouse", "keys", "touch"])
  func objectOutlineMatchesWhatAClickKeeps(hand: String) throws {
    let tuner = try RunningTuner("test:640x360@10", "--hue", "240:45:5", "--smoothing", "0")
    let isPhone = hand == "touch"
    try withPage(
      tuner, width: isPhone ? 390 : 1280, height: isPhone ? 844 : 800, isPhone: isPhone
    ) { page in
      if isPhone { try page.tap("#play") } else { try page.press(" ") }
      try page.waitForPause()
      let source = try pixels("2", "source", page)
      let spot = try #require(source.spot(of: 240))
      let before = try pixels("3", "mask", page)
      if isPhone { try page.tap("input[value=object]") } else { try page.press("t") }
      try page.value("document.getElementById('region-use').value = 'keep'")
      if hand == "mouse" { try clickWithOutline(spot.x, spot.y, page) }
      if hand == "keys" { try steer(spot.x, spot.y, page) }
      if isPhone {
        try page.value("scrollTo(0, 0)")
        try page.tap("#picture", x: spot.x, y: spot.y)
      }
      try page.waitForCommand("--keep color@0.")
      try page.waitForCurrentPicture()
      let mask = try page.pixels()
      var (kept, wrong, others) = (0, 0, 0)
      for index in 0..<mask.count {
        let x = (Double(index % mask.width) + 0.5) / Double(mask.width)
        let isNear = abs(x - spot.x) < 0.12
        if before[index].green > 0.5, !isNear { others += 1 }
        guard mask[index].green > 0.5 else { continue }
        kept += 1
        if before[index].green < 0.5 || !isNear { wrong += 1 }
      }
      #expect(kept > 30 && others > 60 && wrong < kept / 10, "\(kept), \(wrong), \(others)")
      // It is in the list, and can be removed.
      try page.reveal("#region-list")
      #expect(try page.text("region-list").contains("object"))
      try page.click("#region-list [aria-label^=\"Remove object\"]")
      try page.wait(
        "no object", for: "!document.getElementById('command').textContent.includes('object')")
    }
  }

  /// Where the hues select nothing and there is no click network, the outline and the click mean
  /// the subject; with Alt it is excluded.
  @Test(
    .enabled(if: Networks.areThere, Networks.absence), arguments: ["mouse", "keys", "touch"])
  func subjectOutlineMatchesWhatAClickKeeps(hand: String) throws {
    let scratch = Scratch()
    let (clip, network) = (scratch.path("things.mp4"), scratch.path("green.onnx"))
    let box = "drawbox=y=100:w=100:h=140:color=0x00b000:t=fill"
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=0x808080:s=640x360:r=10:d=2,\(box):x=100,\(box):x=400", clip)
    try MadeNetwork.write(to: network, weights: [-2, 2, 0])
    let isPhone = hand == "touch"
    try withPage(
      RunningTuner(
        clip, "--subject-model", network,
        environment: ["SPLASH_MODELS": try Networks.folder(without: "click", in: scratch)]),
      width: isPhone ? 390 : 1280,
      height: isPhone ? 844 : 800, isPhone: isPhone
    ) { page in
      if isPhone { try page.tap("#play") } else { try page.press(" ") }
      try page.waitForPause()
      try page.set("#scrub", to: 1)
      try page.waitForTime("0:01.0")
      if isPhone { try page.tap("input[value=object]") } else { try page.press("t") }
      let (x, y) = (150.0 / 640, 170.0 / 360)
      switch hand {
      case "mouse":
        try clickWithOutline(x, y, page)
        #expect(try page.text("loupe-text") == "a thing, 6 % of the frame")
      case "keys": try steer(0.23, 0.47, page)
      default:
        try page.value("scrollTo(0, 0)")
        // A long press shows the subject, and releasing it selects it.
        let place = try page.place("#picture", x: x, y: y)
        try page.touch(.press, [place])
        try page.wait(
          "an outline", for: "document.getElementById('outline').getAttribute('d')?.length > 60")
        try page.touch(.release, [])
      }
      try page.waitForCommand("--keep subject@0.23")
      #expect(try page.text("toast") == "a thing, 6 % of the frame")
      #expect(try page.text("command").contains("@1 "))
      if isPhone { try page.tap("input[value=mask]") } else { try page.press("3") }
      try page.wait("its mask") { page in
        let mask = try page.pixels()
        let kept = (0..<mask.count).filter { mask[$0].green > 0.5 }
        let wrong = kept.filter { $0 % mask.width > mask.width / 2 }
        let share = Double(kept.count) / Double(mask.count)
        return wrong.isEmpty && abs(share - 0.0608) < 0.01
      }
      #expect(try page.text("region-list").contains("subject of 0:01.0"))
      try page.value("document.getElementById('picture').scrollIntoView({ block: 'center' })")
      switch hand {
      case "mouse": try page.click("#picture", x: 450.0 / 640, y: y, .alt)
      case "keys":
        for _ in 0..<45 { try page.press("ArrowRight") }
        try page.press("Enter", .alt)
      default: return
      }
      try page.waitForCommand("--without subject@0.")
      try page.click("#region-list [aria-label^=\"Remove subject\"]")
      try page.wait(
        "no subject left out",
        for: "!document.getElementById('command').textContent.includes('--without')")
      #expect(try page.text("command").contains("--keep subject@0.23"))
    }
  }

  /// A thing that is more than a part of one color is selected by a click; further clicks add to it
  /// and remove from it, buttons mean less and more, and in another frame Undo comes first.
  @Test(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
  func thingCanBeRefinedByFurtherClicks() throws {
    let scratch = Scratch()
    let clip = try redClip(where: "gte(X,80)", in: scratch)
    let pair = try MadeNetwork.writeClickPair(
      encoder: scratch.path("encoder.onnx"), decoder: scratch.path("decoder.onnx"))
    try withPage(RunningTuner(clip, "--thing-models", pair, "--start", "0.2")) { page in
      try page.pause(by: " ")
      try page.set("#scrub", to: 1)
      try page.waitForTime("0:01.0")
      try page.press("t")
      try page.click("#picture", x: 0.6, y: 0.5)
      try page.waitForCommand("--keep thing@0.6")
      let text = "document.getElementById('command').textContent"
      func wait(_ what: String, forMatch pattern: String) throws {
        try page.wait(what, for: "/\(pattern)/.test(\(text))")
      }
      try wait("the time of the clip", forMatch: "thing@0\\.[\\d,.]*@1\\.2 ")
      let row = "#region-list li.selected"
      try page.wait("its row", for: "!!document.querySelector('\(row)')")
      try page.click("\(row) [aria-label^=\"Mean more\"]")
      try wait("more", forMatch: "thing@[^ ]*:whole ")
      let button = "document.querySelector('\(row) [aria-label^=\"Mean more\"]')"
      #expect(try page.value("\(button).disabled") as? Bool == true)
      for _ in 0..<2 { try page.click("\(row) [aria-label^=\"Mean less\"]") }
      try wait("less", forMatch: "thing@[^ ]*:part ")
      let place = try page.place("#picture", x: 0.8, y: 0.5)
      try page.mouse(.move, (place.x - 3, place.y), .shift)
      try page.mouse(.move, place, .shift)
      try page.wait(
        "what a click would do",
        for: "document.getElementById('loupe-text').textContent.startsWith('Add to')")
      try page.click("#picture", x: 0.8, y: 0.5, .shift)
      try wait("a point more", forMatch: "thing@0\\.6[\\d]*,0\\.5[\\d]*\\+0\\.[78]")
      try page.click("#picture", x: 0.1, y: 0.5, .alt)
      try wait("a point beside it", forMatch: "thing@[^ -]*-0\\.[01]\\d*,0\\.[45]\\d*@1\\.2:part ")
      let refined = try page.text("command")
      try page.set("#scrub", to: 0)
      try page.waitForTime("0:00.0")
      try page.waitForCurrentPicture()
      try page.click("#picture", x: 0.9, y: 0.5, .shift)
      try page.waitForTime("0:01.0")
      #expect(try page.text("command") == refined)
    }
  }

  /// A part of the selected hues that equals the thing there stays an object.
  @Test(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
  func clickedThingOfOneColorBecomesAnObject() throws {
    let scratch = Scratch()
    let radius = MadeNetwork.clickRadii[2] / Double(MadeNetwork.clickSide) * 320
    let clip = try redClip(where: "lt(hypot(X-160,Y-96),\(radius))", in: scratch)
    let pair = try MadeNetwork.writeClickPair(
      encoder: scratch.path("encoder.onnx"), decoder: scratch.path("decoder.onnx"))
    try withPage(RunningTuner(clip, "--thing-models", pair)) { page in
      try page.press(" ")
      try page.press("t")
      try page.click("#picture", x: 0.5, y: 0.5)
      try page.waitForCommand("--keep color@0.5")
    }
  }

  /// Without networks a click says in one line how to get them.
  @Test func clickWithoutNetworksSaysHowToGetThem() throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(
      "test:640x360@10", "--hue", "240:10", environment: ["SPLASH_MODELS": scratch.folder.path])
    try withPage(tuner) { page in
      try page.press(" ")
      try page.press("t")
      // The pattern is grey along its upper edge.
      let place = try page.place("#picture", x: 0.5, y: 0.02)
      try page.mouse(.move, (place.x - 3, place.y))
      try page.mouse(.move, place)
      let hint = "includes('splash models fetch')"
      try page.wait("a hint", for: "document.getElementById('loupe-text').textContent.\(hint)")
      try page.mouse(.press, place)
      try page.mouse(.release, place)
      try page.wait("a hint", for: "document.getElementById('toast').textContent.\(hint)")
      #expect(try !page.text("command").contains("--keep"))
    }
  }

  /// In a clip the object is named with the time of the clicked frame.
  @Test func clickedObjectOfAClipHasItsTime() throws {
    let clip = try Clips.path("cups-720p.mp4")
    try withPage(RunningTuner(clip, "--hue", "354:14", "--start", "0.5")) { page in
      try page.click("#play")
      try page.set("#scrub", to: 1)
      try page.waitForTime("0:01.0")
      let spot = try #require(pixels("2", "source", page).spot(of: 354))
      try page.press("t")
      try page.click("#picture", x: spot.x, y: spot.y)
      try page.waitForCommand("--keep color@0.")
      let command = try page.text("command")
      let time = command.firstMatch(of: /color@[\d.]+,[\d.]+@([\d.]+)/).flatMap { Double($0.1) }
      #expect(abs((time ?? 0) - 1.5) < 0.04, "\(command)")
    }
  }

  /// The switches select people and subjects, and drop them; other parts have a row each.
  @Test(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
  func subjectsCanBeSwitchedOnAndOff() throws {
    try withPage(RunningTuner("test:320x180@10", "--without", "subject")) { page in
      let switches =
        "[...document.querySelectorAll('#subjects button')].map(b => b.ariaPressed).join()"
      #expect(try page.value(switches) as? String == "false,true")
      try page.click("[data-subject=subject]")
      try page.wait("none", for: "\(switches) === 'false,false'")
      try page.focus("[data-subject=person]")
      try page.press("Enter")
      try page.waitForCommand("--keep person")
      #expect(try page.text("region-list").contains("people"))
      try page.change("#region-list select", to: "without")
      try page.waitForCommand("--without person")
      try page.click("[data-subject=person]")
      try page.wait("none", for: "\(switches) === 'false,false'")
    }
  }
}

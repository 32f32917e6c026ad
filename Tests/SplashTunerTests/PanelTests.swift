import TestSupport

/// Hue cards, looks, presets and the first visit, in a real browser.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct PanelTests {
  private func command(_ page: BrowserPage, _ what: String, _ test: String) throws {
    try page.wait(what, for: "(text => \(test))(document.getElementById('command').textContent)")
  }

  @Test func huesCanBeNamedSwitchedOffAndSoloed() throws {
    let flags = ["--hue", "120:14", "--hue", "240:9", "--exclude", "30:5"]
    let tuner = try RunningTuner(
      "test:640x360@10", flags[0], flags[1], flags[2], flags[3], flags[4], flags[5])
    try withPage(tuner) { page in
      let title = "#hues li:nth-child(2) .title"
      #expect(
        try page.value("document.querySelector('\(title)').value") as? String == "blue")
      try page.click("#hues li:nth-child(2) [aria-label^=\"Switch\"]")
      try command(
        page, "one hue off", "text.includes('--hue 120:14') && !text.includes('--hue 240')")
      #expect(try page.text("parked").contains("blue"))
      try page.click("#parked [aria-label^=\"Switch\"]")
      try command(
        page, "both hues", "text.includes('--hue 120:14') && text.includes('--hue 240:9')")
      try page.click("#hues li:nth-child(1) .solo")
      try command(
        page, "one alone", "!text.includes('--hue 240') && text.includes('--exclude 30:5')")
      try page.click("#hues li:nth-child(1) .solo")
      try command(page, "both again", "text.includes('--hue 240:9')")
      try page.change("#hues li:nth-child(1) .title", to: "the lawn")
      // A name stays with its hue when the hue is changed.
      try page.focus(".knob")
      try page.press("ArrowRight")
      try command(page, "a turned hue", "text.includes('--hue 121:14')")
      let name = try page.value("document.querySelector('#hues li:nth-child(1) .title').value")
      #expect(name as? String == "the lawn")
    }
  }

  @Test func saturationAndValueAreSetPerHueAtHistograms() throws {
    let tuner = try RunningTuner("test:640x360@10", "--hue", "120:14", "--hue", "240:9")
    try withPage(tuner) { page in
      try page.click("#hues li:nth-child(2) .swatch")
      // The pattern's balls have a saturation of 0.85.
      let highest = """
        (() => {
          const canvas = document.querySelector('#hues li.selected .histogram');
          const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          let best = [0, -1];
          for (let x = 0; x < canvas.width; x += 8) {
            let size = 0;
            for (let y = 0; y < canvas.height; y += 1) size += data[4 * (y * canvas.width + x + 3) + 3] > 0;
            if (size > best[0]) best = [size, x];
          }
          return best[1] / canvas.width;
        })()
        """
      try page.wait("a histogram", for: "\(highest) > 0.7")
      #expect(try page.number(highest) < 0.95)
      try page.drag(
        "#hues li.selected .two:has([data-key=\"hue saturation min\"])", from: (0.24, 0.5),
        to: (0.5, 0.5))
      try command(page, "a range of its own", "/--hue 240:9,s=0.[45]\\d*\\.\\.1/.test(text)")
      #expect(try !page.text("command").contains("--hue 120:14,"))
      // The handles at its ends set its softness: outwards is softer, on either side.
      func softness() throws -> Double {
        (try page.settings()["gateSoftness"] as? NSNumber)?.doubleValue ?? .nan
      }
      let before = try softness()
      let handle = "#hues li.selected [data-key=\"hue saturation softness -1\"]"
      try page.drag(handle, right: -16)
      try page.waitForCommand("--gate-softness")
      let dragged = try softness()
      #expect(dragged > before + 0.03 && dragged < before + 0.2, "\(before), \(dragged)")
      try page.focus(handle)
      try page.press("ArrowLeft")
      try page.press("ArrowUp")
      #expect(abs(try softness() - dragged - 0.02) < 1e-6)
    }
  }

  /// The page follows the system's dark mode until the user chooses, and then keeps the choice.
  @Test func themeFollowsTheSystemUntilTheUserChooses() throws {
    let tuner = try RunningTuner("test:320x180@10")
    let browser = try Browser()
    defer { browser.quit() }
    for isDark in [false, true] {
      let page = try BrowserPage(browser, tuner.address, isDark: isDark)
      let color = "getComputedStyle(document.body).backgroundColor"
      let (light, dark) = ("rgb(236, 236, 234)", "rgb(22, 22, 22)")
      #expect(try page.value(color) as? String == (isDark ? dark : light))
      try page.click("#theme")
      #expect(try page.value(color) as? String == (isDark ? light : dark))
      try page.navigate(to: tuner.address)
      #expect(try page.value(color) as? String == (isDark ? light : dark))
      try page.close()
    }
    #expect(browser.takeComplaints() == [])
  }

  /// Hues that are switched off, and names, survive a reload.
  @Test func hueSwitchedOffSurvivesAReload() throws {
    let tuner = try RunningTuner("test:640x360@10", "--hue", "120:14", "--hue", "240:9")
    let address = tuner.address
    try withPage(tuner) { page in
      try page.change("#hues li:nth-child(2) .title", to: "the sea")
      try page.click("#hues li:nth-child(2) [aria-label^=\"Switch\"]")
      try command(page, "one hue off", "!text.includes('--hue 240')")
      try page.navigate(to: address)
      try page.wait(
        "the hue that is off",
        for: "document.getElementById('parked').textContent.includes('the sea')")
      try page.click("#parked [aria-label^=\"Switch\"]")
      try command(page, "both hues", "text.includes('--hue 240:9')")
    }
  }

  @Test func looksAreChosenByThumbnailsOfTheFrame() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "120:14")) { page in
      func take(_ amount: Double) throws {
        _ = try page.number(
          """
          (() => {
            const slider = document.querySelector('[data-key="rest amount"]');
            slider.value = \(amount);
            slider.dispatchEvent(new Event('input'));
            return 0;
          })()
          """)
      }
      func sepiaIsMarked() throws {
        try page.wait(
          "its mark",
          for: "document.querySelector('#look-list [data-look=\"sepia\"]').ariaPressed === 'true'")
      }
      try page.click("#looks summary")
      try page.wait("thumbnails", for: "document.querySelectorAll('#look-list img').length > 8")
      try page.click("#look-list [data-look=\"sepia\"]")
      try page.waitForCommand("--rest sepia")
      try sepiaIsMarked()
      // At half strength the look is still marked.
      try take(0.5)
      try page.waitForCommand("--rest sepia:0.5")
      try sepiaIsMarked()
      try take(1)
      try page.wait(
        "all of it", for: "!document.getElementById('command').textContent.includes('sepia:')")
      // Sepia's corner is warm, noir's is grey: thumbnails show the frame itself.
      func warmth(_ look: String) throws -> Double {
        try page.number(
          """
          (async () => {
            const image = document.querySelector('#look-list [data-look="\(look)"] img');
            await image.decode();
            const canvas = document.createElement('canvas');
            canvas.width = image.naturalWidth;
            canvas.height = image.naturalHeight;
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            const data = context.getImageData(2, 2, 8, 8).data;
            return data[0] - data[2];
          })()
          """)
      }
      #expect(try warmth("sepia") > 8)
      #expect(try abs(warmth("noir")) < 4)
      try page.click("#look-key [value=kept]")
      try page.wait(
        "thumbnails", for: "document.querySelector('#look-list [data-look=\"none\"]') !== null")
      try page.click("#look-list [data-look=\"vivid=1.5\"]")
      try page.waitForCommand("--kept vivid=1.5")
    }
  }

  @Test func looksCanBeComparedSavedAndReset() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "120:14")) { page in
      try page.press("\\")
      try page.set("#controls [data-key=\"stability\"]", to: 0.8)
      try page.waitForCommand("--smoothing 0.8")
      try page.press("\\")
      try command(page, "look A", "!text.includes('--smoothing')")
      try page.click("#slot-b")
      try page.waitForCommand("--smoothing 0.8")
      try page.returnByPreset("calm") {
        try command(page, "the defaults", "!text.includes('--')|| !/--(hue|stability)/.test(text)")
      }
      try page.waitForCommand("--smoothing 0.8")
      #expect(try page.text("command").contains("--hue 120:14"))
    }
  }

  /// A second choice before the first is done counts as well.
  @Test func slotsChosenAtOnceAreTakenOneAfterTheOther() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "120:14")) { page in
      try page.click("#slot-b")
      try page.set("#controls [data-key=\"stability\"]", to: 0.8)
      try page.waitForCommand("--smoothing 0.8")
      try page.value(
        "for (const slot of ['a', 'b', 'a']) document.getElementById(`slot-${slot}`).click()")
      try page.wait(
        "the last one", for: "document.getElementById('slot-a').ariaPressed === 'true'")
      try command(page, "its look", "!text.includes('--smoothing')")
      try page.click("#slot-b")
      try page.waitForCommand("--smoothing 0.8")
    }
  }

  @Test func firstVisitOffersColorsOfTheFrame() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.wait(
        "swatches", for: "document.querySelectorAll('#welcome-colors button').length > 2")
      try page.click("#welcome-colors button")
      try page.waitForCommand("--hue")
      try page.wait("the end of it", for: "document.getElementById('welcome').hidden")
    }
    try withPage(RunningTuner("test:640x360@10", "--hue", "120")) { page in
      let isHidden = try page.value("document.getElementById('welcome').hidden") as? Bool
      #expect(isHidden == true)
    }
  }

  /// Played frames lie between the marks, apart from those under way.
  @Test func loopPlaysBetweenItsMarks() throws {
    let clip = try Clips.path("cups-720p.mp4")
    try withPage(RunningTuner(clip, "--hue", "354:14")) { page in
      try page.click("#play")
      try page.set("#scrub", to: 0.5)
      try page.waitForTime("0:00.5")
      try page.press("i")
      try page.set("#scrub", to: 1)
      try page.waitForTime("0:01.0")
      try page.press("o")
      #expect(try page.text("toast").contains("0:00.5 to 0:01.0"))
      try page.press(" ")
      let places =
        try page.value(
          """
          new Promise(done => {
            const places = [];
            const watch = new MutationObserver(() => {
              places.push(Number(document.getElementById('scrub').value));
              if (places.length === 60) { watch.disconnect(); done(places); }
            });
            watch.observe(document.getElementById('picture'), { attributes: true, attributeFilter: ['data-number'] });
          })
          """) as? [NSNumber] ?? []
      let outside = places.filter { $0.doubleValue < 0.4 || $0.doubleValue > 1.5 }
      #expect(places.count == 60 && outside.isEmpty, "\(places)")
      let returns = zip(places, places.dropFirst()).filter { $1.doubleValue < $0.doubleValue }.count
      #expect(returns > 0)
    }
  }
}

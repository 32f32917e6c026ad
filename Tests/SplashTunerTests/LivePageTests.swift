import TestSupport

/// The page during playback: how soon a change shows, several browsers, and its layout.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct LivePageTests {
  /// Moves a slider again and again while a 720p clip plays, or another that `SPLASH_TUNER_CLIP`
  /// names, as scripts/bench/tuner does. The test counts the frames that the page shows from the
  /// slider's event to the one that was made with the new settings, that one included; the
  /// time between is printed.
  @Test func draggedSliderShowsInTheNextFrames() throws {
    let chosen = ProcessInfo.processInfo.environment["SPLASH_TUNER_CLIP"]
    let clip = try chosen ?? Clips.path("cups-720p.mp4")
    let script = """
      (async () => {
        const canvas = document.getElementById('picture');
        const slider = document.querySelector('[data-key="threshold"]');
        const rounds = [];
        for (let step = 0; step < 24; step += 1) {
          const revision = Number(canvas.dataset.revision);
          const start = performance.now();
          slider.value = 20 + (step % 2 ? 0 : 40);
          slider.dispatchEvent(new Event('input', { bubbles: true }));
          let pictures = 0;
          await new Promise(done => {
            const watch = new MutationObserver(() => {
              pictures += 1;
              if (Number(canvas.dataset.revision) <= revision) return;
              watch.disconnect();
              done();
            });
            watch.observe(canvas, { attributeFilter: ['data-number'] });
          });
          rounds.push([performance.now() - start, pictures]);
          await new Promise(done => setTimeout(done, 60 + 17 * (step % 5)));
        }
        return rounds;
      })()
      """
    try withPage(RunningTuner(clip)) { page in
      try page.value("new Promise(done => setTimeout(done, 1500))")
      let rounds = try page.value(script) as? [[NSNumber]] ?? []
      try #require(rounds.count == 24)
      let times = rounds.map { $0[0].intValue }.sorted()
      let pictures = rounds.map { $0[1].intValue }.sorted()
      print(
        "slider to picture, \(URL(fileURLWithPath: clip).lastPathComponent): median \(times[12]) ms "
          + "and \(pictures[12]) pictures, fastest \(times[0]) ms, slowest \(times[23]) ms")
      // Two may be on their way to the page and one in the filter when the slider moves.
      #expect(pictures[12] <= 4, "\(pictures)")
    }
  }

  /// Frames that are decoded alternately fast and slowly are shown in order all the same.
  @Test func framesAreShownInOrderDespiteSlowDecoding() throws {
    let slowDecoder = """
      const decode = window.createImageBitmap;
      let count = 0;
      window.createImageBitmap = async (file) => {
        count += 1;
        if (count % 2 === 0) await new Promise(done => setTimeout(done, 120));
        return decode.call(window, file);
      };
      """
    try withPage(RunningTuner("test:320x180@30"), before: slowDecoder) { page in
      let numbers =
        try page.value(
          """
          new Promise(done => {
            const numbers = [];
            new MutationObserver(() => {
              numbers.push(Number(document.getElementById('picture').dataset.number));
              if (numbers.length === 40) done(numbers);
            }).observe(document.getElementById('picture'), { attributeFilter: ['data-number'] });
          })
          """) as? [NSNumber] ?? []
      let order = numbers.map(\.intValue)
      #expect(order.count == 40 && order == order.sorted(), "\(order)")
    }
  }

  @Test func twoBrowsersShareOneLookUntilOneLeaves() throws {
    let tuner = try RunningTuner("test:640x360@30")
    let browser = try Browser()
    defer { browser.quit() }
    let first = try BrowserPage(browser, tuner.address)
    let second = try BrowserPage(browser, tuner.address, width: 390, height: 844, isPhone: true)
    try first.set("[data-key=\"threshold\"]", to: 47)
    try second.wait(
      "the other's slider", for: "document.querySelector('[data-key=\"threshold\"]').value === '47'"
    )
    try second.wait(
      "the other's command",
      for: "document.getElementById('command').textContent.includes('--hue-width 47')")
    try second.set("[data-key=\"saturation min\"]", to: 0.4)
    try first.wait(
      "the way back",
      for: "document.getElementById('command').textContent.includes('--saturation 0.4..1')")
    #expect(try first.text("command").contains("--hue-width 47"))
    try second.press("3")
    try first.wait(
      "the other's view",
      for: "document.querySelector('input[value=\"mask\"]').checked")
    try second.close()
    let shown = try first.number("Number(document.getElementById('picture').dataset.number)")
    try first.wait(
      "more pictures",
      for: "Number(document.getElementById('picture').dataset.number) > \(shown + 30)")
    #expect(browser.takeComplaints() == [])
    #expect(tuner.stop() == 0)
    try first.wait(
      "the end", for: "document.getElementById('connection').textContent.includes('not connected')")
  }

  /// Nothing is decoded for a page that its browser hides, and it goes on when it is visible again.
  @Test func nothingIsDecodedForAHiddenPage() throws {
    let tuner = try RunningTuner(Clips.path("cups-720p.mp4"))
    try withPage(tuner) { page in
      func cost() -> Double {
        let start = tuner.processorTime
        sleep(2)
        return tuner.processorTime - start
      }
      func see(_ isSeen: Bool) throws {
        try page.value(
          """
          (() => {
            Object.defineProperty(document, 'hidden', { value: \(!isSeen), configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
          })()
          """)
      }
      let seen = cost()
      try see(false)
      usleep(500_000)
      let hidden = cost()
      #expect(hidden < seen / 5, "\(hidden) s of processor time, and \(seen) s while it is seen")
      try see(true)
      let number = try page.number("Number(document.getElementById('picture').dataset.number)")
      try page.wait(
        "more pictures",
        for: "Number(document.getElementById('picture').dataset.number) > \(number + 3)")
    }
  }

  @Test func settingsFileOfThePageReadsBackTheSame() throws {
    let scratch = Scratch()
    let file = scratch.path("look.json")
    try Command.splash(
      "test:64x48", "--frames", "1", "-o", "null", "--quiet", "--save-settings", file, "--hue",
      "200:12:3", "--smoothing", "0.25", "--white-balance", "gains=1.2,1,0.8")
    try withPage(RunningTuner("test:320x240@30")) { page in
      try page.choose(file, for: "#load-file")
      try page.wait(
        "the loaded settings",
        for: """
          document.getElementById('command').textContent.includes(
            '--hue 200:12:3 --white-balance gains=1.2,1,0.8 --smoothing 0.25')
          """)
      let saved = try page.value("fetch('settings.json').then(answer => answer.text())") as? String
      #expect(saved == (try String(contentsOfFile: file, encoding: .utf8)))
    }
  }

  /// Nothing overflows or is cut off, wide and narrow, light and dark, in both languages.
  /// Screenshots are written to the folder that `SPLASH_SCREENSHOTS` names.
  @Test(
    arguments: pairs(
      [(1440, 900), (1024, 640), (844, 390), (390, 844), (320, 640)], [false, true]
    ).sampled(4))
  func pageFitsItsWindow(size: (width: Int, height: Int), isGerman: Bool) throws {
    let (width, height) = size
    let tuner = try RunningTuner(
      "film/still.mp4", "--hue", "blue", "--hue", "yellow", in: Repository.root)
    let browser = try Browser()
    defer { browser.quit() }
    for isDark in [false, true] {
      let page = try BrowserPage(
        browser, tuner.address, width: width, height: height, isDark: isDark, isPhone: width < 900,
        before: BrowserPage.german(isGerman))
      try page.wait("figures", for: "document.getElementById('work').textContent.includes('ms')")
      let sticking =
        try page.value(
          """
          [...document.querySelectorAll('body *')].filter(e => {
            const box = e.getBoundingClientRect();
            return box.width > 0 && !e.closest('#figures, #command, svg, .unseen, .reset, .bar')
              && (box.right > innerWidth + 1 || box.left < -1);
          }).map(e => e.tagName + '#' + e.id + '.' + e.className)
          """) as? [String]
      #expect(sticking == [], "\(width) wide")
      let cut = try page.number(
        """
        [...document.querySelectorAll('#stage > .bar .choice')]
          .filter(e => e.scrollWidth > e.clientWidth + 1).length
        """)
      #expect(cut == 0, "a row of buttons is cut off at \(width)x\(height)")
      #expect(try page.number("innerWidth") == Double(width), "the page is wider than its window")
      let background = try page.value("getComputedStyle(document.body).backgroundColor") as? String
      #expect(background == (isDark ? "rgb(22, 22, 22)" : "rgb(236, 236, 234)"))
      // The command line, frame time and flicker are visible, however the page is scrolled.
      try page.value("scrollTo(0, document.body.scrollHeight / 2)")
      for id in ["command", "kept", "picture"] {
        let bottom = try page.number(
          "document.getElementById('\(id)').getBoundingClientRect().bottom")
        #expect(bottom > 0 && bottom <= Double(height) + 1, "\(id) at \(width)x\(height)")
      }
      if let folder = ProcessInfo.processInfo.environment["SPLASH_SCREENSHOTS"] {
        if !isDark { try page.click("#play") }
        try page.seek(to: 0.7)
        try page.value("scrollTo(0, 0)")
        let name = "tune-\(width)x\(height)-\(isDark ? "dark" : "light")"
        let path = "\(folder)/\(name)\(isGerman ? "-de" : "").png"
        try page.screenshot().write(to: URL(fileURLWithPath: path))
      }
      try page.close()
    }
  }
}

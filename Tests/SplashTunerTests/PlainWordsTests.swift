import Glibc
import TestSupport

/// Messages of the page: why it is disconnected, what a button does, what is selected, and which
/// buttons a photo has not.
@Suite(.enabled(if: Browser.program != nil, Browser.absence))
struct PlainWordsTests {
  private static let connection = "document.getElementById('connection').textContent"

  @Test func colorNameExcludesWithTheRemoveTool() throws {
    try withPage(RunningTuner("test:320x240@30")) { page in
      let blue =
        "[...document.querySelectorAll('#names button')].find(b => b.textContent === 'blue')"
      try page.wait("names", for: "\(blue)?.title === 'Keep blue'")
      try page.click("[data-use=remove]")
      try page.wait("its word", for: "\(blue).title === 'Leave out blue'")
      try page.value("\(blue).click()")
      try page.waitForCommand("--exclude blue")
      #expect(try !page.text("command").contains("--hue blue"))
      try page.click("[data-use=add]")
      try page.value("\(blue).click()")
      try page.waitForCommand("--hue blue")
    }
  }

  /// Help begins at its heading, and says of the thing tool what its tooltip says.
  @Test func helpBeginsAtItsTop() throws {
    try withPage(RunningTuner("test:320x240@30"), width: 1024, height: 500) { page in
      try page.press("?")
      try page.wait("help", for: "document.getElementById('help-text').open")
      #expect(try page.number("document.getElementById('help-text').scrollTop") == 0)
      let isSeen = try page.value(
        """
        (() => {
          const box = document.getElementById('help-title').getBoundingClientRect();
          return document.elementFromPoint(box.left + 5, box.top + 5)?.id === 'help-title';
        })()
        """)
      #expect(isSeen as? Bool == true)
      let texts =
        try page.value(
          """
          [document.querySelector('input[value=object]').title,
            [...document.querySelectorAll('#help-text div')].find(row => row.innerText.startsWith('T and'))
              .querySelector('dd').textContent]
          """) as? [String]
      #expect(texts?.first?.isEmpty == false && texts?.first == texts?.last)
    }
  }

  @Test func pageSaysWhyTheTunerDoesNotAnswer() throws {
    let browser = try Browser()
    defer { browser.quit() }
    let tuner = try RunningTuner("test:320x240@30")
    let page = try BrowserPage(browser, tuner.address)
    // Stopped, it accepts connections and answers none of them.
    try page.wait("pictures", for: "Number(document.getElementById('picture').dataset.number) > 2")
    kill(tuner.processIdentifier, SIGSTOP)
    try page.wait(
      "a doubt", for: "\(Self.connection) === 'not connected: splash tune does not answer'")
    kill(tuner.processIdentifier, SIGCONT)
    try page.wait("the way back", for: "\(Self.connection) === ''")
    tuner.stop()
    try page.wait("the end", for: "\(Self.connection) === 'not connected: splash tune has ended'")
  }

  @Test func finishedRunSaysThatItsFileIsComplete() throws {
    let scratch = Scratch()
    let browser = try Browser()
    defer { browser.quit() }
    let tuner = try RunningTuner(
      "test:320x240@30", "--duration", "12", "-o", scratch.path("out.mp4"))
    let page = try BrowserPage(browser, tuner.address)
    try page.wait(
      "its end", for: "\(Self.connection) === 'not connected: finished; out.mp4 is complete'")
  }

  @Test func photoHasNoPlaybackButtons() throws {
    let scratch = Scratch()
    let photo = try scratch.make(
      "photo.png", "-f", "lavfi", "-i", "testsrc2=320x240", "-frames:v", "1")
    try withPage(RunningTuner(photo)) { page in
      try page.wait(
        "no buttons",
        for: "['play', 'forward'].every((id) => document.getElementById(id).hidden)")
      // A frame now and then is no rate, and certainly not one of thousands.
      try page.wait("a rate", for: "/^[01] fps$/.test(document.getElementById('rate').textContent)")
    }
  }

  @Test func reducedMotionStartsPaused() throws {
    let wish = """
      const ask = matchMedia.bind(globalThis);
      globalThis.matchMedia = (query) => query.includes('reduced-motion') ? { matches: true } : ask(query);
      """
    try withPage(RunningTuner(Clips.path("cups-720p.mp4")), before: wish) { page in
      try page.wait(
        "rest", for: "document.getElementById('play').getAttribute('aria-label') === 'Play'")
      try page.wait(
        "a picture", for: "Number(document.getElementById('picture').dataset.number) > 0")
      try page.click("#play")
      try page.wait(
        "motion", for: "document.getElementById('play').getAttribute('aria-label') === 'Pause'")
    }
  }

  @Test func refusedExportNameCanBeCorrected() throws {
    let scratch = Scratch()
    let clip = try scratch.pattern(rate: 25)
    try withPage(RunningTuner(clip)) { page in
      try page.wait("its buttons", for: "!document.getElementById('export').hidden")
      try page.click("#export")
      try page.value("document.getElementById('export-name').value = 'notes.txt'")
      try page.click("#export-form [type=submit]")
      try page.wait(
        "why", for: "document.getElementById('export-refusal').textContent.includes('ending')")
      #expect(try page.value("document.getElementById('export-dialog').open") as? Bool == true)
      try page.value("document.getElementById('export-name').value = 'good.mp4'")
      try page.click("#export-form [type=submit]")
      try page.wait(
        "its end", for: "document.getElementById('export-text').textContent.includes('complete')")
      #expect(try page.value("document.getElementById('export-dialog').open") as? Bool == false)
    }
  }

  @Test func selectedShareIsShownForObjectsToo() throws {
    try withPage(
      RunningTuner(Clips.path("cups-720p.mp4"), "--keep", "color@0.5,0.5@0", "--rest", "dim=0.5")
    ) { page in
      try page.wait(
        "a share", for: "/^[0-9.]+ %$/.test(document.getElementById('kept').textContent)")
    }
  }

  @Test func offersToTurnOffABalanceThatShiftsAClickedHue() throws {
    try withPage(RunningTuner("test:320x240@30", "--white-balance", "gains=1,1,4")) { page in
      try page.wait(
        "pictures", for: "Number(document.getElementById('picture').dataset.number) > 2")
      try page.click("#play")
      // Somewhere on a grid a click meets a shifted hue, and the offer appears.
      let places = (1..<6).flatMap { y in (1..<8).map { x in (Double(x) / 8, Double(y) / 6) } }
      let isOffered = "!document.getElementById('balance-offer').hidden"
      for (x, y) in places where try page.value(isOffered) as? Bool != true {
        try page.click("#picture", x: x, y: y)
        usleep(200_000)
      }
      try page.wait("an offer", for: isOffered)
      #expect(try page.text("balance-text").contains("°"))
      try page.click("#balance-off")
      try page.waitForCommand("--white-balance off")
      #expect(try page.value(isOffered) as? Bool == false)
    }
  }
}

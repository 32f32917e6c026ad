import TestSupport

/// What everybody finds at once: three tools, three views, a share, one main button. The rest is
/// behind one more click.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct SimplePageTests {
  /// Words that are cut: those that are wider than what holds them, or that stick out of it.
  private static let cutWords = """
    [...document.querySelectorAll('button, summary, legend, h2, dt, select, .name, .words, .choice label, label span')]
      .filter(e => e.checkVisibility() && !e.closest('.menu > :last-child, .title'))
      .filter(e => {
        const box = e.getBoundingClientRect();
        return getComputedStyle(e).display !== 'inline' && e.scrollWidth > e.clientWidth + 1
          || [...e.children].some(child => child.getBoundingClientRect().right > box.right + 1);
      }).map(e => e.outerHTML)
    """

  @Test(arguments: [1440, 1024, 390, 360].sampled(2), [false, true])
  func noLabelIsCut(width: Int, isGerman: Bool) throws {
    let tuner = try RunningTuner(
      "film/still.mp4", "--within", "box=0.1,0.1,0.5,0.5", in: Repository.root)
    try withPage(
      tuner, width: width, height: width < 500 ? 844 : 900, isPhone: width < 500,
      before: BrowserPage.german(isGerman)
    ) { page in
      func expectWholeWords() throws {
        let cut = try page.value(Self.cutWords) as? [String]
        #expect(cut == [])
      }
      try page.wait("offers", for: "document.querySelectorAll('.card').length > 3")
      try expectWholeWords()
      for button in ["#fine", "#export"] {
        try page.click(button)
        try expectWholeWords()
      }
      #expect(
        try page.number("document.getElementById('export-dialog').scrollWidth") <= Double(width))
    }
  }

  @Test func threeToolsAndViewsHaveWords() throws {
    try withPage(RunningTuner("film/still.mp4", in: Repository.root), width: 1440, height: 900) {
      page in
      let words =
        try page.value(
          "['views', 'uses'].map(id => [...document.getElementById(id).children].map(b => b.innerText.trim()).join())"
        ) as? [String]
      #expect(words == ["Result,Source,Side by side", "Color,Thing,People"])
      try page.wait("offers", for: "document.querySelectorAll('#welcome-colors .card').length > 1")
      try page.wait(
        "a share", for: "/^[0-9.]+ %$/.test(document.getElementById('kept').textContent)")
      // The first hue is whole above the fold, with its sliders and without its numbers.
      let bottom = "document.querySelector('#hues li').getBoundingClientRect().bottom"
      #expect(
        try page.number(bottom)
          < page.number("document.getElementById('panel').getBoundingClientRect().bottom"))
      let sliders =
        try page.value(
          "[...document.querySelectorAll('#hues .dials label')].map(label => label.innerText.trim())"
        )
        as? [String]
      #expect(sliders == ["Shade", "How much around it", "Soft edge"])
      let isHidden = "!document.querySelector('#hues .parts').checkVisibility()"
      #expect(try page.value(isHidden) as? Bool == true)
      try page.set("#hues .dials .width", to: 30)
      try page.waitForCommand("--hue 356.5:30")
      try page.click("#fine")
      #expect(try page.value(isHidden) as? Bool == false)
      // Work, rate, flicker and balance are behind the meter; a press elsewhere closes it.
      let isSeen = "document.getElementById('work').checkVisibility()"
      #expect(try page.value(isSeen) as? Bool == false)
      try page.click("#meter summary")
      try page.wait("figures", for: isSeen)
      try page.click("#input-name")
      try page.wait("no figures", for: "!\(isSeen)")
    }
  }

  /// What a menu holds is chosen by a click, and stands on its button.
  @Test func menusSayWhatIsChosen() throws {
    try withPage(RunningTuner("test:640x360@10"), width: 1440, height: 900) { page in
      try page.click("#more-views summary")
      try page.click("input[value=mask]")
      let name = "document.querySelector('#more-views summary').innerText.trim()"
      try page.wait("its name", for: "\(name) === 'Mask'")
      #expect(try page.value("document.getElementById('more-views').open") as? Bool == false)
      try page.press("1")
      try page.wait("none", for: "\(name) === 'More'")
    }
  }

  @Test func aCurveIsDrawnByItsCorners() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.press("u")
      for (x, y) in [(0.2, 0.2), (0.7, 0.3), (0.4, 0.8), (0.2, 0.2)] {
        try page.click("#picture", x: x, y: y)
      }
      try page.waitForCommand("--within curve=0.2")
    }
  }

  @Test(.enabled(if: Networks.areThere, Networks.absence))
  func theToolForPeopleKeepsThem() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.click("input[value=people]")
      try page.waitForCommand("--keep person")
    }
  }
}

import TestSupport

/// The magnified edge of the selection, beside the settings that shape it.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct EdgeTests {
  /// The share of the strip that is colored.
  private func colored(_ page: BrowserPage) throws -> Double {
    try page.waitForCurrentPicture()
    return try page.number(
      """
      (() => {
        const canvas = document.querySelector('.edge-strip');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let colored = 0;
        for (let i = 0; i < data.length; i += 4) {
          const rgb = [data[i], data[i + 1], data[i + 2]];
          if (Math.max(...rgb) - Math.min(...rgb) > 60) colored += 1;
        }
        return colored / (data.length / 4);
      })()
      """)
  }

  @Test func edgeStripMagnifiesTheMaskEdge() throws {
    let scratch = Scratch()
    let clip = scratch.path("clip.mp4")
    // A green square on blue, without any grey.
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=0x2040c0:s=640x360:r=10:d=2,drawbox=220:80:200:200:0x20c040:fill",
      "-pix_fmt", "yuv420p", "-colorspace", "bt709", clip)
    let tuner = try RunningTuner(clip, "--hue", "green", "--white-balance", "off")
    try withPage(tuner) { page in
      try page.press("k")
      try page.wait("a pause", for: "document.getElementById('play').ariaLabel === 'Play'")
      try page.reveal(".edge-view")
      try page.click(".edge-view summary")
      let strip = "document.querySelector('.edge-strip')"
      try page.wait("a strip", for: "Boolean(\(strip).dataset.place)")
      // A source pixel has four screen pixels at first, and then one.
      let width = try page.number("\(strip).width")
      #expect(abs(width - (try page.number("\(strip).clientWidth")) / 4) < 3)
      let share = try colored(page)
      #expect(share > 0.2 && share < 0.8, "\(share): there is no edge")
      #expect(try page.value("!document.getElementById('edge-mark').hidden") as? Bool == true)
      try page.set("[data-key=\"grow\"]", to: 4)
      try page.waitForCommand("--grow 4")
      let grown = try colored(page)
      #expect(grown > share + 0.05, "\(share), \(grown) after it has grown")
      let place = try page.value("\(strip).dataset.place") as? String ?? ""
      try page.click(".edge-view button")
      try page.wait("another place", for: "\(strip).dataset.place !== '\(place)'")
      let other = try colored(page)
      #expect(other > 0.05 && other < 0.95, "\(other): there is no edge")
      // By keys, and nothing is sent while the strip is hidden.
      let before = try page.value("\(strip).dataset.place") as? String ?? ""
      try page.value("\(strip).focus()")
      try page.press("ArrowDown")
      try page.wait("a bit further", for: "\(strip).dataset.place !== '\(before)'")
      try page.click(".edge-view summary")
      try page.wait("no mark", for: "document.getElementById('edge-mark').hidden")
    }
  }
}

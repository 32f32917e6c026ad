/// Contents of the made clips, as FFmpeg filters: a moving hedge, a table with three red cups
/// that are shuffled, a yellow ball, a hand, a blue and a purple disc, and the noise of a sensor.
enum Scene {
  static let width = 640
  static let height = 360
  static let rate = 30

  /// Ellipses with soft edges, shaded from top to bottom. Hues: 354, 45, 20, 225 and 278 degrees.
  private static let shapes = [
    (name: "cup", size: "100x120", top: "0xbf1d2d", bottom: "0x8a1520"),
    (name: "ball", size: "60x60", top: "0xe0b020", bottom: "0xa88010"),
    (name: "hand", size: "130x76", top: "0xd9a184", bottom: "0xb07c62"),
    (name: "blue", size: "90x90", top: "0x2a50b8", bottom: "0x1c3880"),
    (name: "purple", size: "100x70", top: "0x9a5ac0", bottom: "0x6c3e90"),
  ]

  /// The place of each shape, from the farthest to the nearest; t is the time in seconds.
  private static let places = [
    ("blue", "30", "240"),
    ("purple", "450+60*sin(t)", "260"),
    ("ball", "280+150*sin(1.3*t)", "280"),
    ("cup", "120+90*sin(1.7*t)", "140"),
    ("cup", "280-90*sin(1.7*t)", "150+20*sin(3*t)"),
    ("cup", "450+45*cos(2*t)", "135"),
    ("hand", "350+120*cos(1.7*t)", "90"),
  ]

  /// A graph without inputs, in planar R'G'B'.
  static var graph: String {
    var parts = [
      "gradients=s=\(width)x\(height):r=\(rate):c0=0xd2cfc8:c1=0x85868a:n=2:seed=1:speed=0.00001:"
        + "x0=0:y0=0:x1=\(width):y1=\(height),format=gbrp[table]",
      "life=s=80x30:r=\(rate):seed=3:mold=20:ratio=0.4:life_color=0x4c8a2c:death_color=0x1c4416:"
        + "mold_color=0x2f6022,scale=\(width):\(height / 3):flags=bilinear,format=gbrp[hedge]",
      "[table][hedge]overlay=format=gbrp[layer0]",
    ]
    for (index, place) in places.enumerated() {
      let shape = shapes.first { $0.name == place.0 }!
      parts += [
        "gradients=s=\(shape.size):r=\(rate):c0=\(shape.top):c1=\(shape.bottom):n=2:seed=1:"
          + "speed=0.00001:x0=0:y0=0:x1=0:y1=120,trim=end_frame=1,format=gbrap,"
          + "geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':"
          + "a='255*clip((W/2-hypot(X-W/2,(Y-H/2)*W/H))/2,0,1)',"
          + "loop=loop=-1:size=1,setpts=N/\(rate)/TB[shape\(index)]",
        "[layer\(index)][shape\(index)]overlay='\(place.1)':'\(place.2)':format=gbrp"
          + "[layer\(index + 1)]",
      ]
    }
    parts.append("[layer\(places.count)]noise=all_seed=7:all_strength=6:all_flags=t")
    return parts.joined(separator: ";")
  }
}

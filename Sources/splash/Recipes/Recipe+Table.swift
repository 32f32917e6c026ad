extension Recipe {
  static let colors = [
    Recipe("Keep red, turn the rest grey", "splash clip.mp4 -o red.mp4 --hue red"),
    Recipe(
      "Keep the color of that spot", "splash pick clip.mp4 --at 40%,60%",
      "splash clip.mp4 -o spot.mp4 --hue '#c81e2d'"),
    Recipe(
      "Keep two colors, but no skin",
      "splash clip.mp4 -o two.mp4 --hue red --hue yellow --exclude skin"),
    Recipe("Keep only what is vividly red", "splash clip.mp4 -o vivid.mp4 --hue red,s=0.8..1"),
    Recipe("Everything but green stays", "splash clip.mp4 -o out.mp4 --hue green --invert"),
    Recipe(
      "See what will be selected before an hour of work",
      "splash preview clip.mp4 --sheet preview.png --hue red"),
  ]

  static let things = [
    Recipe(
      "Keep the red umbrella but not the bus",
      "splash clip.mp4 -o umbrella.mp4 --hue red --within ellipse=0.3,0.6,0.15,0.25:0.05",
      "splash clip.mp4 -o umbrella2.mp4 --keep color@0.1,0.6@2",
      "splash clip.mp4 -o umbrella3.mp4 --keep thing@red"),
    Recipe("Keep people, whatever they wear", "splash clip.mp4 -o people.mp4 --keep person"),
    Recipe(
      "Keep people of a clip that plays as a camera does, each frame with its own mask",
      "splash clip.mp4 --realtime -o live.mkv --keep person --delay auto"),
    Recipe(
      "Keep the dog, of any color, wherever it goes",
      "splash clip.mp4 -o dog.mp4 --keep thing@0.4,0.5"),
    Recipe(
      "Keep what stands out", "splash clip.mp4 -o subject.mp4 --keep subject --subject-every 3"),
    Recipe(
      "Red things, but not what people wear",
      "splash clip.mp4 -o out.mp4 --hue red --without person"),
    Recipe("Hide faces and people", "splash clip.mp4 -o hidden.mp4 --use privacy"),
  ]

  static let looks = [
    Recipe(
      "Put the background out of focus, in its colors",
      "splash clip.mp4 -o soft.mp4 --keep person --rest bokeh"),
    Recipe("Like the movie Sin City", "splash clip.mp4 -o sin.mp4 --use sin-city"),
    Recipe("An old brown photo with one color", "splash photo.jpg -o old.jpg --use old-photo"),
    Recipe(
      "A background of less color, in place of grey", "splash clip.mp4 -o pale.mp4 --rest fade=0.3"),
    Recipe(
      "Give the red dress another color",
      "splash clip.mp4 -o blue.mp4 --hue red --kept recolor=blue --rest none"),
    Recipe(
      "Replace the background by an image, a clip, or nothing for an editor",
      "splash clip.mp4 -o beach.mp4 --hue red --rest image=beach.jpg",
      "splash clip.mp4 -o sea.mp4 --hue red --rest video=waves.mp4",
      "splash clip.mp4 -o cut.mov --hue red --rest transparent"),
  ]

  static let times = [
    Recipe(
      "Start in color, splash at 2 s, back to all colors at 6 s",
      "splash clip.mp4 -o start.mp4 --hue red --from 2 --until 6 --fade 1"),
    Recipe(
      "First red, then blue, then all colors again",
      #"splash clip.mp4 -o three.mp4 --hue red --timeline '[{"time": 4, "transition": 1, "settings": {"hues": ["blue"]}}, {"time": 8, "transition": 2, "settings": {"rest": ["none"]}}]'"#
    ),
    Recipe(
      "A window that moves with what is in it, from 1 s to 3 s",
      #"splash clip.mp4 -o window.mp4 --hue red --within box=0,0.2,0.5,0.8 --timeline '[{"time": 1, "transition": 2, "settings": {"within": ["box=0.5,0,0.5,0.8"]}}]'"#
    ),
    Recipe(
      "Another look with each beat",
      #"splash clip.mp4 -o beat.mp4 --hue red --timeline '{"every": 0.5, "cycle": [{"rest": ["noir"]}, {"rest": ["sepia"]}]}'"#
    ),
    Recipe(
      "Let the effect come and go", "splash clip.mp4 -o fade.mp4 --fade-in 2 --fade-out 2"),
    Recipe(
      "Only the part from 0:10 to 0:20", "splash clip.mp4 -o part.mp4 --start 0:10 --end 0:20"),
    Recipe(
      "Only the best moments, behind each other",
      "splash clip.mp4 -o best.mp4 --cut 0:02..0:05,0:12..0:14"),
  ]

  static let posts = [
    Recipe(
      "An upright clip for a phone", "splash clip.mp4 -o upright.mp4 --crop 9:16 --scale 1080"),
    Recipe(
      "An upright clip that follows the red car",
      "splash clip.mp4 -o upright.mp4 --hue red --crop follow:9:16"),
    Recipe("A GIF to post", "splash clip.mp4 -o red.gif --start 2 --duration 3"),
    Recipe("A smaller file", "splash clip.mp4 -o small.mp4 --scale 720p --crf 26"),
    Recipe("Without sound", "splash clip.mp4 -o silent.mp4 --no-audio"),
  ]

  static let series = [
    Recipe("All photos of my holiday", "splash holiday --recursive -o red/ --jobs 2"),
    Recipe(
      "Three cameras, one look",
      "splash clip.mp4 -o one.mp4 --hue red --rest noir --save-settings look.json",
      "splash other.mp4 clip.mov -o 'same/{n}-{name}.mp4' --settings look.json"),
    Recipe(
      "Keep a look under a name", "splash presets save dusk --hue orange --rest tint=navy",
      "splash clip.mp4 -o dusk.mp4 --use dusk"),
    Recipe(
      "A long clip on two machines", "splash film.mp4 --part 1/2 -o a.mp4",
      "splash film.mp4 --part 2/2 -o b.mp4", "splash join a.mp4 b.mp4 --of film.mp4 -o joined.mp4"),
  ]
}

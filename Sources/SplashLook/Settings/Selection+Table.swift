extension Selection {
  /// The forms of regions and their meanings, for tables in the help.
  package static let table: [(form: String, meaning: String)] = [
    ("thing@X,Y[@TIME]", "The thing there, of any color, wherever it goes."),
    ("thing@box=X,Y,W,H", "The thing in a box; :part or :whole behind it for less or more of it."),
    ("color@X,Y[@TIME]", "What has the color there, wherever it goes, without a network."),
    ("person, face", "All people, or all faces."),
    ("person@X,Y[@TIME]", "The one who is there, wherever that one goes."),
    ("person=N", "One of them, the largest first, as splash subjects counts."),
    ("subject", "What stands out; also subject@X,Y[@TIME] and subject=N."),
    ("box=X,Y,W,H", "A rectangle; :FEATHER or :INNER,OUTER behind it softens the edge."),
    ("ellipse=X,Y,RX,RY", "An ellipse, likewise."),
    ("polygon=X,Y,X,Y,…", "What lies between corners, likewise."),
    ("curve=X,Y,BX,BY,AX,AY,…", "A round shape of corners with handles, likewise."),
    ("gradient=X,Y,X,Y", "All of it behind the second place, none before the first."),
    ("follow=X,Y@TIME:REGION", "A region that goes with the thing there."),
    ("follow=LEADER:REGION", "A region that goes with color@…, person@… and the like."),
    ("sharp", "What is in focus."),
    ("mask=FILE", "What a film or picture shows white."),
  ]
}

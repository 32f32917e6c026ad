import SplashJob

var request = Job.Request(input: "clip.mp4", outputs: [("red.mp4", .init())])
request.settings.hues = [try HueRange("350:15")]
let job = try Job(request)
try job.run()
print(job.report().summary)

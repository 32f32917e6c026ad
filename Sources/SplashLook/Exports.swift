// What the look speaks of: errors, color coding, planes.
@_exported public import SplashBase

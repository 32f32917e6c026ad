// Types that describe frames; modules that handle frames need them too.
@_exported public import SplashBase

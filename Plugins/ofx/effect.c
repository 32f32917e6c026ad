// OpenFX, for Natron, DaVinci Resolve, Nuke and others: one effect, whose parameters are the library's settings.

#include "effect.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const OfxPropertySuiteV1 *splash_properties;
const OfxParameterSuiteV1 *splash_parameters;
static const OfxImageEffectSuiteV1 *effects;
static const OfxMessageSuiteV2 *messages;
// Hosts of the first version have no persistent messages.
static bool has_lasting_messages;
static OfxHost *host;
// A locale that writes numbers with points, whatever the host's language.
static locale_t plain;

struct instance {
  struct splash_controls controls;
  OfxImageClipHandle source, output;
  OfxPropertySetHandle source_properties;
  struct splash_memory memory;
  // Time of the last frame.
  OfxTime last;
};

static OfxStatus load(void) {
  splash_properties = host->fetchSuite(host->host, kOfxPropertySuite, 1);
  splash_parameters = host->fetchSuite(host->host, kOfxParameterSuite, 1);
  effects = host->fetchSuite(host->host, kOfxImageEffectSuite, 1);
  messages = host->fetchSuite(host->host, kOfxMessageSuite, 2);
  has_lasting_messages = messages;
  if (!messages) messages = host->fetchSuite(host->host, kOfxMessageSuite, 1);
  return splash_properties && splash_parameters && effects ? kOfxStatOK : kOfxStatErrMissingHostFeature;
}

static void tell(OfxImageEffectHandle effect, const char *error) {
  if (has_lasting_messages) {
    messages->setPersistentMessage((void *)effect, kOfxMessageError, "", "%s", error);
  } else if (messages) {
    messages->message((void *)effect, kOfxMessageError, "", "%s", error);
  }
}

static OfxStatus describe(OfxImageEffectHandle effect) {
  static const char *const depths[] = {kOfxBitDepthByte, kOfxBitDepthShort, kOfxBitDepthFloat};
  OfxPropertySetHandle set;
  effects->getPropertySet(effect, &set);
  splash_properties->propSetString(set, kOfxPropLabel, 0, "Color Splash");
  splash_properties->propSetString(set, kOfxImageEffectPluginPropGrouping, 0, "Color");
  splash_properties->propSetString(
      set, kOfxPropPluginDescription, 0, "Keeps the colors you choose and turns the rest grey");
  splash_properties->propSetString(set, kOfxImageEffectPropSupportedContexts, 0, kOfxImageEffectContextFilter);
  splash_properties->propSetString(set, kOfxImageEffectPropSupportedContexts, 1, kOfxImageEffectContextGeneral);
  for (int i = 0; i < 3; i++) {
    splash_properties->propSetString(set, kOfxImageEffectPropSupportedPixelDepths, i, depths[i]);
  }
  splash_properties->propSetInt(set, kOfxImageEffectPropSupportsTiles, 0, 0);
  splash_properties->propSetInt(set, kOfxImageEffectPluginPropFieldRenderTwiceAlways, 0, 0);
  splash_properties->propSetInt(set, kOfxImageEffectPluginPropHostFrameThreading, 0, 0);
  splash_properties->propSetString(
      set, kOfxImageEffectPluginRenderThreadSafety, 0, kOfxImageEffectRenderInstanceSafe);
  // Masks and white balance depend on earlier frames.
  splash_properties->propSetInt(set, kOfxImageEffectInstancePropSequentialRender, 0, 1);
  return kOfxStatOK;
}

static OfxStatus describe_in_context(OfxImageEffectHandle effect) {
  static const char *const clips[] = {"Source", "Output"};
  for (int i = 0; i < 2; i++) {
    OfxPropertySetHandle clip;
    effects->clipDefine(effect, clips[i], &clip);
    splash_properties->propSetString(clip, kOfxImageEffectPropSupportedComponents, 0, kOfxImageComponentRGBA);
    splash_properties->propSetString(clip, kOfxImageEffectPropSupportedComponents, 1, kOfxImageComponentRGB);
    splash_properties->propSetInt(clip, kOfxImageEffectPropSupportsTiles, 0, 0);
    splash_properties->propSetString(clip, kOfxImageClipPropFieldExtraction, 0, kOfxImageFieldBoth);
  }
  OfxParamSetHandle set;
  effects->getParamSet(effect, &set);
  splash_define_controls(set, host->host);
  return kOfxStatOK;
}

static struct instance *instance_of(OfxImageEffectHandle effect) {
  OfxPropertySetHandle set;
  void *instance = NULL;
  effects->getPropertySet(effect, &set);
  splash_properties->propGetPointer(set, kOfxPropInstanceData, 0, &instance);
  return instance;
}

static void destroy(struct instance *self) {
  if (!self) return;
  splash_controls_end(&self->controls);
  free(self->memory.start);
  free(self);
}

static OfxStatus create(OfxImageEffectHandle effect) {
  struct instance *self = calloc(1, sizeof *self);
  OfxParamSetHandle parameters;
  OfxPropertySetHandle set;
  if (!self) return kOfxStatErrMemory;
  self->last = NAN;
  effects->clipGetHandle(effect, "Source", &self->source, &self->source_properties);
  effects->clipGetHandle(effect, "Output", &self->output, NULL);
  effects->getParamSet(effect, &parameters);
  const OfxStatus status = splash_controls_begin(&self->controls, parameters);
  if (status != kOfxStatOK) {
    destroy(self);
    return status;
  }
  effects->getPropertySet(effect, &set);
  return splash_properties->propSetPointer(set, kOfxPropInstanceData, 0, self);
}

// The whole source is needed for any part of the output.
static OfxStatus tell_region(OfxImageEffectHandle effect, OfxPropertySetHandle in, OfxPropertySetHandle out) {
  OfxTime time = 0;
  OfxRectD all;
  splash_properties->propGetDouble(in, kOfxPropTime, 0, &time);
  if (effects->clipGetRegionOfDefinition(instance_of(effect)->source, time, &all) != kOfxStatOK) {
    return kOfxStatReplyDefault;
  }
  const double corners[] = {all.x1, all.y1, all.x2, all.y2};
  splash_properties->propSetDoubleN(out, kOfxImageClipPropRoI "Source", 4, corners);
  return kOfxStatOK;
}

// Draws a frame. Returns -1 on failure, with the reason in `error`.
static int draw(
    struct instance *self, OfxTime time, OfxRectI window, OfxPropertySetHandle from, OfxPropertySetHandle to,
    char *error, size_t size) {
  struct splash_pixels source, target;
  if (!splash_pixels_read(&source, from) || !splash_pixels_read(&target, to) || source.sample != target.sample
      || source.channels != target.channels) {
    strncpy(error, "pictures are neither RGBA nor RGB of 8 or 16 bits or of floats; convert them before", size);
    return -1;
  }
  window = (OfxRectI){
      window.x1 > target.bounds.x1 ? window.x1 : target.bounds.x1,
      window.y1 > target.bounds.y1 ? window.y1 : target.bounds.y1,
      window.x2 < target.bounds.x2 ? window.x2 : target.bounds.x2,
      window.y2 < target.bounds.y2 ? window.y2 : target.bounds.y2};
  // Hosts are asked to render frames in order. After a jump the result is that of a clip that begins there.
  const bool is_next = time == self->last + 1;
  self->last = NAN;
  double rate = 0;
  splash_properties->propGetDouble(self->source_properties, kOfxImageEffectPropFrameRate, 0, &rate);
  if (splash_controls_read(&self->controls, time, is_next, error, size)) return -1;
  if (splash_pixels_draw(
          &source, &target, window, splash_controls_linear(&self->controls, time), self->controls.filter,
          rate > 0 ? time / rate : NAN, &self->memory, error, size)) {
    return -1;
  }
  self->last = time;
  return 0;
}

static OfxStatus render(OfxImageEffectHandle effect, OfxPropertySetHandle in) {
  struct instance *self = instance_of(effect);
  OfxPropertySetHandle from = NULL, to = NULL;
  OfxTime time = 0;
  int window[4] = {0};
  char error[500] = "";
  OfxStatus status = kOfxStatFailed;
  splash_properties->propGetDouble(in, kOfxPropTime, 0, &time);
  splash_properties->propGetIntN(in, kOfxImageEffectPropRenderWindow, 4, window);
  if (effects->clipGetImage(self->output, time, NULL, &to) == kOfxStatOK
      && effects->clipGetImage(self->source, time, NULL, &from) == kOfxStatOK) {
    if (effects->abort(effect)) {
      status = kOfxStatOK;
    } else if (draw(
                   self, time, (OfxRectI){window[0], window[1], window[2], window[3]}, from, to, error,
                   sizeof error - 1)) {
      tell(effect, error);
    } else {
      if (has_lasting_messages) messages->clearPersistentMessage((void *)effect);
      status = kOfxStatOK;
    }
  }
  if (from) effects->clipReleaseImage(from);
  if (to) effects->clipReleaseImage(to);
  return status;
}

static OfxStatus act(const char *action, OfxImageEffectHandle effect, OfxPropertySetHandle in, OfxPropertySetHandle out) {
  if (!strcmp(action, kOfxActionLoad)) return load();
  if (!strcmp(action, kOfxActionDescribe)) return describe(effect);
  if (!strcmp(action, kOfxImageEffectActionDescribeInContext)) return describe_in_context(effect);
  if (!strcmp(action, kOfxActionCreateInstance)) return create(effect);
  if (!strcmp(action, kOfxImageEffectActionGetRegionsOfInterest)) return tell_region(effect, in, out);
  if (!strcmp(action, kOfxImageEffectActionRender)) return render(effect, in);
  if (!strcmp(action, kOfxActionDestroyInstance)) {
    destroy(instance_of(effect));
    return kOfxStatOK;
  }
  if (!strcmp(action, kOfxActionPurgeCaches)) {
    struct instance *self = instance_of(effect);
    free(self->memory.start);
    self->memory = (struct splash_memory){0};
    return kOfxStatOK;
  }
  return kOfxStatReplyDefault;
}

static OfxStatus entry(const char *action, const void *effect, OfxPropertySetHandle in, OfxPropertySetHandle out) {
  if (!plain) plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
  const locale_t before = plain ? uselocale(plain) : (locale_t)0;
  const OfxStatus status = act(action, (OfxImageEffectHandle)effect, in, out);
  if (plain) uselocale(before);
  return status;
}

static void set_host(OfxHost *given) { host = given; }

int OfxGetNumberOfPlugins(void) { return 1; }

OfxPlugin *OfxGetPlugin(int index) {
  static OfxPlugin plugin = {
      .pluginApi = kOfxImageEffectPluginApi,
      .apiVersion = 1,
      .pluginIdentifier = "io.github.splash_video.splash",
      .pluginVersionMajor = 1,
      .pluginVersionMinor = 0,
      .setHost = set_host,
      .mainEntry = entry,
  };
  return index ? NULL : &plugin;
}

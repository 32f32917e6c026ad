// GStreamer: the element `splash`. Its properties are the settings of the library's table.

#include <gst/video/gstvideofilter.h>
#include <gst/video/video.h>
#include <math.h>
#include <splash.h>
#include <stdlib.h>

typedef struct {
  GstVideoFilter parent;
  splash_filter *filter;
  // By property: the value set last, and why it was refused; NULL where it was not.
  gchar **values, **troubles;
  guint count;
} GstSplash;

typedef struct {
  GstVideoFilterClass parent;
} GstSplashClass;

GType gst_splash_get_type(void);
G_DEFINE_TYPE(GstSplash, gst_splash, GST_TYPE_VIDEO_FILTER)

#define GST_SPLASH(object) (G_TYPE_CHECK_INSTANCE_CAST(object, gst_splash_get_type(), GstSplash))

#define FORMATS                                                                                    \
  "{ I420, YV12, Y42B, Y444, NV12, NV16, NV24, YUY2, UYVY, I420_10LE, I422_10LE, Y444_10LE, "      \
  "I420_12LE, I422_12LE, Y444_12LE, P010_10LE, P012_LE, A420, RGBA, BGRA, RGBx, BGRx }"

static const char *format_name(GstVideoFormat format) {
  switch (format) {
    case GST_VIDEO_FORMAT_I420:
    case GST_VIDEO_FORMAT_YV12: return "yuv420p";
    case GST_VIDEO_FORMAT_Y42B: return "yuv422p";
    case GST_VIDEO_FORMAT_Y444: return "yuv444p";
    case GST_VIDEO_FORMAT_NV12: return "nv12";
    case GST_VIDEO_FORMAT_NV16: return "nv16";
    case GST_VIDEO_FORMAT_NV24: return "nv24";
    case GST_VIDEO_FORMAT_YUY2: return "yuyv422";
    case GST_VIDEO_FORMAT_UYVY: return "uyvy422";
    case GST_VIDEO_FORMAT_I420_10LE: return "yuv420p10le";
    case GST_VIDEO_FORMAT_I422_10LE: return "yuv422p10le";
    case GST_VIDEO_FORMAT_Y444_10LE: return "yuv444p10le";
    case GST_VIDEO_FORMAT_I420_12LE: return "yuv420p12le";
    case GST_VIDEO_FORMAT_I422_12LE: return "yuv422p12le";
    case GST_VIDEO_FORMAT_Y444_12LE: return "yuv444p12le";
    case GST_VIDEO_FORMAT_P010_10LE: return "p010le";
    case GST_VIDEO_FORMAT_P012_LE: return "p012le";
    case GST_VIDEO_FORMAT_A420: return "yuva420p";
    case GST_VIDEO_FORMAT_RGBA: return "rgba";
    case GST_VIDEO_FORMAT_BGRA: return "bgra";
    case GST_VIDEO_FORMAT_RGBx: return "rgb0";
    case GST_VIDEO_FORMAT_BGRx: return "bgr0";
    default: return NULL;
  }
}

static int32_t matrix_number(GstVideoColorMatrix matrix) {
  switch (matrix) {
    case GST_VIDEO_COLOR_MATRIX_BT709: return SPLASH_MATRIX_BT709;
    case GST_VIDEO_COLOR_MATRIX_BT2020: return SPLASH_MATRIX_BT2020;
    case GST_VIDEO_COLOR_MATRIX_BT601:
    case GST_VIDEO_COLOR_MATRIX_FCC:
    case GST_VIDEO_COLOR_MATRIX_SMPTE240M: return SPLASH_MATRIX_BT601;
    default: return SPLASH_MATRIX_UNKNOWN;
  }
}

static int32_t transfer_number(GstVideoTransferFunction transfer) {
  switch (transfer) {
    case GST_VIDEO_TRANSFER_SMPTE2084: return SPLASH_TRANSFER_PQ;
    case GST_VIDEO_TRANSFER_ARIB_STD_B67: return SPLASH_TRANSFER_HLG;
    default: return SPLASH_TRANSFER_SDR;
  }
}

static int32_t primaries_number(GstVideoColorPrimaries primaries) {
  switch (primaries) {
    case GST_VIDEO_COLOR_PRIMARIES_SMPTEEG432: return SPLASH_PRIMARIES_DISPLAY_P3;
    case GST_VIDEO_COLOR_PRIMARIES_BT2020: return SPLASH_PRIMARIES_BT2020;
    default: return SPLASH_PRIMARIES_BT709;
  }
}

// Properties: active, settings, and one for each setting of the table.
enum { ACTIVE = 1, SETTINGS, FIRST };

static void remember(GstSplash *self, guint id, gchar *value, int refused, const char *error) {
  GST_OBJECT_LOCK(self);
  g_free(self->values[id]);
  self->values[id] = value;
  // Whole settings replace all single ones.
  for (guint other = 0; other < self->count; other++) {
    if (other == id || (id == SETTINGS && !refused)) g_clear_pointer(&self->troubles[other], g_free);
  }
  if (refused) self->troubles[id] = g_strdup(error);
  GST_OBJECT_UNLOCK(self);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  GstSplash *self = GST_SPLASH(object);
  char error[500];
  if (id == ACTIVE) {
    gst_base_transform_set_passthrough(GST_BASE_TRANSFORM(self), !g_value_get_boolean(value));
    return;
  }
  gchar *text;
  if (G_VALUE_HOLDS_DOUBLE(value)) {
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    text = g_strdup(g_ascii_dtostr(digits, sizeof digits, g_value_get_double(value)));
  } else if (G_VALUE_HOLDS_INT(value)) {
    text = g_strdup_printf("%d", g_value_get_int(value));
  } else if (G_VALUE_HOLDS_BOOLEAN(value)) {
    text = g_strdup(g_value_get_boolean(value) ? "on" : "off");
  } else {
    text = g_strdup(g_value_get_string(value) ? g_value_get_string(value) : "");
  }
  const int refused = id == SETTINGS
      ? splash_filter_load(self->filter, *text ? text : NULL, error, sizeof error)
      : splash_filter_set(self->filter, g_param_spec_get_name(spec), text, error, sizeof error);
  remember(self, id, text, refused, error);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  GstSplash *self = GST_SPLASH(object);
  (void)spec;
  if (id == ACTIVE) {
    g_value_set_boolean(value, !gst_base_transform_is_passthrough(GST_BASE_TRANSFORM(self)));
    return;
  }
  GST_OBJECT_LOCK(self);
  const gchar *text = self->values[id] ? self->values[id] : "";
  if (G_VALUE_HOLDS_DOUBLE(value)) {
    g_value_set_double(value, g_ascii_strtod(text, NULL));
  } else if (G_VALUE_HOLDS_INT(value)) {
    g_value_set_int(value, atoi(text));
  } else if (G_VALUE_HOLDS_BOOLEAN(value)) {
    g_value_set_boolean(value, !g_strcmp0(text, "on"));
  } else {
    g_value_set_string(value, text);
  }
  GST_OBJECT_UNLOCK(self);
}

static void finalize(GObject *object) {
  GstSplash *self = GST_SPLASH(object);
  splash_filter_close(self->filter);
  g_strfreev(self->values);
  for (guint id = 0; id < self->count; id++) g_free(self->troubles[id]);
  g_free(self->troubles);
  G_OBJECT_CLASS(gst_splash_parent_class)->finalize(object);
}

// Queried for each frame: parsers know the length only after some frames, and more exactly later.
static double length_in_seconds(GstSplash *self) {
  gint64 length = -1;
  const gboolean is_known = gst_pad_peer_query_duration(
      GST_BASE_TRANSFORM_SINK_PAD(self), GST_FORMAT_TIME, &length);
  return is_known && length >= 0 ? (double)length / GST_SECOND : NAN;
}

static GstFlowReturn transform(GstVideoFilter *base, GstVideoFrame *frame) {
  GstSplash *self = GST_SPLASH(base);
  char error[500];
  GST_OBJECT_LOCK(self);
  gchar *trouble = NULL;
  for (guint id = 0; id < self->count && !trouble; id++) trouble = g_strdup(self->troubles[id]);
  GST_OBJECT_UNLOCK(self);
  if (trouble) {
    GST_ELEMENT_ERROR(self, LIBRARY, SETTINGS, ("%s", trouble), (NULL));
    g_free(trouble);
    return GST_FLOW_ERROR;
  }
  splash_filter_set_length(self->filter, length_in_seconds(self));
  const GstVideoColorimetry *color = &frame->info.colorimetry;
  splash_image image = {
      .format = format_name(GST_VIDEO_FRAME_FORMAT(frame)),
      .width = GST_VIDEO_FRAME_WIDTH(frame),
      .height = GST_VIDEO_FRAME_HEIGHT(frame),
      .matrix = matrix_number(color->matrix),
      .full_range = color->range == GST_VIDEO_COLOR_RANGE_0_255,
      .transfer = transfer_number(color->transfer),
      .primaries = primaries_number(color->primaries),
      .time = NAN,
  };
  if (GST_BUFFER_PTS_IS_VALID(frame->buffer)) {
    image.time = (double)GST_BUFFER_PTS(frame->buffer) / GST_SECOND;
  }
  // GStreamer's components are in the order Y, Cb, Cr even for YV12, where Cr comes first.
  const gboolean is_planar = GST_VIDEO_FRAME_N_PLANES(frame) > 2;
  for (guint i = 0; i < GST_VIDEO_FRAME_N_PLANES(frame); i++) {
    image.data[i] = is_planar ? GST_VIDEO_FRAME_COMP_DATA(frame, i)
                              : GST_VIDEO_FRAME_PLANE_DATA(frame, i);
    image.stride[i] = is_planar ? GST_VIDEO_FRAME_COMP_STRIDE(frame, i)
                                : GST_VIDEO_FRAME_PLANE_STRIDE(frame, i);
  }
  if (splash_filter_apply(self->filter, &image, error, sizeof error)) {
    GST_ELEMENT_ERROR(self, STREAM, FAILED, ("%s", error), (NULL));
    return GST_FLOW_ERROR;
  }
  return GST_FLOW_OK;
}

static GParamSpec *property(const splash_setting *setting) {
  const GParamFlags flags =
      G_PARAM_READWRITE | GST_PARAM_CONTROLLABLE | GST_PARAM_MUTABLE_PLAYING | G_PARAM_STATIC_STRINGS;
  const char *name = setting->name, *nick = setting->label, *help = setting->help;
  const double number = g_ascii_strtod(setting->standard, NULL);
  switch (setting->kind) {
    case SPLASH_KIND_NUMBER:
      if (setting->whole) {
        return g_param_spec_int(
            name, nick, help, (gint)setting->min, (gint)setting->max, (gint)number, flags);
      }
      return g_param_spec_double(name, nick, help, setting->min, setting->max, number, flags);
    case SPLASH_KIND_SWITCH:
      return g_param_spec_boolean(name, nick, help, !g_strcmp0(setting->standard, "on"), flags);
    default: return g_param_spec_string(name, nick, help, setting->standard, flags);
  }
}

static void gst_splash_class_init(GstSplashClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  GstElementClass *element = GST_ELEMENT_CLASS(class);
  object->set_property = set_property;
  object->get_property = get_property;
  object->finalize = finalize;
  g_object_class_install_property(
      object, ACTIVE,
      g_param_spec_boolean(
          "active", "Active", "Off lets pictures pass as they are", TRUE,
          G_PARAM_READWRITE | GST_PARAM_MUTABLE_PLAYING | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property(
      object, SETTINGS,
      g_param_spec_string(
          "settings", "Settings", "All settings, as JSON that splash --save-settings writes", "",
          G_PARAM_READWRITE | GST_PARAM_MUTABLE_PLAYING | G_PARAM_STATIC_STRINGS));
  size_t count;
  const splash_setting *settings = splash_settings(&count);
  for (size_t i = 0; i < count; i++) {
    g_object_class_install_property(object, FIRST + (guint)i, property(&settings[i]));
  }
  gst_element_class_set_static_metadata(
      element, "Color splash", "Filter/Effect/Video",
      "Keeps the colors you choose and turns the rest grey", "The splash project");
  GstCaps *caps = gst_caps_from_string(GST_VIDEO_CAPS_MAKE(FORMATS));
  gst_element_class_add_pad_template(
      element, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
  gst_element_class_add_pad_template(
      element, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
  gst_caps_unref(caps);
  GST_BASE_TRANSFORM_CLASS(class)->transform_ip_on_passthrough = FALSE;
  GST_VIDEO_FILTER_CLASS(class)->transform_frame_ip = transform;
}

static void gst_splash_init(GstSplash *self) {
  size_t count;
  const splash_setting *settings = splash_settings(&count);
  self->filter = splash_filter_open(NULL, NULL, 0);
  self->count = FIRST + (guint)count;
  self->values = g_new0(gchar *, self->count + 1);
  self->troubles = g_new0(gchar *, self->count);
  // The list ends at its first NULL.
  for (guint id = 0; id < FIRST; id++) self->values[id] = g_strdup("");
  for (size_t i = 0; i < count; i++) self->values[FIRST + i] = g_strdup(settings[i].standard);
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

static gboolean plugin_init(GstPlugin *plugin) {
  return gst_element_register(plugin, "splash", GST_RANK_NONE, gst_splash_get_type());
}

#define PACKAGE "splash"
GST_PLUGIN_DEFINE(
    GST_VERSION_MAJOR, GST_VERSION_MINOR, splash, "Color splash", plugin_init, VERSION, "MIT/X11",
    PACKAGE, "Unknown package origin")

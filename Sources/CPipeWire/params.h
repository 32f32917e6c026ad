/// Format parameters, for cameras and readers alike.
#ifndef CPIPEWIRE_PARAMS_H
#define CPIPEWIRE_PARAMS_H

#include <spa/param/video/format-utils.h>

#include "library.h"

/// Begins a description of raw video in one of several formats, the first of which is preferred.
/// Size and rate follow, and `spa_pod_builder_pop` of the object ends it.
static inline void splash_push_formats(
    struct spa_pod_builder *builder, struct spa_pod_frame *object,
    const enum spa_video_format *formats, uint32_t count) {
  struct spa_pod_frame choice;
  spa_pod_builder_push_object(builder, object, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
  spa_pod_builder_add(
      builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
      SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), 0);
  spa_pod_builder_prop(builder, SPA_FORMAT_VIDEO_format, 0);
  spa_pod_builder_push_choice(builder, &choice, SPA_CHOICE_Enum, 0);
  // The first value of a choice is its default, and is repeated among the others.
  spa_pod_builder_id(builder, formats[0]);
  for (uint32_t i = 0; i < count; i++) spa_pod_builder_id(builder, formats[i]);
  spa_pod_builder_pop(builder, &choice);
}

/// Requests a header with the frame's time in every buffer.
static inline const struct spa_pod *splash_header_param(struct spa_pod_builder *builder) {
  return spa_pod_builder_add_object(
      builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
      SPA_POD_Id(SPA_META_Header), SPA_PARAM_META_size,
      SPA_POD_Int(sizeof(struct spa_meta_header)));
}

#endif

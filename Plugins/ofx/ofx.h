#ifndef SPLASH_OFX_H
#define SPLASH_OFX_H

// The part of OpenFX 1.4 that this plugin uses: names, numbers and structs shared by hosts and plugins, declared after
// the published standard (https://openfx.readthedocs.io). Functions that are never called are declared without
// arguments: only their positions in the structs count.

#include <stddef.h>

typedef int OfxStatus;
enum {
  kOfxStatOK = 0,
  kOfxStatFailed = 1,
  kOfxStatErrMissingHostFeature = 4,
  kOfxStatErrMemory = 8,
  kOfxStatReplyDefault = 14,
};

// Handles to objects that the host owns.
typedef struct OfxPropertySetStruct *OfxPropertySetHandle;
typedef struct OfxParamStruct *OfxParamHandle;
typedef struct OfxParamSetStruct *OfxParamSetHandle;
typedef struct OfxImageEffectStruct *OfxImageEffectHandle;
typedef struct OfxImageClipStruct *OfxImageClipHandle;

// In frames.
typedef double OfxTime;
// In pixels; x2 and y2 are exclusive.
typedef struct OfxRectI {
  int x1, y1, x2, y2;
} OfxRectI;
typedef struct OfxRectD {
  double x1, y1, x2, y2;
} OfxRectD;

typedef struct OfxHost {
  OfxPropertySetHandle host;
  const void *(*fetchSuite)(OfxPropertySetHandle host, const char *name, int version);
} OfxHost;

typedef struct OfxPlugin {
  const char *pluginApi;
  int apiVersion;
  const char *pluginIdentifier;
  unsigned int pluginVersionMajor, pluginVersionMinor;
  void (*setHost)(OfxHost *host);
  OfxStatus (*mainEntry)(const char *action, const void *handle, OfxPropertySetHandle in, OfxPropertySetHandle out);
} OfxPlugin;

typedef OfxStatus (*OfxUncalled)(void);

typedef struct OfxPropertySuiteV1 {
  OfxStatus (*propSetPointer)(OfxPropertySetHandle set, const char *name, int index, void *value);
  OfxStatus (*propSetString)(OfxPropertySetHandle set, const char *name, int index, const char *value);
  OfxStatus (*propSetDouble)(OfxPropertySetHandle set, const char *name, int index, double value);
  OfxStatus (*propSetInt)(OfxPropertySetHandle set, const char *name, int index, int value);
  OfxUncalled propSetPointerN, propSetStringN;
  OfxStatus (*propSetDoubleN)(OfxPropertySetHandle set, const char *name, int count, const double *values);
  OfxUncalled propSetIntN;
  OfxStatus (*propGetPointer)(OfxPropertySetHandle set, const char *name, int index, void **value);
  OfxStatus (*propGetString)(OfxPropertySetHandle set, const char *name, int index, char **value);
  OfxStatus (*propGetDouble)(OfxPropertySetHandle set, const char *name, int index, double *value);
  OfxStatus (*propGetInt)(OfxPropertySetHandle set, const char *name, int index, int *value);
  OfxUncalled propGetPointerN, propGetStringN, propGetDoubleN;
  OfxStatus (*propGetIntN)(OfxPropertySetHandle set, const char *name, int count, int *values);
  OfxUncalled propReset, propGetDimension;
} OfxPropertySuiteV1;

typedef struct OfxParameterSuiteV1 {
  OfxStatus (*paramDefine)(OfxParamSetHandle set, const char *type, const char *name, OfxPropertySetHandle *properties);
  OfxStatus (*paramGetHandle)(
      OfxParamSetHandle set, const char *name, OfxParamHandle *parameter, OfxPropertySetHandle *properties);
  OfxUncalled paramSetGetPropertySet, paramGetPropertySet, paramGetValue;
  OfxStatus (*paramGetValueAtTime)(OfxParamHandle parameter, OfxTime time, ...);
  OfxUncalled paramGetDerivative, paramGetIntegral, paramSetValue, paramSetValueAtTime;
  OfxUncalled paramGetNumKeys, paramGetKeyTime, paramGetKeyIndex, paramDeleteKey, paramDeleteAllKeys, paramCopy;
  OfxUncalled paramEditBegin, paramEditEnd;
} OfxParameterSuiteV1;

typedef struct OfxImageEffectSuiteV1 {
  OfxStatus (*getPropertySet)(OfxImageEffectHandle effect, OfxPropertySetHandle *properties);
  OfxStatus (*getParamSet)(OfxImageEffectHandle effect, OfxParamSetHandle *parameters);
  OfxStatus (*clipDefine)(OfxImageEffectHandle effect, const char *name, OfxPropertySetHandle *properties);
  OfxStatus (*clipGetHandle)(
      OfxImageEffectHandle effect, const char *name, OfxImageClipHandle *clip, OfxPropertySetHandle *properties);
  OfxUncalled clipGetPropertySet;
  OfxStatus (*clipGetImage)(
      OfxImageClipHandle clip, OfxTime time, const OfxRectD *region, OfxPropertySetHandle *image);
  OfxStatus (*clipReleaseImage)(OfxPropertySetHandle image);
  OfxStatus (*clipGetRegionOfDefinition)(OfxImageClipHandle clip, OfxTime time, OfxRectD *bounds);
  int (*abort)(OfxImageEffectHandle effect);
  OfxUncalled imageMemoryAlloc, imageMemoryFree, imageMemoryLock, imageMemoryUnlock;
} OfxImageEffectSuiteV1;

// The second version; the first one ends after `message`.
typedef struct OfxMessageSuiteV2 {
  OfxStatus (*message)(void *effect, const char *type, const char *name, const char *format, ...);
  OfxStatus (*setPersistentMessage)(void *effect, const char *type, const char *name, const char *format, ...);
  OfxStatus (*clearPersistentMessage)(void *effect);
} OfxMessageSuiteV2;

#define kOfxImageEffectPluginApi "OfxImageEffectPluginAPI"

#define kOfxPropertySuite "OfxPropertySuite"
#define kOfxParameterSuite "OfxParameterSuite"
#define kOfxImageEffectSuite "OfxImageEffectSuite"
#define kOfxMessageSuite "OfxMessageSuite"

#define kOfxActionLoad "OfxActionLoad"
#define kOfxActionUnload "OfxActionUnload"
#define kOfxActionDescribe "OfxActionDescribe"
#define kOfxActionCreateInstance "OfxActionCreateInstance"
#define kOfxActionDestroyInstance "OfxActionDestroyInstance"
#define kOfxActionPurgeCaches "OfxActionPurgeCaches"
#define kOfxImageEffectActionDescribeInContext "OfxImageEffectActionDescribeInContext"
#define kOfxImageEffectActionGetRegionsOfInterest "OfxImageEffectActionGetRegionsOfInterest"
#define kOfxImageEffectActionRender "OfxImageEffectActionRender"

// Properties of all objects.
#define kOfxPropLabel "OfxPropLabel"
#define kOfxPropPluginDescription "OfxPropPluginDescription"
#define kOfxPropInstanceData "OfxPropInstanceData"
#define kOfxPropTime "OfxPropTime"

// Properties of effects, and their contexts.
#define kOfxImageEffectPluginPropGrouping "OfxImageEffectPluginPropGrouping"
#define kOfxImageEffectPropSupportedContexts "OfxImageEffectPropSupportedContexts"
#define kOfxImageEffectContextFilter "OfxImageEffectContextFilter"
#define kOfxImageEffectContextGeneral "OfxImageEffectContextGeneral"
#define kOfxImageEffectPropSupportedPixelDepths "OfxImageEffectPropSupportedPixelDepths"
#define kOfxImageEffectPropSupportedComponents "OfxImageEffectPropSupportedComponents"
#define kOfxImageEffectPropSupportsTiles "OfxImageEffectPropSupportsTiles"
#define kOfxImageEffectPluginPropFieldRenderTwiceAlways "OfxImageEffectPluginPropFieldRenderTwiceAlways"
#define kOfxImageEffectPluginPropHostFrameThreading "OfxImageEffectPluginPropHostFrameThreading"
#define kOfxImageEffectPluginRenderThreadSafety "OfxImageEffectPluginRenderThreadSafety"
#define kOfxImageEffectRenderInstanceSafe "OfxImageEffectRenderInstanceSafe"
#define kOfxImageEffectInstancePropSequentialRender "OfxImageEffectInstancePropSequentialRender"

// Properties of clips and their images.
#define kOfxImageClipPropFieldExtraction "OfxImageClipPropFieldExtraction"
#define kOfxImageFieldBoth "OfxImageFieldBoth"
#define kOfxImageEffectPropFrameRate "OfxImageEffectPropFrameRate"
#define kOfxImageEffectPropPixelDepth "OfxImageEffectPropPixelDepth"
#define kOfxBitDepthByte "OfxBitDepthByte"
#define kOfxBitDepthShort "OfxBitDepthShort"
#define kOfxBitDepthFloat "OfxBitDepthFloat"
#define kOfxImageEffectPropComponents "OfxImageEffectPropComponents"
#define kOfxImageComponentRGBA "OfxImageComponentRGBA"
#define kOfxImageComponentRGB "OfxImageComponentRGB"
#define kOfxImageEffectPropPreMultiplication "OfxImageEffectPropPreMultiplication"
#define kOfxImagePreMultiplied "OfxImageAlphaPremultiplied"
#define kOfxImagePropData "OfxImagePropData"
#define kOfxImagePropBounds "OfxImagePropBounds"
#define kOfxImagePropRowBytes "OfxImagePropRowBytes"
#define kOfxImageEffectPropRenderWindow "OfxImageEffectPropRenderWindow"
#define kOfxImageClipPropRoI "OfxImageClipPropRoI_"

// Properties of parameters.
#define kOfxParamTypeInteger "OfxParamTypeInteger"
#define kOfxParamTypeDouble "OfxParamTypeDouble"
#define kOfxParamTypeBoolean "OfxParamTypeBoolean"
#define kOfxParamTypeChoice "OfxParamTypeChoice"
#define kOfxParamTypeString "OfxParamTypeString"
#define kOfxParamTypePage "OfxParamTypePage"
#define kOfxParamPropAnimates "OfxParamPropAnimates"
#define kOfxParamPropHint "OfxParamPropHint"
#define kOfxParamPropDefault "OfxParamPropDefault"
#define kOfxParamPropMin "OfxParamPropMin"
#define kOfxParamPropMax "OfxParamPropMax"
#define kOfxParamPropDisplayMin "OfxParamPropDisplayMin"
#define kOfxParamPropDisplayMax "OfxParamPropDisplayMax"
#define kOfxParamPropIncrement "OfxParamPropIncrement"
#define kOfxParamPropDigits "OfxParamPropDigits"
#define kOfxParamPropChoiceOption "OfxParamPropChoiceOption"
#define kOfxParamPropPageChild "OfxParamPropPageChild"
#define kOfxParamHostPropSupportsStringAnimation "OfxParamHostPropSupportsStringAnimation"
#define kOfxParamHostPropSupportsBooleanAnimation "OfxParamHostPropSupportsBooleanAnimation"
#define kOfxParamHostPropSupportsChoiceAnimation "OfxParamHostPropSupportsChoiceAnimation"

#define kOfxMessageError "OfxMessageError"

#endif

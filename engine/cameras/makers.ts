/**
 * The makers of cameras, as data. Each row cites the public pages that it is from. Paths of other makers are found by
 * ONVIF, or in the manual of the camera.
 */

export const MAKERS: readonly Maker[] = [
  {
    // https://supportusa.hikvision.com/support/solutions/articles/17000129022-do-you-have-an-example-showing-the-format-for-getting-a-rtsp-stream-from-a-camera-
    // https://blog.csdn.net/yuanwenmao/article/details/79656906
    // https://github.com/blakeblackshear/frigate/issues/8881
    name: 'Hikvision',
    alsoSoldAs: ['HiLook', 'HiWatch', 'Annke'],
    main: '/Streaming/Channels/101',
    sub: '/Streaming/Channels/102',
    recorder: '/Streaming/Channels/802 is the small stream of camera 8',
    path: /^\/(?:streaming\/(?:channels|tracks)|h264\/ch\d|mpeg4\/ch\d)/i,
    calledBy: /hikvision|hilook|hiwatch|annke|^ip camera\(/i,
    keyframes:
      'Configuration > Video/Audio: switch H.264+ or H.265+ off, set I Frame Interval to the frame rate',
    note: 'ONVIF is off by default, under Network > Advanced > Integration Protocol; recorders before 2012 have /h264/ch1/sub/av_stream',
  },
  {
    // https://blog.csdn.net/yuanwenmao/article/details/79656906
    // https://github.com/AlexxIT/go2rtc/blob/master/internal/rtsp/README.md
    // https://www.easymanua.ls/dahua-technology/dhi-itc237-pw6m-lzf1050/manual?p=62
    name: 'Dahua',
    alsoSoldAs: ['Lorex', 'Imou'],
    main: '/cam/realmonitor?channel=1&subtype=0',
    sub: '/cam/realmonitor?channel=1&subtype=1',
    recorder: 'channel=8 is camera 8',
    path: /^\/cam\/(?:realmonitor|playback)/i,
    calledBy: /dahua|lorex|imou|^login to [0-9a-z]{8,}/i,
    keyframes:
      'Setting > Camera > Video: switch Smart Codec off, set I Frame Interval to the frame rate',
  },
  {
    // https://github.com/homebridge-plugins/homebridge-camera-ffmpeg/issues/1056
    // https://github.com/blakeblackshear/frigate/issues/5341
    name: 'Amcrest',
    main: '/cam/realmonitor?channel=1&subtype=0',
    sub: '/cam/realmonitor?channel=1&subtype=1',
    recorder: 'channel=8 is camera 8',
    calledBy: /amcrest/i,
    keyframes: 'Camera > Video: switch Smart Codec off, set Frame Interval to the frame rate',
    note: 'the paths are those of Dahua',
  },
  {
    // https://developer.axis.com/video-streaming-and-recording/video-streaming/reference/rtsp-endpoints/
    // https://developer.axis.com/vapix/network-video/zipstream-technology/
    // https://developer.axis.com/vapix/network-video/parameter-management/image-api/
    name: 'Axis',
    main: '/axis-media/media.amp',
    sub: '/axis-media/media.amp?videocodec=h264&resolution=640x360&fps=5&videokeyframeinterval=5',
    recorder: 'camera=2 is the second sensor of one camera',
    path: /^\/axis-media\//i,
    calledBy: /\baxis\b|^axis_[0-9a-f]{12}/i,
    keyframes:
      'Video > Stream > Zipstream: switch the dynamic GOP off; or put videokeyframeinterval=5 into the address',
    note: 'any size and rate can be asked for in the address',
  },
  {
    // https://support.reolink.com/hc/en-us/articles/900000630706-Introduction-to-RTSP/
    // https://support.reolink.com/hc/en-us/articles/900000630706-What-is-RTSP
    // https://docs.frigate.video/configuration/camera_specific
    name: 'Reolink',
    main: '/Preview_01_main',
    sub: '/Preview_01_sub',
    recorder: '/Preview_08_sub is camera 8',
    path: /^\/(?:h26[45])?preview_\d\d/i,
    calledBy: /reolink/i,
    keyframes: 'Settings > Display > Stream: set the I-frame interval to 1x',
    note: 'RTSP is off at first, under Network > Advanced > Port Settings; older models have /h264Preview_01_sub, battery models no stream',
  },
  {
    // https://mofulls.pixnet.net/blog/post/351191279
    // https://uniarch.cn/Support/FAQ/202209/951562_575360_0.htm
    name: 'Uniview',
    alsoSoldAs: ['Uniarch'],
    main: '/media/video1',
    sub: '/media/video2',
    recorder: '/unicast/c8/s1/live is the small stream of camera 8',
    path: /^\/(?:media\/video\d|unicast\/c\d|video[123]$)/i,
    calledBy: /uniview|uniarch|\bunv\b/i,
    keyframes:
      'in the encoding settings: switch U-Code off, set I Frame Interval to the frame rate',
  },
  {
    // https://support.hanwhavision.eu/hc/en-gb/articles/4414178841746-RTSP-URLs
    // https://1library.net/document/y4wn94m5-wisestream-ii-technology.html
    name: 'Hanwha',
    alsoSoldAs: ['Wisenet', 'Samsung Techwin'],
    main: '/profile2/media.smp',
    sub: '/profile3/media.smp',
    recorder: '/LiveChannel/0/media.smp/profile=2 is camera 1: numbers begin with 0',
    path: /^\/(?:\d\/)?(?:profile\d+|livechannel\/\d+)\/media\.smp/i,
    calledBy: /hanwha|wisenet|samsung techwin/i,
    keyframes: 'Basic > Video profile: switch WiseStream and Dynamic GOV off, set GOV length',
    note: 'the number is that of a video profile of the camera: choose, or make, one of 640×360',
  },
  {
    // https://www.tapo.com/en/faq/34/
    // https://gist.github.com/im-noob/490f467175715b616055453fa8de8f4b
    // https://actutana.com/video-streaming-what-is-rtsp-streaming/
    name: 'TP-Link',
    alsoSoldAs: ['Tapo', 'VIGI'],
    main: '/stream1',
    sub: '/stream2',
    path: /^\/stream[12]$/i,
    calledBy: /tp-?link|\btapo\b|\bvigi\b/i,
    keyframes: 'take /stream2; what the app offers for its video quality is all that can be set',
    note: 'Tapo cameras want a camera account of their own, made in the app under Advanced Settings',
  },
  {
    // https://github.com/AlexxIT/go2rtc/blob/master/internal/rtsp/README.md
    // https://mediaserver8.blogspot.com/2026/05/unifi-doorbell-blueiris.html
    // https://github.com/AlexxIT/go2rtc/issues/2071
    // https://github.com/seydx/homebridge-camera-ui/issues/368
    name: 'UniFi Protect',
    alsoSoldAs: ['Ubiquiti'],
    recorder: 'the recorder makes one address for each camera and size: rtsps://host:7441/token',
    path: /^\/(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{14,20}$/i,
    calledBy: /unifi|ubiquiti|\bubnt\b/i,
    keyframes: 'Protect has no setting for them; take the address of the low or medium size',
    note: 'switch RTSP on for the camera in Protect and copy the address of the low size without ?enableSrtp',
  },
  {
    // https://support.amlinksecurity.com/hc/en-us/articles/44398436425101-Accessing-AMLINK-Products-Using-RTSP
    name: 'Amlink',
    main: '/video/livemedia?Ch=1&Streamtype=0',
    sub: '/video/livemedia?Ch=1&Streamtype=1',
    recorder: 'Ch=8 is camera 8',
    path: /^\/video\/livemedia/i,
    calledBy: /amlink/i,
    keyframes: 'set the I-frame interval of the sub-stream to 1 or 2 seconds',
  },
  {
    // https://www.manualshelf.com/manual/vivotek/fe8182/1-user-manual-english/page-286.html
    // https://www.manualshelf.com/manual/vivotek/fe9182-h/manual-bangla-english-indonesian/page-78.html
    // https://github.com/opensensor/lightNVR/discussions/601
    name: 'Vivotek',
    path: /^\/live\d?s?\d?\.sdp$/i,
    calledBy: /vivotek/i,
    keyframes:
      'Media > Video: switch Dynamic Intra frame period off, set Intra frame period to 1 s',
    note: 'the names of its streams are under Network > Streaming protocols > RTSP',
  },
];

/** What is known of one maker of cameras: where its streams are, how it is recognised, and where its menus are. */

export interface Maker {
  /** As its cameras are sold. */
  readonly name: string;
  /** Other names under which the same cameras are sold. */
  readonly alsoSoldAs?: readonly string[];
  /** Path of the large stream, from the first slash; none where each camera has one of its own. */
  readonly main?: string;
  /** Path of the small stream, which is enough for counting; none where each camera has one of its own. */
  readonly sub?: string;
  /** How the path of one camera of a recorder is made; none where nothing is known. */
  readonly recorder?: string;
  /** A path that is one of this maker's, whichever stream it is of; none where they are those of another maker. */
  readonly path?: RegExp;
  /** What its cameras call themselves: in ONVIF scopes, in a realm, or as a server. */
  readonly calledBy: RegExp;
  /** Where the distance of keyframes is set, and what makes it vary, as the camera's own pages call it. */
  readonly keyframes: string;
  /** What else to know, one sentence. */
  readonly note?: string;
}

/** Whose camera it is, as far as it can be known: by what it calls itself, or by the path of its address. */

/** The maker of a camera that calls itself so: a name, a realm, a server. Null where none is known. */
export function makerCalled(...texts: readonly (string | null)[]): Maker | null {
  // Amcrest sells cameras of Dahua: the more particular name counts.
  return MAKERS.findLast(({ calledBy }) => texts.some((text) => calledBy.test(text ?? ''))) ?? null;
}

/** The maker whose cameras have such a path, from its first slash with its query; null where none or any could be meant. */
export function makerOfPath(path: string): Maker | null {
  return MAKERS.find((maker) => maker.path?.test(path)) ?? null;
}

/** {@link makerOfPath} of an address; null for what is no address of a network. */
export function makerOfAddress(address: string): Maker | null {
  if (!/^(?:rtsps?|https?):/i.test(address) || !URL.canParse(address)) return null;
  const { pathname, search } = new URL(address);
  return makerOfPath(`${pathname}${search}`);
}

/** What to do about a camera whose maker is known. The sentences hold paths of makers, and never an address. */

/** For a camera that is not known to be of any maker. */
const ANY =
  'check the path; small streams are at /Streaming/Channels/102 (Hikvision), /cam/realmonitor?channel=1&subtype=1 (Dahua, Amcrest), /Preview_01_sub (Reolink), /stream2 (TP-Link); turnout camera find shows the others';

/**
 * What to try where the camera has no stream at this path.
 *
 * @param path with its query.
 * @param calls what it calls itself: the realm of its login, its server.
 */
export function otherPathHint(path: string, calls: readonly string[]): string {
  const maker = makerCalled(...calls) ?? makerOfPath(path);
  if (maker === null) return ANY;
  const { name, main, sub, note } = maker;
  const camera = `it looks like a camera of ${name}`;
  if (sub === undefined) return `${camera}: ${note}`;
  if (path.toLowerCase() !== sub.toLowerCase()) return `${camera}: try ${sub}`;
  const more = note === undefined ? '' : `; ${note}`;
  return `${camera}, which has ${sub} once its sub-stream is switched on; its main stream is ${main}${more}`;
}

/** Where the distance of keyframes is set: the menu of the maker where it is known. */
export function keyframeHint(maker: Maker | null): string {
  return maker === null
    ? 'set the I-frame interval (GOP) of the stream to 1 or 2 seconds and switch off "smart codec"'
    : `on a camera of ${maker.name}: ${maker.keyframes}`;
}

/**
 * Whether the keyframes of a stream come often enough, from the times at which they came. A "smart codec" stretches the
 * distance while nothing moves, so that a class lying still is seen once in ten seconds or more.
 */

export type KeyframeDistance = 'good' | 'long' | 'stretching' | 'unknown';

/** The longest distance is this much of the shortest or more where a smart codec is at work; the rest is jitter. Chosen here. */
const STRETCH = 1.6;
/** Distances under which a stretch does not matter, ms: several keyframes for each count. Chosen here. */
const HARMLESS_MS = 2_500;

/**
 * @param gapsMs distances of keyframes as they came, ms.
 * @param watchedMs how long the stream was watched.
 * @param wantedPeriodMs how often a count is wanted.
 */
export function judgeKeyframes(
  gapsMs: readonly number[],
  watchedMs: number,
  wantedPeriodMs: number,
): KeyframeDistance {
  if (gapsMs.length === 0) return watchedMs > wantedPeriodMs ? 'long' : 'unknown';
  const longestMs = Math.max(...gapsMs);
  const shortestMs = Math.min(...gapsMs);
  if (gapsMs.length > 1 && longestMs > HARMLESS_MS && longestMs >= shortestMs * STRETCH) {
    return 'stretching';
  }
  return longestMs > wantedPeriodMs ? 'long' : 'good';
}

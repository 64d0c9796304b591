// Which qualities a video gets, and the one command that makes them all.
import { FRAMES_PER_SECOND_MAX, type VideoFacts } from '../port.ts';

/**
 * Short sides in pixels and the bits per second that suit them. Nothing above 720: specification
 * section 9.
 */
const RUNGS = [
  { shortSide: 240, maxRate: 400_000 },
  { shortSide: 360, maxRate: 800_000 },
  { shortSide: 480, maxRate: 1_400_000 },
  { shortSide: 720, maxRate: 2_800_000 },
] as const;

const SEGMENT_SECONDS = 4;
const KEYFRAME_SECONDS = 2;
const AUDIO_BITS_PER_SECOND = 128_000;

/** Length of the early rendition: short enough to be encoded in a moment. */
export const EARLY_RENDITION_SECONDS = 6;

export type PlannedRung = { name: string; width: number; height: number; maxRate: number };

const roundToEven = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);

/** The qualities of a video, lowest first: none above the source, and at least one. */
export const planRungs = ({
  width,
  height,
}: Pick<VideoFacts, 'width' | 'height'>): PlannedRung[] => {
  const sourceSide = Math.min(width, height);
  const fitting = RUNGS.filter(({ shortSide }, index) => index === 0 || shortSide <= sourceSide);
  return fitting.map(({ shortSide, maxRate }) => {
    const scale = Math.min(shortSide, sourceSide) / sourceSide;
    return {
      name: `${shortSide}p`,
      width: roundToEven(width * scale),
      height: roundToEven(height * scale),
      maxRate,
    };
  });
};

export type SpritePlan = {
  columns: number;
  rows: number;
  frameWidth: number;
  frameHeight: number;
  intervalMs: number;
};

const SPRITE_FRAMES_MAX = 100;
const SPRITE_SIDE = 160;
const SPRITE_COLUMNS = 10;

/** A hundred frames at most, and none closer than two seconds. */
export const planSprite = ({
  width,
  height,
  durationMs,
}: Pick<VideoFacts, 'width' | 'height' | 'durationMs'>): SpritePlan => {
  const intervalMs = Math.max(2_000, Math.ceil(durationMs / SPRITE_FRAMES_MAX / 100) * 100);
  const frames = Math.max(1, Math.ceil(durationMs / intervalMs));
  const scale = SPRITE_SIDE / Math.max(width, height);
  return {
    columns: SPRITE_COLUMNS,
    rows: Math.ceil(frames / SPRITE_COLUMNS),
    frameWidth: roundToEven(width * scale),
    frameHeight: roundToEven(height * scale),
    intervalMs,
  };
};

/** Names of the two files that a mark needs beside what is made. */
export const FONT_FILE = 'font.ttf';
export const MARK_FILE = 'mark.txt';

const mark = (watermark: string): string =>
  watermark === ''
    ? 'null'
    : `drawtext=fontfile=${FONT_FILE}:textfile=${MARK_FILE}:expansion=none:fontsize=h/28:fontcolor=white@0.5:shadowcolor=black@0.45:shadowx=1:shadowy=1:x=w-tw-h/40:y=h-th-h/40`;

/**
 * Brings any source to what every player shows: ordinary range and colours, square pixels, 60
 * frames a second at most.
 */
const normalising = ({
  highDynamicRange,
  framesPerSecond,
  loops,
}: Pick<VideoFacts, 'highDynamicRange' | 'framesPerSecond' | 'loops'>): string[] => [
  // What is transparent becomes black, as the player's ground is.
  ...(loops ? ['format=gbrap,premultiply=inplace=1,format=gbrp'] : []),
  ...(framesPerSecond > FRAMES_PER_SECOND_MAX + 1 ? [`fps=${FRAMES_PER_SECOND_MAX}`] : []),
  // Phones that leave primaries and matrix unsaid mean those of BT.2020, too.
  ...(highDynamicRange
    ? [
        'setparams=color_primaries=bt2020:colorspace=bt2020nc,zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv',
      ]
    : []),
];

const scaleTo = ({ width, height }: { width: number; height: number }): string =>
  `scale=${width}:${height}:flags=bicubic,setsar=1`;

/** The frames of a sheet. */
const sheet = (facts: Pick<VideoFacts, 'width' | 'height' | 'durationMs'>): string => {
  const { intervalMs, frameWidth, frameHeight, columns, rows } = planSprite(facts);
  return `fps=1000/${intervalMs}:start_time=0:round=down:eof_action=pass,scale=${frameWidth}:${frameHeight},tile=${columns}x${rows}`;
};

const keyframes = [
  '-sc_threshold',
  '0',
  '-force_key_frames',
  `expr:gte(t,n_forced*${KEYFRAME_SECONDS})`,
];
const video = (preset: string) => [
  '-c:v',
  'libx264',
  '-preset',
  preset,
  '-crf',
  '23',
  '-profile:v',
  'high',
  '-pix_fmt',
  'yuv420p',
  '-fps_mode',
  'vfr',
  ...keyframes,
];
const rateOf = ({ maxRate }: PlannedRung, index: number): string[] => [
  `-maxrate:v:${index}`,
  String(maxRate),
  `-bufsize:v:${index}`,
  String(maxRate * 2),
];
const audio = ['-c:a', 'aac', '-b:a', String(AUDIO_BITS_PER_SECOND), '-ac', '2', '-ar', '48000'];
const stripped = ['-map_metadata', '-1', '-map_chapters', '-1', '-bitexact'];
const sheetFile = ['-frames:v', '1', '-q:v', '5', ...stripped, 'sprite.jpg'];
const hls = (seconds: number, streams: string): string[] => [
  '-f',
  'hls',
  '-hls_time',
  String(seconds),
  '-hls_playlist_type',
  'event',
  '-hls_segment_type',
  'fmp4',
  '-hls_flags',
  'independent_segments+temp_file',
  '-hls_segment_filename',
  '%v/s%05d.m4s',
  '-hls_fmp4_init_filename',
  'init.mp4',
  '-master_pl_name',
  'master.m3u8',
  '-var_stream_map',
  streams,
  '%v/index.m3u8',
];

/** Folder of the audio track beside those of the rungs. */
export const AUDIO_FOLDER = 'audio';

const streamsOf = (rungs: readonly PlannedRung[], hasAudio: boolean): string =>
  [
    ...rungs.map(({ name }, index) => `v:${index},${hasAudio ? 'agroup:a,' : ''}name:${name}`),
    ...(hasAudio ? [`a:0,agroup:a,name:${AUDIO_FOLDER},default:yes`] : []),
  ].join(' ');

/**
 * Everything in one pass: decoded, scaled and marked once, each lower quality made of the highest.
 */
export const ladderCommand = (
  facts: VideoFacts,
  watermark: string,
  input: readonly string[],
): string[] => {
  const rungs = planRungs(facts);
  const [lowest] = rungs;
  const highest = rungs.at(-1);
  if (!lowest || !highest) throw new RangeError('a video without qualities');
  const top = [...normalising(facts), scaleTo(highest), mark(watermark)].join(',');
  const lower = rungs.slice(0, -1);
  const branches = [...rungs.map(({ name }) => `[in${name}]`), '[insprite]'].join('');
  const graph = [
    `[0:v:0]${top},format=yuv420p,split=${rungs.length + 1}${branches}`,
    `[in${highest.name}]null[out${highest.name}]`,
    ...lower.map((rung) => `[in${rung.name}]${scaleTo(rung)}[out${rung.name}]`),
    `[insprite]${sheet(facts)}[sprite]`,
  ].join(';');
  return [
    ...input,
    '-filter_complex',
    graph,
    ...rungs.flatMap(({ name }) => ['-map', `[out${name}]`]),
    ...(facts.hasAudio ? ['-map', '0:a:0'] : []),
    ...video('veryfast'),
    ...rungs.flatMap(rateOf),
    ...(facts.hasAudio ? audio : []),
    ...stripped,
    ...hls(SEGMENT_SECONDS, streamsOf(rungs, facts.hasAudio)),
    '-map',
    '[sprite]',
    ...sheetFile,
  ];
};

/** The sheet of a video of which nothing else is made. */
export const sheetCommand = (facts: VideoFacts, input: readonly string[]): string[] => [
  ...input,
  '-map',
  '0:v:0',
  '-vf',
  [...normalising(facts), 'format=yuv420p', sheet(facts)].join(','),
  ...sheetFile,
];

/** The first seconds in the lowest quality, and the most telling of their frames. */
export const earlyRenditionCommand = (
  facts: VideoFacts,
  watermark: string,
  input: readonly string[],
): string[] => {
  const [lowest] = planRungs(facts);
  if (!lowest) throw new RangeError('a video without qualities');
  const posterSide = Math.min(1, 1_280 / Math.max(facts.width, facts.height));
  const poster = {
    width: roundToEven(facts.width * posterSide),
    height: roundToEven(facts.height * posterSide),
  };
  const graph = [
    `[0:v:0]${normalising(facts).join(',') || 'null'},split=2[small][large]`,
    `[small]${scaleTo(lowest)},${mark(watermark)},format=yuv420p[look]`,
    `[large]fps=2:eof_action=pass,${scaleTo(poster)},thumbnail=8,format=yuvj420p[poster]`,
  ].join(';');
  return [
    '-t',
    String(EARLY_RENDITION_SECONDS),
    ...input,
    '-filter_complex',
    graph,
    '-map',
    '[look]',
    ...(facts.hasAudio ? ['-map', '0:a:0'] : []),
    ...video('superfast'),
    ...rateOf(lowest, 0),
    ...(facts.hasAudio ? audio : []),
    ...stripped,
    ...hls(KEYFRAME_SECONDS, streamsOf([lowest], facts.hasAudio)),
    '-map',
    '[poster]',
    '-frames:v',
    '1',
    '-q:v',
    '3',
    ...stripped,
    'poster.jpg',
  ];
};

const TRAILER_SHORT_SIDE = 480;
const TRAILER_MAX_RATE = 1_400_000;

/** The first seconds of a file that is normalised and marked already. */
export const trailerCommand = (input: readonly string[], seconds: number): string[] => [
  '-t',
  String(seconds),
  ...input,
  '-map',
  '0:v:0',
  '-map',
  '0:a:0?',
  '-vf',
  `scale=w='if(gt(iw,ih),-2,min(${TRAILER_SHORT_SIDE},iw))':h='if(gt(iw,ih),min(${TRAILER_SHORT_SIDE},ih),-2)',setsar=1`,
  ...video('veryfast'),
  '-maxrate',
  String(TRAILER_MAX_RATE),
  '-bufsize',
  String(TRAILER_MAX_RATE * 2),
  ...audio,
  ...stripped,
  '-movflags',
  '+faststart',
  'trailer.mp4',
];

/**
 * Joins the highest quality and its sound into one file whose index comes first; nothing is encoded
 * again.
 */
export const mp4Command = (inputs: readonly (readonly string[])[]): string[] => [
  ...inputs.flat(),
  ...inputs.flatMap((_, index) => ['-map', String(index)]),
  '-c',
  'copy',
  ...stripped,
  '-movflags',
  '+faststart',
  'whole.mp4',
];

// The port of media processing: inspect a file by its content, and render safe copies of it.

/** Why a file is refused; the caller maps it to a text. */
export type RefusalReason =
  | 'typeNotAllowed'
  | 'heic'
  | 'forged'
  | 'damaged'
  | 'tooManyPixels'
  | 'tooLarge'
  | 'tooLong'
  | 'animationTooLarge'
  | 'archiveRefused';

/** The file can't be used. It was judged by its content, in a process that can do no harm. */
export class MediaRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

/** Nothing on this machine can work on video and audio: ffmpeg is not installed. */
export class EncoderMissing extends Error {}

export type RenditionKind = 'md' | 'lg' | 'full' | 'preview';

/**
 * One picture made from the original: WebP, sRGB, upright, without EXIF, GPS or any other metadata.
 */
export type RenderedImage = {
  kind: RenditionKind;
  content: Buffer;
  contentType: 'image/webp';
  width: number;
  height: number;
};

/**
 * PDQ of a picture, 64 hexadecimal digits (pdq.ts). `variants`: the same, then turned by 90, 180
 * and 270 degrees, upside down, mirrored, and mirrored along the diagonals. Quality, 0 to 100: how
 * much there is to tell pictures apart by.
 */
export type PictureHash = { hash: string; variants: string[]; quality: number };

/** What a C2PA manifest store says of the file that it is in. Signatures are not checked. */
export type CredentialsSummary = {
  /** The program that signed it last. */
  generator: string | null;
  manifests: number;
  actions: string[];
  /** Last parts of the digital source types of IPTC and C2PA. */
  sourceTypes: string[];
  /** Null: nothing says that AI generated or altered it. */
  label: 'altered' | 'generated' | null;
};

/** A longer manifest store is not kept. */
export const CREDENTIALS_KEPT_BYTES = 2 * 1024 ** 2;
/** All manifest stores of the files in an archive that are kept. */
export const ARCHIVE_CREDENTIALS_KEPT_BYTES = 4 * 1024 ** 2;

export type Credentials = {
  bytes: number;
  sha256: string;
  /** Null: longer than CREDENTIALS_KEPT_BYTES. */
  manifest: Buffer | null;
  /** Null: damaged, or too long to be read. */
  summary: CredentialsSummary | null;
};

export type ImageFacts = {
  /** What the content is, whatever its name said. */
  contentType: string;
  bytes: number;
  /** Upright size in pixels. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
  /** 64-bit DCT hash of the picture and of its mirror image, as signed integers. */
  perceptualHash: bigint;
  perceptualHashMirror: bigint;
  pdq: PictureHash;
};

export type RenderRequest = {
  /** Path of the original on this machine. */
  file: string;
  /** Written into md, lg and full; none when empty. */
  watermark: string;
  signal?: AbortSignal;
};

/**
 * What a video's content is. Sizes are upright, with square pixels. `loops`: an animated picture,
 * which is shown again and again, in silence.
 */
export type VideoFacts = {
  kind: 'video';
  contentType: string;
  bytes: number;
  width: number;
  height: number;
  durationMs: number;
  framesPerSecond: number;
  highDynamicRange: boolean;
  hasAudio: boolean;
  loops: boolean;
};
/** Videos of more frames a second are brought down to these. */
export const FRAMES_PER_SECOND_MAX = 60;
export type AudioFacts = { kind: 'audio'; contentType: string; bytes: number; durationMs: number };
export type ArchiveFacts = { kind: 'archive'; contentType: string; bytes: number; entries: number };
export type PictureFacts = { kind: 'image'; contentType: string; bytes: number };
export type Inspection = VideoFacts | AudioFacts | ArchiveFacts | PictureFacts;

/** One piece of a stream: a file in the folder, and how long it plays. */
export type Segment = { file: string; durationMs: number };

/** A stream of HLS: its initialisation and its segments, as files in the folder. */
export type Track = { init: string; segments: Segment[] };

/**
 * One quality. `name` is that of its height, `480p`; bits per second are the most a segment needs
 * with its sound, and the average.
 */
export type Rung = Track & {
  name: string;
  width: number;
  height: number;
  bitsPerSecond: number;
  averageBitsPerSecond: number;
  codecs: string;
};

/** A sheet of small frames for scrubbing, in rows of `columns`, one every `intervalMs`. */
export type Sprite = {
  file: string;
  columns: number;
  rows: number;
  frameWidth: number;
  frameHeight: number;
  intervalMs: number;
};

/**
 * A file in an archive whose content shows a type; text is left out. `sha256` is null of what is no
 * picture, video or sound, because many archives have the same document or font; `pictures` is the
 * picture itself, or frames of a video that have enough to tell them apart by.
 */
export type ArchiveMember = {
  /** Its path in the archive. */
  name: string;
  contentType: string;
  bytes: number;
  sha256: string | null;
  pictures: PictureHash[];
  credentials: Credentials | null;
};

export type FrameHash = { atMs: number; hash: bigint; pdq: PictureHash };

export type TranscodeRequest = {
  file: string;
  /** An empty folder for what is made; the caller removes it. */
  folder: string;
  watermark: string;
  signal: AbortSignal;
};

/** The early rendition: the first seconds in the lowest quality, and a poster. */
export type EarlyRendition = {
  rung: Rung;
  audio: Track | null;
  /** A JPEG in the folder, not marked. */
  poster: string;
};

/** `audio` is shared by all rungs; null for a silent video. */
export type TranscodedVideo = {
  rungs: Rung[];
  audio: Track | null;
  /** The duration of the encoded media, which may be less than the original claims. */
  durationMs: number;
  /** The highest quality as one file that plays anywhere. */
  mp4: string;
  sprite: Sprite;
  frameHashes: FrameHash[];
};

export type TranscodedAudio = {
  /** AAC in MP4, brought to -16 LUFS. */
  m4a: string;
  /** The duration of the encoded media. */
  durationMs: number;
  /** Loudness of the original, LUFS. */
  loudness: number;
  /** Peaks from 0 to 100, evenly spread. */
  waveform: number[];
};

/**
 * Renders images, video and audio. Pictures' sizes: `PICTURE_SIDES_PX` of the contract, and a
 * preview of 48 pixels blurred so that nothing of the original can be read from it.
 * Throws MediaRefused for a file that can't be used; any other error is the machine's and worth a
 * retry.
 */
export interface MediaEngine {
  renderImage(request: RenderRequest): Promise<{ facts: ImageFacts; renditions: RenderedImage[] }>;
  /** The C2PA manifest store of an upload; null for one without. Refuses nothing. */
  readCredentials(request: { file: string; signal: AbortSignal }): Promise<Credentials | null>;
  /**
   * The picture with each of 24 x 24 cells (1 or -1, row by row) a little lighter or darker, as
   * WebP; what is transparent stays so.
   */
  markPicture(request: { content: Buffer; cells: readonly number[] }): Promise<Buffer>;
  /**
   * How much lighter or darker each of the cells is in `found` than in `original`. Throws
   * MediaRefused for what is no picture.
   */
  compareMarks(request: { found: Buffer; original: Buffer }): Promise<number[]>;
  /**
   * What the content is, whatever its name said. Every other call on video, audio and archives
   * wants this first.
   */
  inspect(request: { file: string; signal: AbortSignal }): Promise<Inspection>;
  encodeEarlyRendition(facts: VideoFacts, request: TranscodeRequest): Promise<EarlyRendition>;
  /** `onProgress` is called with a rising fraction of 1, many times a second. */
  transcodeVideo(
    facts: VideoFacts,
    request: TranscodeRequest & { onProgress: (part: number) => void },
  ): Promise<TranscodedVideo>;
  /**
   * The first seconds of a finished video (an MP4 that `transcodeVideo` made, its mark included),
   * as an MP4 whose short side has 480 pixels at most; its name in the folder.
   */
  cutTrailer(request: Omit<TranscodeRequest, 'watermark'> & { seconds: number }): Promise<string>;
  /**
   * One MP4 of parts of a show (fragmented MP4 with H264 and AAC, each of one size), from one
   * millisecond to another, without encoding it again; its name in the folder. `series` are names
   * of files in the folder.
   */
  joinSeries(
    request: Omit<TranscodeRequest, 'watermark' | 'file'> & {
      series: readonly string[];
      fromMs: number;
      toMs: number;
    },
  ): Promise<string>;
  /** Hashes of the first `frames` of a sheet that `transcodeVideo` made. */
  hashFrames(request: {
    file: string;
    frames: number;
    sprite: Omit<Sprite, 'file' | 'rows'>;
    signal?: AbortSignal;
  }): Promise<FrameHash[]>;
  /**
   * Hashes of the files in a zip archive. Pictures after `pictureSeconds` of processor time, and
   * videos after `videoSeconds` of time, have that of their bytes only. Throws MediaRefused for one
   * that can't be read or kills its process.
   */
  hashArchive(request: {
    file: string;
    signal?: AbortSignal;
    pictureSeconds?: number;
    videoSeconds?: number;
  }): Promise<ArchiveMember[]>;
  /** The first picture of a file in the folder, a key frame, as a JPEG; its name in the folder. */
  pictureOf(
    request: Omit<TranscodeRequest, 'watermark'> & { codec: 'h264' | 'vp8' },
  ): Promise<string>;
  transcodeAudio(
    facts: AudioFacts,
    request: Omit<TranscodeRequest, 'watermark'> & { onProgress: (part: number) => void },
  ): Promise<TranscodedAudio>;
  close(): Promise<void>;
}

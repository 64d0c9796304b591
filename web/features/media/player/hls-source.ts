// HLS playback in a video element: with hls.js, or natively on Apple's browsers.
import HlsPlayer, { type HlsConfig, type LoadPolicy } from 'hls.js';

/** Source: specification section 9. */
const BUFFER_SECONDS = 10;
const QUALITY_MAX_HEIGHT = 720;

/** A live show whose producer has been away has no segments for the moment. */
const NOTHING_YET = 409;

/** An HTTP error below 500 is final and is not retried, but for the one that passes by itself. */
export const isTransient = (status: number | undefined): boolean =>
  !status || status < 400 || status >= 500 || status === NOTHING_YET;

const retryTransient = (policy: LoadPolicy, maxNumRetry: number): LoadPolicy => ({
  default: {
    ...policy.default,
    errorRetry: {
      ...policy.default.errorRetry,
      maxNumRetry,
      retryDelayMs: 1_000,
      maxRetryDelayMs: 8_000,
      shouldRetry: (config, count, _isTimeout, response) =>
        count < (config?.maxNumRetry ?? 0) && isTransient(response?.code),
    },
  },
});

const configuration = (): Partial<HlsConfig> => ({
  maxBufferLength: BUFFER_SECONDS,
  maxMaxBufferLength: BUFFER_SECONDS * 3,
  // The content security policy refuses hls.js's blob worker, and these segments need no
  // transmuxing.
  enableWorker: false,
  keyLoadPolicy: retryTransient(HlsPlayer.DefaultConfig.keyLoadPolicy, 1),
  fragLoadPolicy: retryTransient(HlsPlayer.DefaultConfig.fragLoadPolicy, 4),
  playlistLoadPolicy: retryTransient(HlsPlayer.DefaultConfig.playlistLoadPolicy, 4),
  manifestLoadPolicy: retryTransient(HlsPlayer.DefaultConfig.manifestLoadPolicy, 4),
});

/** Playback went on for so long after a media error that the next one is another. */
const RECOVER_AGAIN_MS = 3_000;

/**
 * Whether a media error is to be recovered from: one that comes again at once is final. A live show
 * has one at some changes of its picture's size, several in its first seconds.
 */
export const recoveries = (nowMs: () => number): (() => boolean) => {
  let lastMs = -Infinity;
  return () => {
    const passed = nowMs() - lastMs;
    lastMs = nowMs();
    return passed > RECOVER_AGAIN_MS;
  };
};

export type HlsPlayback = {
  /**
   * Selects a quality by height in lines; null: automatic. Returns false where the browser decides
   * by itself.
   */
  choose: (height: number | null) => boolean;
  close: () => void;
};

const isApple = (): boolean => navigator.vendor.startsWith('Apple');

/** Whether this browser can play HLS at all. */
export const playsHls = (video: HTMLVideoElement): boolean =>
  HlsPlayer.isSupported() || video.canPlayType('application/vnd.apple.mpegurl') !== '';

const playNatively = (
  video: HTMLVideoElement,
  address: string,
  onFatal: () => void,
): HlsPlayback => {
  video.addEventListener('error', onFatal);
  video.src = address;
  return {
    choose: () => false,
    close: () => {
      video.removeEventListener('error', onFatal);
      video.removeAttribute('src');
      video.load();
    },
  };
};

/** Starts loading. `onFatal` is called once, on an error that ends playback. */
export const playHls = (
  video: HTMLVideoElement,
  address: string,
  onFatal: () => void,
): HlsPlayback => {
  if (
    !HlsPlayer.isSupported() ||
    (isApple() && video.canPlayType('application/vnd.apple.mpegurl') !== '')
  )
    return playNatively(video, address, onFatal);
  const hls = new HlsPlayer(configuration());
  let chosenHeight: number | null = null;
  const mayRecover = recoveries(() => performance.now());
  const apply = (): void => {
    const allowed = hls.levels.flatMap(({ height }, index) =>
      height <= QUALITY_MAX_HEIGHT ? index : [],
    );
    hls.autoLevelCapping = Math.max(-1, ...allowed);
    const level = hls.levels.findIndex(({ height }) => height === chosenHeight);
    // Switches from the next segment on, so that playback does not stall.
    hls.nextLevel = chosenHeight === null ? -1 : level;
  };
  hls.on(HlsPlayer.Events.MANIFEST_PARSED, apply);
  hls.on(HlsPlayer.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    if (type === HlsPlayer.ErrorTypes.MEDIA_ERROR && mayRecover()) return hls.recoverMediaError();
    hls.destroy();
    onFatal();
  });
  hls.loadSource(address);
  hls.attachMedia(video);
  return {
    choose: (height) => {
      chosenHeight = height;
      if (hls.levels.length > 0) apply();
      return true;
    },
    close: () => hls.destroy(),
  };
};

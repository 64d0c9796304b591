// Plays an HLS stream in a video element: by hls.js, or by the browser itself where Apple made it.
import HlsPlayer, { type HlsConfig, type LoadPolicy } from 'hls.js';

/** Source: specification section 9. */
const BUFFER_SECONDS = 10;
const QUALITY_MAX_HEIGHT = 720;

/** A refusal stays a refusal: asking again only adds to it. */
const unlessRefused = (policy: LoadPolicy, maxNumRetry: number): LoadPolicy => ({
  default: {
    ...policy.default,
    errorRetry: {
      ...policy.default.errorRetry,
      maxNumRetry,
      retryDelayMs: 1_000,
      maxRetryDelayMs: 8_000,
      shouldRetry: (config, count, _isTimeout, response) =>
        count < (config?.maxNumRetry ?? 0) &&
        !(response?.code && response.code >= 400 && response.code < 500),
    },
  },
});

const configuration = (): Partial<HlsConfig> => ({
  maxBufferLength: BUFFER_SECONDS,
  maxMaxBufferLength: BUFFER_SECONDS * 3,
  // Its worker would come from a blob, which the content policy refuses; our segments need no
  // transmuxing anyway.
  enableWorker: false,
  keyLoadPolicy: unlessRefused(HlsPlayer.DefaultConfig.keyLoadPolicy, 1),
  fragLoadPolicy: unlessRefused(HlsPlayer.DefaultConfig.fragLoadPolicy, 4),
  playlistLoadPolicy: unlessRefused(HlsPlayer.DefaultConfig.playlistLoadPolicy, 2),
  manifestLoadPolicy: unlessRefused(HlsPlayer.DefaultConfig.manifestLoadPolicy, 2),
});

export type HlsPlayback = {
  /**
   * Of the height in lines, or as the network allows. False where the browser decides by itself.
   */
  choose: (height: number | null) => boolean;
  close: () => void;
};

const isApple = (): boolean => navigator.vendor.startsWith('Apple');

/** Whether this browser can play HLS in any way. */
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

/** Begins to load. `onFatal` is called once, when it can't go on. */
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
  let wanted: number | null = null;
  let recovered = false;
  const apply = (): void => {
    const allowed = hls.levels.flatMap(({ height }, index) =>
      height <= QUALITY_MAX_HEIGHT ? index : [],
    );
    hls.autoLevelCapping = Math.max(-1, ...allowed);
    const level = hls.levels.findIndex(({ height }) => height === wanted);
    // Only what comes next changes, so that nothing stops.
    hls.nextLevel = wanted === null ? -1 : level;
  };
  hls.on(HlsPlayer.Events.MANIFEST_PARSED, apply);
  hls.on(HlsPlayer.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    if (type === HlsPlayer.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      return hls.recoverMediaError();
    }
    hls.destroy();
    onFatal();
  });
  hls.loadSource(address);
  hls.attachMedia(video);
  return {
    choose: (height) => {
      wanted = height;
      if (hls.levels.length > 0) apply();
      return true;
    },
    close: () => hls.destroy(),
  };
};

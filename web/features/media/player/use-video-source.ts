// The source of a video: HLS in the chosen quality, or one MP4 as a fallback or by choice. The
// position is kept.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { HlsPlayback } from './hls-source.ts';
import type { Media } from '../viewer/media.ts';
import { loadPart } from '../../../client/load-part.ts';

export type Source = 'hls' | 'mp4';

/** "240p,360p" as heights, lowest first. */
export const qualitiesOf = (availableResolutions: string): number[] =>
  availableResolutions
    .split(',')
    .map((name) => Number.parseInt(name, 10))
    .filter((height) => height > 0 && height <= 720)
    .sort((one, other) => one - other);

const playMp4 = (video: HTMLVideoElement, address: string, onFatal: () => void): (() => void) => {
  video.addEventListener('error', onFatal);
  video.src = address;
  return () => {
    video.removeEventListener('error', onFatal);
    video.removeAttribute('src');
    video.load();
  };
};

/** Restores the position of the previous source, and its playback. */
const continueAt = (
  video: HTMLVideoElement,
  { time, playing }: { time: number; playing: boolean },
): void => {
  if (time === 0 && !playing) return;
  video.addEventListener(
    'loadedmetadata',
    () => {
      if (time > 0) video.currentTime = time;
      // A browser that requires a user gesture refuses to play; the button remains.
      if (playing) void video.play().catch(() => undefined);
    },
    { once: true },
  );
};

export const useVideoSource = (
  video: RefObject<HTMLVideoElement | null>,
  media: Media,
  autoPlay: boolean,
) => {
  const [source, setSource] = useState<Source>(media.m3u8 ? 'hls' : 'mp4');
  const [quality, setQuality] = useState<number | null>(null);
  // Apple's native player chooses the quality by itself, so there is no menu.
  const [choosable, setChoosable] = useState(true);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const playback = useRef<HlsPlayback>(null);
  // A URL is renewed during playback, which alone is no reason to reload the source.
  const addresses = useRef({ hls: media.m3u8, mp4: media.mp4Output, quality });
  addresses.current = { hls: media.m3u8, mp4: media.mp4Output, quality };
  const before = useRef({ time: 0, playing: autoPlay });
  const hasFailed = useRef(false);
  hasFailed.current = failed;

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let stop: (() => void) | undefined;
    let closed = false;
    setFailed(false);
    const onFatal = () => {
      if (closed) return;
      if (source === 'hls' && addresses.current.mp4) setSource('mp4');
      else setFailed(true);
    };
    continueAt(element, before.current);
    const begin = async () => {
      if (source === 'mp4')
        return addresses.current.mp4 ? playMp4(element, addresses.current.mp4, onFatal) : onFatal();
      const { playHls, playsHls } = await loadPart(() => import('./hls-source.ts'));
      const address = addresses.current.hls;
      if (closed) return;
      if (!address || !playsHls(element)) return onFatal();
      playback.current = playHls(element, address, onFatal);
      setChoosable(playback.current.choose(addresses.current.quality));
      return playback.current.close;
    };
    begin().then((end) => {
      if (closed) end?.();
      else stop = end ?? undefined;
    }, onFatal);
    return () => {
      closed = true;
      before.current = { time: element.currentTime, playing: !element.paused };
      playback.current = null;
      stop?.();
    };
    // The complete video replaces the temporary rendition.
  }, [video, source, media.status, attempt]);

  // New URLs replaced the expired ones.
  useEffect(() => {
    if (hasFailed.current) setAttempt((made) => made + 1);
  }, [media.m3u8, media.mp4Output]);

  const choose = (height: number | null) => {
    setQuality(height);
    playback.current?.choose(height);
  };
  return {
    source,
    setSource,
    quality,
    choosable,
    choose,
    failed,
    retry: () => setAttempt((made) => made + 1),
  };
};

// The video element of a show: sound, volume, picture in picture. Browsers may refuse sound before
// a press; then it starts without, and says so.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadHls } from '../../media/index.ts';

const STORED = 'camarim.volume';

const storedVolume = (): number => {
  const stored = Number(localStorage.getItem(STORED) ?? 1);
  return stored >= 0 && stored <= 1 ? stored : 1;
};

export type Player = {
  video: RefObject<HTMLVideoElement | null>;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** The browser asks for a press before it lets sound through. */
  waitsForPress: boolean;
  /** The first picture is there. */
  playing: boolean;
  setVolume(volume: number): void;
  toggleMuted(): void;
};

/** A browser that refuses sound plays without it, and asks for a press. */
const start = (node: HTMLVideoElement, onSilent: () => void): void => {
  node.play().catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
    Object.assign(node, { muted: true });
    onSilent();
    void node.play().catch(() => undefined);
  });
};

/** Plays the stream, or the HLS playlist in its place. */
const usePlayback = (
  video: RefObject<HTMLVideoElement | null>,
  { stream, playlist }: Source,
  on: { playing: () => void; silent: () => void; end: () => void },
): void => {
  const onPlaying = useEffectEvent(on.playing);
  const onSilent = useEffectEvent(on.silent);
  const onEnd = useEffectEvent(on.end);
  useEffect(() => {
    const node = video.current;
    if (!node || (!stream && playlist === null)) return;
    const started = () => onPlaying();
    node.addEventListener('playing', started);
    node.volume = storedVolume();
    let gone = false;
    let close: (() => void) | undefined;
    if (playlist === null) node.srcObject = stream;
    else {
      node.srcObject = null;
      void loadHls().then((playHls) => {
        if (!gone) close = playHls(node, playlist, () => onEnd()).close;
      });
    }
    start(node, () => onSilent());
    return () => {
      gone = true;
      close?.();
      node.removeEventListener('playing', started);
    };
  }, [video, stream, playlist]);
};

type Source = {
  stream: MediaStream | null;
  playlist: string | null;
  /** The playlist can't be played any more. */
  onPlaylistEnd: () => void;
};

export const usePlayer = (source: Source): Player => {
  const video = useRef<HTMLVideoElement>(null);
  const [volume, setStored] = useState(1);
  // The server does not know what this browser has stored.
  useEffect(() => setStored(storedVolume()), []);
  const [muted, setMuted] = useState(false);
  const [waitsForPress, setWaitsForPress] = useState(false);
  const [playing, setPlaying] = useState(false);

  usePlayback(video, source, {
    playing: () => setPlaying(true),
    silent: () => {
      setMuted(true);
      setWaitsForPress(true);
    },
    end: () => source.onPlaylistEnd(),
  });

  const apply = (next: number, silent: boolean) => {
    if (video.current) Object.assign(video.current, { volume: next, muted: silent });
    setStored(next);
    setMuted(silent);
    setWaitsForPress(false);
    localStorage.setItem(STORED, String(next));
  };

  return {
    video,
    volume,
    muted,
    waitsForPress,
    playing,
    setVolume: (next) => apply(next, next === 0),
    toggleMuted: () => apply(muted && volume === 0 ? 1 : volume, !muted),
  };
};

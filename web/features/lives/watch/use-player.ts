// The video element of a show: sound, volume, picture in picture. Browsers may refuse sound before a
// press; then it starts without, and says so.
import { type RefObject, useEffect, useRef, useState } from 'react';

const STORED = 'camarim.volume';

const storedVolume = (): number => {
  if (import.meta.env.SSR) return 1;
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

export const usePlayer = (stream: MediaStream | null): Player => {
  const video = useRef<HTMLVideoElement>(null);
  const [volume, setStored] = useState(storedVolume);
  const [muted, setMuted] = useState(false);
  const [waitsForPress, setWaitsForPress] = useState(false);
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    const node = video.current;
    if (!node || !stream) return;
    node.srcObject = stream;
    node.volume = storedVolume();
    const started = () => setPlaying(true);
    node.addEventListener('playing', started);
    node.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
      node.muted = true;
      setMuted(true);
      setWaitsForPress(true);
      void node.play().catch(() => undefined);
    });
    return () => node.removeEventListener('playing', started);
  }, [stream]);

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

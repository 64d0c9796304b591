// The whole screen for a player with its buttons; on phones that give it to videos alone, for the
// video.
import { type RefObject, useEffect, useState } from 'react';

type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Browsers may refuse when nobody pressed anything; then nothing changes. */
export const toggleFullscreen = (frame: HTMLElement, video: HTMLVideoElement): void => {
  if (document.fullscreenElement === frame) void document.exitFullscreen().catch(() => undefined);
  else if (document.fullscreenEnabled) void frame.requestFullscreen().catch(() => undefined);
  else (video as PhoneVideo).webkitEnterFullscreen?.();
};

export const useFullscreen = (frame: RefObject<HTMLElement | null>): boolean => {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [frame]);
  return full;
};

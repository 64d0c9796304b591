// Fullscreen for the player with its controls; on phones that only support it for video elements,
// for the video.
import { type RefObject, useEffect, useState } from 'react';

type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Browsers may refuse without a user gesture; nothing changes then. */
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

// Fullscreen for the player with its controls; on phones that only support it for video elements,
// for the video.
import { type RefObject, useEffect, useState } from 'react';

type PhoneVideo = HTMLVideoElement & {
  webkitEnterFullscreen?: () => void;
  webkitExitFullscreen?: () => void;
};

/** Browsers may refuse without a user gesture; nothing changes then. */
export const toggleFullscreen = (frame: HTMLElement, video: HTMLVideoElement): void => {
  if (document.fullscreenElement === frame) void document.exitFullscreen().catch(() => undefined);
  else if (document.fullscreenEnabled) void frame.requestFullscreen().catch(() => undefined);
  else (video as PhoneVideo).webkitEnterFullscreen?.();
};

/**
 * Brings a video back into the page that covers it: from a window of its own, and from the
 * fullscreen of a phone, which shows the video alone.
 */
export const bringBack = (video: HTMLVideoElement): void => {
  if (document.pictureInPictureElement === video)
    void document.exitPictureInPicture().catch(() => undefined);
  (video as PhoneVideo).webkitExitFullscreen?.();
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

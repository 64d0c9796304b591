// Visibility of the controls during playback: while pointer or keyboard are used, and a moment
// longer.
import { type RefObject, useEffect, useState } from 'react';

const REST_MS = 2_500;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const;

export const useRestingPointer = (
  frame: RefObject<HTMLElement | null>,
  playing: boolean,
): boolean => {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    const element = frame.current;
    if (!element || !playing) return;
    let timer: number;
    const wake = () => {
      setAwake(true);
      clearTimeout(timer);
      timer = window.setTimeout(() => setAwake(false), REST_MS);
    };
    wake();
    // In the capture phase, because the player's key handler stops propagation.
    for (const sign of SIGNS_OF_LIFE) element.addEventListener(sign, wake, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) element.removeEventListener(sign, wake, { capture: true });
    };
  }, [frame, playing]);
  return awake || !playing;
};

// Whether the buttons of a playing video show: while the pointer or the keyboard is used on it, and
// a moment longer.
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
    // Before the keys of the player, which go no further.
    for (const sign of SIGNS_OF_LIFE) element.addEventListener(sign, wake, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) element.removeEventListener(sign, wake, { capture: true });
    };
  }, [frame, playing]);
  return awake || !playing;
};

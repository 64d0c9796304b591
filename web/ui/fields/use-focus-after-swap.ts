// The focus, where a form takes the place of the button that opens it and gives it back.
import { type RefObject, useEffect, useRef } from 'react';

const CONTROLS = 'input, select, textarea, button';

/**
 * For the element around both: a press unmounts the control that has the focus, which its successor
 * then gets.
 */
export const useFocusAfterSwap = (open: boolean): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    if (document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>(CONTROLS)?.focus();
  }, [open]);
  return place;
};

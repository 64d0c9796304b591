// Esc within an element ends what it shows, and reaches nothing around it.
import { type RefObject, useEffect, useRef } from 'react';

export const useEscape = <Node extends HTMLElement>(
  onEscape: () => void,
): RefObject<Node | null> => {
  const element = useRef<Node>(null);
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    const node = element.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    node?.addEventListener('keydown', onKeyDown);
    return () => node?.removeEventListener('keydown', onKeyDown);
  }, []);
  return element;
};

// The unread count in the tab's title: "(3) Carteira · Camarim".
import { useEffect } from 'react';
import { shortCount } from '../../ui/display/short-count.ts';

const COUNTED = /^\(\d+\+?\) /;
export const withCount = (title: string, count: number): string => {
  const plain = title.replace(COUNTED, '');
  return count > 0 ? `(${shortCount(count)}) ${plain}` : plain;
};

/** Each page sets its own title, so the count is put before it again after every change. */
export const useTitleCount = (count: number): void => {
  useEffect(() => {
    const apply = () => {
      const title = withCount(document.title, count);
      if (title !== document.title) document.title = title;
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [count]);
};

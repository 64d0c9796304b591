// An item of a list that is lifted, carried and dropped: where it would be dropped, and what is
// announced. Positions are those of the items in the list.
import { useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';

type LiftedItem = { from: number; to: number; by: 'pointer' | 'keyboard' };
export type OnMove = ((from: number, to: number) => void) | undefined;

export const useDragItem = (total: number, onMove: OnMove) => {
  const [lifted, setLifted] = useState<LiftedItem | null>(null);
  // Events that come before the next rendering.
  const current = useRef<LiftedItem | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const put = (next: LiftedItem | null) => {
    current.current = next;
    setLifted(next);
  };
  const move = (from: number, to: number) => {
    setAnnouncement(m.sort_dropped({ number: to + 1, total }));
    if (from !== to) onMove?.(from, to);
  };
  return {
    lifted,
    current,
    announcement,
    move,
    lift: (from: number, by: LiftedItem['by']) => {
      put({ from, to: from, by });
      setAnnouncement(m.sort_lifted({ number: from + 1, total }));
    },
    carry: (to: number) => {
      const now = current.current;
      if (!now || to === now.to) return;
      put({ ...now, to });
      setAnnouncement(m.sort_at({ number: to + 1, total }));
    },
    drop: () => {
      const now = current.current;
      if (!now) return;
      put(null);
      move(now.from, now.to);
    },
    cancel: () => {
      if (!current.current) return;
      put(null);
      setAnnouncement(m.sort_cancelled());
    },
  };
};

export type DragState = ReturnType<typeof useDragItem>;

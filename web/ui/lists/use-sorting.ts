// A list that is being put in order, from the keyboard or by a pointer.
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { placeAfterMove } from './sort-rules.ts';
import { type OnMove, useDragItem } from './use-drag-item.ts';
import { useSortPointer } from './use-sort-pointer.ts';

const STEPS: Record<string, -1 | 1> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** Gives the focus back to the handle of an item that has moved in the document. */
const useRefocus = (list: RefObject<HTMLUListElement | null>, keys: readonly string[]) => {
  const wanted = useRef<string | null>(null);
  const order = keys.join(' ');
  useEffect(() => {
    if (wanted.current === null) return;
    const index = order.split(' ').indexOf(wanted.current);
    wanted.current = null;
    list.current?.children[index]?.querySelector<HTMLElement>('[data-handle]')?.focus();
  }, [list, order]);
  return wanted;
};

export const useSorting = ({ keys, onMove }: { keys: readonly string[]; onMove: OnMove }) => {
  const list = useRef<HTMLUListElement>(null);
  const drag = useDragItem(keys.length, onMove);
  const refocus = useRefocus(list, keys);
  const pointerOf = useSortPointer(list, drag);
  const { lifted, current, announcement, move, lift, carry, drop, cancel } = drag;

  const dropByKey = () => {
    const now = current.current;
    if (now && now.to !== now.from) refocus.current = keys[now.from] ?? null;
    drop();
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    const now = current.current;
    const step = STEPS[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (now) dropByKey();
      else lift(index, 'keyboard');
    } else if (now && event.key === 'Escape') {
      // Else the dialog around the list closes.
      event.preventDefault();
      event.stopPropagation();
      cancel();
    } else if (now && event.key === 'Tab') drop();
    else if (now && step) {
      event.preventDefault();
      carry(Math.min(keys.length - 1, Math.max(0, now.to + step)));
    }
  };
  return {
    list,
    lifted,
    announcement,
    move,
    onKey,
    pointerOf,
    /** Where the item stands while another one, or it, is being moved. */
    placeOf: (index: number): number =>
      lifted ? placeAfterMove(index, lifted.from, lifted.to) : index,
  };
};

export type SortState = ReturnType<typeof useSorting>;

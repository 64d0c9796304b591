// Dragging the items of a list: a mouse at once, a finger by the handle at once and elsewhere after
// a long press.
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Point, slotAt } from './sort-rules.ts';
import type { DragState } from './use-drag-item.ts';

/** How long a finger rests on an item before it is lifted; a shorter touch scrolls the page. */
const LONG_PRESS_MS = 300;
/**
 * A mouse that moves further than this drags; a finger that does so before the long press scrolls.
 */
const SLACK_PX = 6;

type Press = { pointerId: number; start: Point; timer: number | null };
type ListRef = RefObject<HTMLUListElement | null>;

/** Everything of an item that is pressed for a purpose of its own, except the handle. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, input, select, textarea, button:not([data-handle])') !== null;

const isHandle = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-handle]') !== null;

const pointIn = (list: Element, x: number, y: number): Point => {
  const { left, top } = list.getBoundingClientRect();
  return { x: x - left, y: y - top };
};

/** Middles of the items, relative to the list, which may scroll during a drag. */
const slotsOf = (list: Element): Point[] =>
  [...list.children].map((item) => {
    const { left, top, width, height } = item.getBoundingClientRect();
    return pointIn(list, left + width / 2, top + height / 2);
  });

/** A page that scrolls under the finger ends the drag; React's own listeners can't prevent that. */
const useStillPage = (list: ListRef, { current }: DragState) =>
  useEffect(() => {
    const element = list.current;
    const hold = (event: TouchEvent) => {
      if (current.current?.by === 'pointer') event.preventDefault();
    };
    element?.addEventListener('touchmove', hold, { passive: false });
    return () => element?.removeEventListener('touchmove', hold);
  }, [list, current]);

export const useSortPointer = (list: ListRef, drag: DragState) => {
  const { current, lift, carry, drop, cancel } = drag;
  const press = useRef<Press | null>(null);
  /** Where the items stood when one was lifted. */
  const slots = useRef<readonly Point[]>([]);
  useStillPage(list, drag);

  const release = () => {
    if (press.current?.timer) window.clearTimeout(press.current.timer);
    press.current = null;
  };
  const begin = (item: Element, pointerId: number, index: number) => {
    item.setPointerCapture(pointerId);
    slots.current = list.current ? slotsOf(list.current) : [];
    lift(index, 'pointer');
  };
  const isDragging = () => current.current?.by === 'pointer';

  return (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLLIElement>) => {
      const { button, target, currentTarget, pointerId, pointerType, clientX, clientY } = event;
      if (button !== 0 || current.current || isControl(target)) return;
      const atOnce = pointerType === 'mouse' || isHandle(target);
      press.current = {
        pointerId,
        start: { x: clientX, y: clientY },
        timer: atOnce
          ? null
          : window.setTimeout(() => begin(currentTarget, pointerId, index), LONG_PRESS_MS),
      };
    },
    onPointerMove: (event: PointerEvent<HTMLLIElement>) => {
      const pressed = press.current;
      const { pointerId, currentTarget, clientX, clientY } = event;
      if (!pressed || pressed.pointerId !== pointerId) return;
      if (isDragging() && list.current)
        return carry(slotAt(slots.current, pointIn(list.current, clientX, clientY)));
      if (Math.hypot(clientX - pressed.start.x, clientY - pressed.start.y) <= SLACK_PX) return;
      // Before its long press is over, a finger that moves scrolls.
      if (pressed.timer !== null) return release();
      begin(currentTarget, pointerId, index);
    },
    onPointerUp: () => {
      release();
      if (isDragging()) drop();
    },
    onPointerCancel: () => {
      release();
      if (isDragging()) cancel();
    },
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
    // A long press opens the menu of the picture.
    onContextMenu: (event: { preventDefault(): void }) => {
      if (press.current) event.preventDefault();
    },
  });
};

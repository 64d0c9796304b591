// Presses during the transition from one page to the next. The browser shows pictures of both pages
// then and gives presses to none of their elements, whatever `pointer-events` says: only to the
// document.

/** What a press can be meant for. */
const PRESSABLE =
  'a[href], button, summary, label, input, select, textarea, [role="button"], [role="option"], [tabindex]';

/** A press of which the pointer moved further is none. */
const STILL_PX = 10;

const pseudoOf = ({ effect }: Animation): string =>
  effect instanceof KeyframeEffect ? (effect.pseudoElement ?? '') : '';

/** Before, only the old page is seen. */
const isNewSeen = (animation: Animation): boolean =>
  pseudoOf(animation) === '::view-transition-new(root)' &&
  Number(animation.currentTime ?? 0) > Number(animation.effect?.getTiming().delay ?? 0);

const repeatPress = (x: number, y: number): void => {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>(PRESSABLE);
  element?.focus({ preventScroll: true });
  element?.click();
};

/**
 * A press ends the transition. Once the new page is seen, the press is repeated on its element;
 * before, it was meant for the old one. Returns what ends it.
 */
export const passPressesThrough = (): (() => void) => {
  let pressedAt: { x: number; y: number } | null = null;
  const onDown = ({ clientX: x, clientY: y }: PointerEvent): void => {
    const running = document
      .getAnimations()
      .filter((animation) => pseudoOf(animation).startsWith('::view-transition'));
    pressedAt = running.some(isNewSeen) ? { x, y } : null;
    for (const animation of running) animation.finish();
  };
  const onClick = (event: MouseEvent): void => {
    const { target, button, clientX, clientY } = event;
    if (!pressedAt || button !== 0 || target !== document.documentElement) return;
    const moved = Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y);
    pressedAt = null;
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (moved > STILL_PX || !isPlain) return;
    // The pictures are gone with the frame after the one in which their animations end.
    requestAnimationFrame(() => requestAnimationFrame(() => repeatPress(clientX, clientY)));
  };
  addEventListener('pointerdown', onDown, true);
  addEventListener('click', onClick, true);
  return () => {
    removeEventListener('pointerdown', onDown, true);
    removeEventListener('click', onClick, true);
  };
};

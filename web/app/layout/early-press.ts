// A press before hydration is not lost: public/early.js records it, and it is repeated here.

type WindowWithEarlyPress = Window & { earlyPress?: HTMLButtonElement | undefined };

/** Call when `part` is hydrated. Parts inside it that are not call it themselves. */
export const repeatEarlyPress = (part: ParentNode & Node): void => {
  const keeper = window as WindowWithEarlyPress;
  const button = keeper.earlyPress;
  if (!button || !part.contains(button) || button.closest('[data-waiting]')) return;
  keeper.earlyPress = undefined;
  // Not while React is still at it.
  queueMicrotask(() => button.click());
};

/**
 * Ref of a part of the page that is hydrated later than the rest; its element has `data-waiting`
 * until then.
 */
export const markInteractive = (part: HTMLElement | null): void => {
  if (!part?.hasAttribute('data-waiting')) return;
  part.removeAttribute('data-waiting');
  repeatEarlyPress(part);
};

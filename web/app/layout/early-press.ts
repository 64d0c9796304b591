// A press that comes before the page answers is not lost: public/early.js keeps it, and it is
// repeated here.

type Keeper = Window & { earlyPress?: HTMLButtonElement | undefined };

/** Call when `part` is hydrated. Parts inside it that are not call it themselves. */
export const repeatEarlyPress = (part: ParentNode & Node): void => {
  const keeper = window as Keeper;
  const button = keeper.earlyPress;
  if (!button || !part.contains(button) || button.closest('[data-waiting]')) return;
  keeper.earlyPress = undefined;
  // Not while React is still at it.
  queueMicrotask(() => button.click());
};

/**
 * Ref of a part of the page that comes alive later than the rest; its element has `data-waiting`
 * until then.
 */
export const alive = (part: HTMLElement | null): void => {
  if (!part?.hasAttribute('data-waiting')) return;
  part.removeAttribute('data-waiting');
  repeatEarlyPress(part);
};

// What keys do in the composer. Source: specification section 2, chat drawer.
import type { KeyboardEvent } from 'react';

export type ComposerAct = 'send' | 'escape' | 'stay' | null;

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'> & {
  composing: boolean;
};

/**
 * `escape`: cancels the reply or the change, and lets Tab leave the composer; null: the browser's
 * own (`released`: Esc was pressed since the composer got the focus).
 */
export const actOf = (
  { key, ctrlKey, shiftKey, altKey, metaKey, composing }: KeyPress,
  released: boolean,
): ComposerAct => {
  // Enter and Esc of an input method end a word.
  if (composing) return null;
  const modified = ctrlKey || shiftKey || altKey || metaKey;
  if (key === 'Enter') return modified ? null : 'send';
  if (key === 'Escape') return released ? null : 'escape';
  // Backwards the focus always leaves (WCAG 2.1.2, no keyboard trap).
  if (key === 'Tab') return released || modified ? null : 'stay';
  return null;
};

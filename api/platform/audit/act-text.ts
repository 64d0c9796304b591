// What an entry of the audit log says was done, in the reader's language. Entries of releases
// before may have actions that no feature declares any more: they stay as they are written.
import type { Locale } from '@camarim/contract/limits';
import { isTextKey, text, type TextKey } from '../text/text.ts';
import type { AdminAction } from './actions.ts';

/** An action without a text in the folder texts of its feature does not compile. */
const keyOf = (action: AdminAction): TextKey => `audit.${action}`;

export const actText = (locale: Locale, action: string): string => {
  const key = keyOf(action as AdminAction);
  return isTextKey(key) ? text(locale, key) : action;
};

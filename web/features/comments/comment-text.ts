// Validation of a comment's text (specification section 5).
import { COMMENT_MAX } from '@camarim/contract/limits';

/** Trimmed; three and more line breaks in a row become one. */
export const normalizeComment = (text: string): string =>
  text.trim().replaceAll(/(\r?\n){3,}/g, '\n');

export const isSendable = (text: string): boolean => {
  const tidy = normalizeComment(text);
  return tidy.length > 0 && tidy.length <= COMMENT_MAX;
};

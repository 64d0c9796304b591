// The beginning of a long text: cut between words, and never within a character.

/** Half of a character that takes two places, and what an ellipsis takes the place of. */
const LOOSE_END = /(?:[\uD800-\uDBFF]|[\s,;:.…])+$/;

/**
 * At most `max` places and an ellipsis; the text itself when it fits. One long word is cut where it
 * must be.
 */
export const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const space = text.slice(0, max + 1).search(/\s\S*$/);
  const end = space > max / 2 ? space : max;
  return `${text.slice(0, end).replace(LOOSE_END, '')}…`;
};

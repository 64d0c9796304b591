// Which saved replies a text that begins with "/" asks for, and the text of one for a person.
import { MESSAGE_MAX, NAME_PLACEHOLDER } from '@camarim/contract/limits';

/** Accents and case don't count. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** What is searched for; null when the text asks for no reply. */
export const soughtIn = (text: string): string | null =>
  text.startsWith('/') && !text.includes('\n') ? plain(text.slice(1).trim()) : null;

/** Replies with the words in their title; titles that begin with them come first. */
export const matching = <Reply extends { title: string }>(
  replies: readonly Reply[],
  sought: string,
): Reply[] => {
  const found = replies.filter(({ title }) => plain(title).includes(sought));
  const begins = ({ title }: Reply) => plain(title).startsWith(sought);
  return [...found.filter(begins), ...found.filter((reply) => !begins(reply))];
};

/** Cut to the length of a message: names may be longer than their placeholder. */
export const filled = (text: string, name: string): string =>
  [...text.replaceAll(NAME_PLACEHOLDER, () => name)].slice(0, MESSAGE_MAX).join('');

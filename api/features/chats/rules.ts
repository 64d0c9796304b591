// Pure rules of conversations: who may write at which price, and what a locked message costs.
import type { ListId } from '@camarim/contract/features/lists';
import type { DB } from '../../platform/database/database.ts';
import { type Centavos, centavos } from '@camarim/contract/money';
import { MESSAGE_PRICE_CENTAVOS, PRICE_MIN_CENTAVOS } from '@camarim/contract/limits';

/** The rule that says which people may write to a producer, and at what price. */
export type ChatOptions = {
  audience: DB['chat_options']['audience'];
  /** Each message of a fan costs the price. */
  onlyTipped: boolean;
  membersFree: boolean;
  /** The people of this list, which is kept by hand, write for free. */
  freeListId: ListId | null;
  price: Centavos;
  /** A message with one of them is refused. */
  blockedWords: readonly string[];
};

/** The options of a producer who set none. */
export const DEFAULT_OPTIONS: ChatOptions = {
  audience: 'everyone',
  onlyTipped: true,
  membersFree: false,
  freeListId: null,
  price: centavos(MESSAGE_PRICE_CENTAVOS),
  blockedWords: [],
};

/** What decides whether one profile may write to another. */
export type Relation = {
  senderProduces: boolean;
  receiverProduces: boolean;
  /** The receiver follows the sender, subscribes or did so, or bought a post of theirs. */
  receiverIsFan: boolean;
  senderFollows: boolean;
  senderSubscribes: boolean;
  /** The sender is in the receiver's list of those who write for free. */
  senderInFreeList: boolean;
  /** The receiver has written in their conversation. */
  receiverHasWritten: boolean;
  options: ChatOptions;
};

export type WritePermission =
  | { price: Centavos; refusal: null }
  | { price: null; refusal: 'chat.notContact' | 'chat.followersOnly' | 'chat.membersOnly' };

const FREE: WritePermission = { price: centavos(0), refusal: null };
const refuse = (refusal: NonNullable<WritePermission['refusal']>): WritePermission => ({
  price: null,
  refusal,
});

/**
 * A producer writes for free to their fans and to those who wrote to them; all others write to
 * producers, by the options of these. Two members who produce nothing do not write to each other.
 */
export const writingOf = (relation: Relation): WritePermission => {
  const { options } = relation;
  if (relation.senderProduces && (relation.receiverIsFan || relation.receiverHasWritten))
    return FREE;
  if (!relation.receiverProduces) return refuse('chat.notContact');
  if (options.audience === 'members' && !relation.senderSubscribes)
    return refuse('chat.membersOnly');
  if (options.audience === 'followers' && !relation.senderFollows && !relation.senderSubscribes)
    return refuse('chat.followersOnly');
  const free =
    !options.onlyTipped ||
    relation.senderInFreeList ||
    (options.membersFree && relation.senderSubscribes);
  return free ? FREE : { price: options.price, refusal: null };
};

/**
 * The price for a receiver who owns `owned` of the `total` parts that are sold: the same media are
 * never paid twice. 0 when they own all of it; rounded up, and never below the smallest price.
 */
export const offeredPrice = (price: Centavos, total: number, owned: number): Centavos => {
  if (owned >= total) return centavos(0);
  if (owned === 0) return price;
  const rest = Math.ceil((price * (total - owned)) / total);
  return centavos(Math.min(price, Math.max(PRICE_MIN_CENTAVOS, rest)));
};

const ACCENTS = /\p{M}/gu;
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(ACCENTS, '').toLowerCase();

/** The words of the text with single spaces between; '' when it has no letters and digits. */
const wordsOf = (text: string): string =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');

/**
 * Whether the text has one of the words, accents and case ignored. Words count as whole words, so
 * that a short one does not refuse longer ones that contain it; phrases of several words, too. A
 * word without letters, such as an emoji, also counts inside another word.
 */
export const hasBlockedWord = (text: string, words: readonly string[]): boolean => {
  const written = ` ${wordsOf(text)} `;
  return words.some((word) => {
    const blocked = wordsOf(word);
    return blocked === '' ? plain(text).includes(plain(word)) : written.includes(` ${blocked} `);
  });
};

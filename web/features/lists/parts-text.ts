// The parts of a selection in words, and the rules that are offered ready-made.
import { m } from '../../paraglide/messages.js';
import { formatMoney } from '../../ui/display/formats.ts';
import type { List, SelectionPart } from './queries.ts';

const TIPPERS_DAYS = 30;

/** Offered without making a list first, in this order. */
export const READY_PARTS: readonly SelectionPart[] = [
  { kind: 'everyone' },
  { kind: 'followers' },
  { kind: 'subscribers' },
  { kind: 'expired' },
  { kind: 'renewalOff' },
  { kind: 'tippers', amount: 1, days: TIPPERS_DAYS },
  { kind: 'neverBought' },
  { kind: 'newThisWeek' },
  { kind: 'online' },
];

/** Identifies a part among others. */
export const keyOf = (part: SelectionPart): string => JSON.stringify(part);

/** Rules whose words have no value in them. */
export const PLAIN_TEXTS = {
  everyone: m.lists_everyone,
  followers: m.lists_followers,
  subscribers: m.lists_subscribers,
  expired: m.lists_expired,
  renewalOff: m.lists_renewal_off,
  neverBought: m.lists_never_bought,
  online: m.lists_online,
  newThisWeek: m.lists_new_this_week,
  buyersOfPost: m.lists_buyers_of_post,
  buyersOfCollection: m.lists_buyers_of_collection,
  buyersOfMessage: m.lists_buyers_of_message,
};

/** A list that is not among those given was deleted. */
export const textOf = (part: SelectionPart, lists: readonly List[]): string => {
  if (part.kind === 'list')
    return lists.find(({ id }) => id === part.id)?.name ?? m.lists_deleted();
  if (part.kind === 'tippers')
    return part.amount === 1
      ? m.lists_tippers({ days: part.days })
      : m.lists_tippers_of({ amount: formatMoney(part.amount), days: part.days });
  if (part.kind === 'place')
    return m.lists_place({ place: [part.state, part.country].filter(Boolean).join(', ') });
  return PLAIN_TEXTS[part.kind]();
};

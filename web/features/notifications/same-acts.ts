// Several acts of one kind on one post, or several new followers, of one day: one entry of the
// page.
import type { NotificationType } from '@camarim/contract/features/notifications/kinds';
import type { Notification } from './queries.ts';

/** Kinds of which many arrive, and which say nothing besides who acted. */
const GROUPED = ['like', 'comment', 'follow'] as const satisfies readonly NotificationType[];
export type GroupedType = (typeof GROUPED)[number];

/** The newest of them, and all, newest first. */
export type SameActs = { newest: Notification; all: readonly Notification[] };

const groupedType = (type: NotificationType): GroupedType | undefined =>
  GROUPED.find((one) => one === type);

/** Entries of one day, each where the newest of its notifications is. */
export const groupActs = (notifications: readonly Notification[]): SameActs[] => {
  const entries = new Map<string, { newest: Notification; all: Notification[] }>();
  for (const one of notifications) {
    const key = groupedType(one.type) ? `${one.type} ${one.postId}` : one.id;
    const entry = entries.get(key);
    if (entry) entry.all.push(one);
    else entries.set(key, { newest: one, all: [one] });
  }
  return [...entries.values()];
};

/** The people who acted, each once, newest first. */
const namesOf = (all: readonly Notification[]): string[] => [
  ...new Map(all.flatMap(({ from }) => (from ? [[from.id, from.exibitionName]] : []))).values(),
];

const NAMED = 2;

/**
 * Several people of one kind: two names and the number of the others. Undefined: the newest says it
 * all.
 */
export const actorsOf = ({
  newest,
  all,
}: SameActs): { type: GroupedType; names: string[]; others: number } | undefined => {
  const type = groupedType(newest.type);
  const names = namesOf(all);
  if (!type || names.length < NAMED) return undefined;
  return { type, names: names.slice(0, NAMED), others: names.length - NAMED };
};

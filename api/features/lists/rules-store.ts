// What each rule of a list means, as SQL about one person of a producer. Rows of the statement: `v`
// the person with the place where they live, `p` their profile, `k` the producer's id (`owner`) and
// the instant (`now`).
import type { ListId, ListRule } from '@camarim/contract/features/lists';
import { type RawBuilder, sql } from 'kysely';
import {
  boughtFrom,
  boughtPostOf,
  hasSubscribedTo,
  subscribedSince,
  subscribesTo,
} from '../access/index.ts';
import { boughtAnyMessage, boughtMessage } from '../chats/index.ts';
import { boughtCollectionOf } from '../collections/index.ts';
import { tipsTo } from '../ledger/index.ts';
import { ONLINE_MS } from '../profiles/index.ts';
import { stoppedRenewing } from '../subscriptions/index.ts';

/** True for the people of the rule. */
type Condition = RawBuilder<boolean>;

const OWNER = 'k.owner';
const PERSON = 'v.id';
const NOW = 'k.now';
const WEEK = `${NOW} - interval '7 days'`;

const plain = (text: string) => (): Condition => sql.raw<boolean>(text);
/** A condition with a value in the place of `mark`. */
const MARK = '@value';
const about = (text: string, value: RawBuilder<unknown>): Condition => {
  const [before = '', ...rest] = text.split(MARK);
  return rest.reduce(
    (built, part) => sql<boolean>`${built}${value}${sql.raw(part)}`,
    sql.raw<boolean>(before) as Condition,
  );
};

const follows = `EXISTS (SELECT FROM follows f WHERE f.follower_id = ${PERSON}
  AND f.followee_id = ${OWNER})`;
const followsSince = (since: string): string =>
  `EXISTS (SELECT FROM follows f WHERE f.follower_id = ${PERSON} AND f.followee_id = ${OWNER}
    AND f.created_at >= ${since})`;

const RULES: {
  [Kind in ListRule['kind']]: (rule: Extract<ListRule, { kind: Kind }>) => Condition;
} = {
  everyone: plain('true'),
  followers: plain(follows),
  subscribers: plain(subscribesTo(OWNER, PERSON, NOW)),
  expired: plain(`(${hasSubscribedTo(OWNER, PERSON)} AND NOT ${subscribesTo(OWNER, PERSON, NOW)})`),
  renewalOff: plain(stoppedRenewing(OWNER, PERSON, NOW)),
  neverBought: plain(`NOT (${boughtFrom(OWNER, PERSON)} OR ${boughtAnyMessage(OWNER, PERSON)})`),
  online: plain(`coalesce(p.last_seen_at > ${NOW} - interval '${ONLINE_MS} milliseconds', false)`),
  newThisWeek: plain(`(${followsSince(WEEK)} OR ${subscribedSince(OWNER, PERSON, WEEK)})`),
  tippers: ({ amount, days }) =>
    sql<boolean>`(${about(tipsTo(OWNER, PERSON, `${NOW} - ${MARK}`), sql`make_interval(days => ${days}::int)`)} >= ${amount}::bigint)`,
  buyersOfPost: ({ id }) => about(boughtPostOf(OWNER, MARK, PERSON), sql`${id}::uuid`),
  buyersOfCollection: ({ id }) => about(boughtCollectionOf(OWNER, MARK, PERSON), sql`${id}::uuid`),
  buyersOfMessage: ({ id }) => about(boughtMessage(OWNER, MARK, PERSON), sql`${id}::uuid`),
  place: ({ country, state }) =>
    state === undefined
      ? sql<boolean>`coalesce(v.country = ${country}::text, false)`
      : sql<boolean>`coalesce(v.country = ${country}::text AND v.state = ${state}::text, false)`,
};

/** A rule, or a list that is kept by hand. */
export type Part = ListRule | { kind: 'members'; listId: ListId };

export const conditionOf = (part: Part): Condition =>
  part.kind === 'members'
    ? sql<boolean>`EXISTS (SELECT FROM list_members lm WHERE lm.list_id = ${part.listId}::uuid
      AND lm.profile_id = v.id)`
    : (RULES[part.kind] as (rule: ListRule) => Condition)(part);

/** Whether the rule asks where people live, which is sealed in the database. */
export const asksPlace = ({ kind }: Part): boolean => kind === 'place';

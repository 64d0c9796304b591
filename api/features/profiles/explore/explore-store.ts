// SQL of Explore: producers by name and facts, in several orders, a page at a time.
import type { ProfileId } from '@camarim/contract/ids';
import type { Gender, ProducerSort } from '@camarim/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { KeyPosition } from '../../../platform/http/cursor.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { hasOpenPromotion, hasSoldPlan } from '../../tiers/index.ts';
import { isHidden, requesterRow } from '../../visibility/index.ts';
import { SUMMARY, type SummaryRow } from '../store.ts';
import { contains, containsSql } from '../../../platform/database/contains.ts';

export type ExploreFilter = {
  requester: Requester;
  search: string | null;
  followedOnly: boolean;
  /** Only profiles that the requester viewed recently, the latest first. */
  viewedOnly: boolean;
  gender: Gender | null;
  freeOnly: boolean;
  promotedOnly: boolean;
  /** Only profiles seen after this instant. */
  seenAfter: Date | null;
  /** The key of a tag. */
  tag: string | null;
};

export type ExplorePage = {
  sort: ProducerSort;
  before: KeyPosition<ProfileId> | null;
  limit: number;
  offset: number;
  now: Date;
};

/** A row with its sort key: a number, or milliseconds. */
export type ExploreRow = SummaryRow & { key: number };

/**
 * SQL: what searches of the profile `p` by name read, the display name and the domain name. It must
 * equal the expression of the index profiles_names, which serves searches of three and more
 * characters.
 */
const NAMES = String.raw`p.display_name || E'\n' || p.domain_name::text`;

/**
 * SQL condition: the profile `p` has these words in its display name or domain name, without
 * accents and case. Without words it is true.
 */
export const nameContains = (words: string | null): RawBuilder<boolean> => contains(NAMES, words);
/** The same, with the SQL of the words. */
export const nameContainsSql = (words: string): string => containsSql(NAMES, words);

const NOTHING = sql``;
const LISTING = sql`JOIN profile_listings l ON l.profile_id = p.id`;

type Order = {
  key: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
  ascending?: true;
  /** The key is an instant. */
  instant?: true;
};

// Each key is the very expression of an index, whose ties are broken by the id in its direction.
const ORDERS: Record<ProducerSort, Order> = {
  seen: {
    key: sql`coalesce(p.last_seen_at, 'epoch'::timestamptz)`,
    joins: NOTHING,
    instant: true,
  },
  popular: { key: sql`l.popularity`, joins: LISTING },
  new: { key: sql`l.listed_at`, joins: LISTING, instant: true },
  price: { key: sql`coalesce(l.price_centavos, 1000000000000)`, joins: LISTING, ascending: true },
  active: { key: sql`l.recent_posts`, joins: LISTING },
};
const VIEWED: Order = {
  key: sql`w.seen_at`,
  joins: sql`JOIN profile_views w ON w.viewer_id = v.id AND w.profile_id = p.id`,
  instant: true,
};

const beyond = (
  { key, ascending, instant }: Order,
  id: RawBuilder<unknown>,
  before: KeyPosition<ProfileId>,
): RawBuilder<unknown> =>
  sql`AND (${key}, ${id}) ${ascending ? sql`>` : sql`<`} (${
    instant ? sql`${new Date(before.key)}::timestamptz` : sql`${before.key}::bigint`
  }, ${before.id}::uuid)`;

const filters = (
  { search, followedOnly, gender, freeOnly, promotedOnly, seenAfter, tag }: ExploreFilter,
  now: Date,
): RawBuilder<unknown>[] => [
  gender === null ? NOTHING : sql`AND p.gender = ${gender}::text`,
  sql`AND ${nameContains(search)}`,
  followedOnly
    ? sql`AND EXISTS (SELECT FROM follows f WHERE f.follower_id = v.id AND f.followee_id = p.id)`
    : NOTHING,
  freeOnly ? sql`AND NOT ${sql.raw(hasSoldPlan('p.id'))}` : NOTHING,
  promotedOnly ? sql`AND ${hasOpenPromotion('p.id', 'v.id', now)}` : NOTHING,
  seenAfter === null
    ? NOTHING
    : sql`AND coalesce(p.last_seen_at, 'epoch'::timestamptz) > ${seenAfter}::timestamptz`,
  tag === null
    ? NOTHING
    : sql`AND EXISTS (SELECT FROM profile_tags t WHERE t.tag = ${tag}::text
      AND t.profile_id = p.id)`,
];

/**
 * The statement of `listProducers`. Unused filters are left out of it, because an `OR ... IS NULL`
 * or an outer join would keep PostgreSQL from using the indexes of order and search.
 */
export const selectProducers = (
  filter: ExploreFilter,
  { sort, before, limit, offset, now }: ExplorePage,
): RawBuilder<SummaryRow & { key: Date | number | string }> => {
  const order = filter.viewedOnly ? VIEWED : ORDERS[sort];
  // The id of the table with the key, so that one index has the whole order.
  const id = order.joins === LISTING ? sql`l.profile_id` : sql`p.id`;
  const direction = order.ascending ? sql`ASC` : sql`DESC`;
  return sql`
    SELECT ${SUMMARY}, ${order.key} AS key
    FROM profiles p CROSS JOIN ${requesterRow(filter.requester)} ${order.joins}
    WHERE p.producer_stage = 'approved' ${sql.join(filters(filter, now), sql` `)}
      AND NOT ${isHidden('p.id')} ${before === null ? NOTHING : beyond(order, id, before)}
    ORDER BY ${order.key} ${direction}, ${id} ${direction}
    LIMIT ${limit} OFFSET ${offset}`;
};

/** Approved producers, without those hidden from the requester. */
export const listProducers = async (
  db: Database,
  filter: ExploreFilter,
  page: ExplorePage,
): Promise<ExploreRow[]> => {
  const { rows } = await selectProducers(filter, page).execute(db);
  return rows.map(({ key, ...row }) => ({
    ...row,
    key: key instanceof Date ? key.getTime() : Number(key),
  }));
};

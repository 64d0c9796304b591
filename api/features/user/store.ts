// SQL of the list of people and of one person, for administrators. Removed accounts are left out.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { StaffRole } from '@camarim/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Position } from '../../platform/http/cursor.ts';
import { contains } from '../../platform/database/contains.ts';
import { nameContains, type ProducerStage } from '../profiles/index.ts';

export type UserRow = {
  id: UserId;
  profile_id: ProfileId;
  email: string;
  email_confirmed_at: Date | null;
  staff_role: StaffRole | null;
  /** Before the block, for a blocked person. */
  stage: ProducerStage;
  blocked_at: Date | null;
  block_ends_at: Date | null;
  block_reason: string;
  created_at: Date;
  last_seen_at: Date | null;
};

const STAGE = sql`coalesce(u.stage_before_block, p.producer_stage)`;
const ROW = sql`u.id, p.id AS profile_id, u.email::text AS email, u.email_confirmed_at,
  u.staff_role, ${STAGE} AS stage, u.blocked_at, u.block_ends_at, u.block_reason, u.created_at,
  p.last_seen_at`;
const PERSON = sql`users u JOIN profiles p ON p.user_id = u.id`;

export type UserSort = 'newest' | 'lastSeen';

export type UserFilter = {
  search: string | null;
  /** Whether they are administrators. */
  staff: boolean | null;
  blocked: boolean | null;
  stage: ProducerStage | null;
  sort: UserSort;
  /** The last person of the page before. */
  after: Position<UserId> | null;
  limit: number;
};

const SORTED_BY: Record<UserSort, RawBuilder<Date>> = {
  newest: sql<Date>`u.created_at`,
  lastSeen: sql<Date>`coalesce(p.last_seen_at, 'epoch'::timestamptz)`,
};

/** Two ranges of trigrams: names with the index of profiles, addresses with that of accounts. */
const matches = (search: string): RawBuilder<boolean> => sql<boolean>`u.id IN (
  SELECT p.user_id FROM profiles p WHERE ${nameContains(search)}
  UNION ALL SELECT a.id FROM users a WHERE ${contains('a.email::text', search)})`;

export const listUsers = async (
  db: Database,
  { search, staff, blocked, stage, sort, after, limit }: UserFilter,
): Promise<UserRow[]> => {
  const key = SORTED_BY[sort];
  const conditions = [
    sql`u.removed_at IS NULL`,
    ...(search === null ? [] : [matches(search)]),
    ...(staff === null ? [] : [sql`(u.staff_role IS NOT NULL) = ${staff}::boolean`]),
    ...(blocked === null
      ? []
      : [blocked ? sql`u.blocked_at IS NOT NULL` : sql`u.blocked_at IS NULL`]),
    ...(stage === null ? [] : [sql`${STAGE} = ${stage}`]),
    ...(after === null
      ? []
      : [sql`(${key}, u.id) < (${after.at}::timestamptz, ${after.id}::uuid)`]),
  ];
  const { rows } = await sql<UserRow>`
    SELECT ${ROW} FROM ${PERSON} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${key} DESC, u.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

export type UserDetailRow = UserRow & {
  about: string;
  total_followers: number;
  total_following: number;
  total_posts: number;
  subscribers: number;
  subscriptions: number;
  subscribers_renewing: number;
  subscriptions_renewing: number;
};

const countOf = (side: 'producer_id' | 'fan_id', condition: RawBuilder<unknown>) =>
  sql`(SELECT count(*)::integer FROM subscriptions s WHERE ${sql.ref(`s.${side}`)} = p.id
    AND ${condition})`;

export const loadUser = async (
  db: Database,
  id: UserId,
  now: Date,
): Promise<UserDetailRow | null> => {
  const paid = sql`s.paid_until > ${now}::timestamptz`;
  const renews = sql`s.renew_at IS NOT NULL`;
  const { rows } = await sql<UserDetailRow>`
    SELECT ${ROW}, p.about, p.total_followers, p.total_following, p.total_posts,
      ${countOf('producer_id', paid)} AS subscribers, ${countOf('fan_id', paid)} AS subscriptions,
      ${countOf('producer_id', renews)} AS subscribers_renewing,
        ${countOf('fan_id', renews)} AS subscriptions_renewing
    FROM ${PERSON} WHERE u.id = ${id}::uuid AND u.removed_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

/** The profile of an account; null when there is none, or the account is removed. */
export const profileOf = async (db: Database, id: UserId): Promise<ProfileId | null> => {
  const { rows } = await sql<{
    id: ProfileId;
  }>`SELECT p.id FROM ${PERSON} WHERE u.id = ${id}::uuid AND u.removed_at IS NULL`.execute(db);
  return rows[0]?.id ?? null;
};

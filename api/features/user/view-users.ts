// The list of people, and one person with what an administrator needs before a decision. Each view
// of one person is audited.
import type { Routes } from '@camarim/contract';
import type { UserId } from '@camarim/contract/ids';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { cursorOf, pageOf, type Position, readCursor } from '../../platform/http/cursor.ts';
import { listKnownDevices } from '../auth/index.ts';
import { summarise } from '../profiles/index.ts';
import type { UserReviewer } from './policy.ts';
import { presentUser, type UserView } from './present.ts';
import { listUsers, loadUser, type UserDetailRow, type UserRow, type UserSort } from './store.ts';

type Query = QueryOf<Routes['GET /dsb/user']>;
type Detail = DataInput<Routes['GET /dsb/user/{userId}']>;

const DEVICES_SHOWN = 20;

/** People who were never seen come last. */
const positionOf = (
  { id, created_at, last_seen_at }: UserRow,
  sort: UserSort,
): Position<UserId> => ({ at: (sort === 'newest' ? created_at : last_seen_at) ?? new Date(0), id });

export const viewUsers = async (
  ctx: Ctx,
  _reviewer: Allowed<UserReviewer>,
  { search, role, blocked, producerState, sort, cursor, limit }: Query,
): Promise<{ data: UserView[]; cursor: string | null }> => {
  const rows = await listUsers(ctx.db, {
    search: search || null,
    staff: role === undefined ? null : role === 'admin',
    blocked: blocked ?? null,
    stage: producerState ?? null,
    sort,
    after: readCursor(cursor, 'cursor'),
    limit: limit + 1,
  });
  const { page, cursor: next } = pageOf(rows, limit, (last) => cursorOf(positionOf(last, sort)));
  const profiles = await summarise(
    ctx,
    page.map(({ profile_id: id }) => id),
  );
  return {
    data: page.flatMap((row) => {
      const profile = profiles.get(row.profile_id);
      return profile ? [presentUser(row, profile)] : [];
    }),
    cursor: next,
  };
};

const countsOf = (row: UserDetailRow): Detail['counts'] => ({
  followers: row.total_followers,
  following: row.total_following,
  posts: row.total_posts,
  subscribers: row.subscribers,
  subscriptions: row.subscriptions,
  subscribersRenewing: row.subscribers_renewing,
  subscriptionsRenewing: row.subscriptions_renewing,
});

/** Accounts on one device belong to one person, or to people who know each other. */
const devicesOf = async (ctx: Ctx, id: UserId): Promise<Detail['devices']> => {
  const rows = await listKnownDevices(ctx.db, id, DEVICES_SHOWN);
  const people = await summarise(ctx, [...new Set(rows.flatMap(({ others }) => others))]);
  return rows.map(({ name, last_seen_at: lastSeenAt, others }) => ({
    name,
    lastSeenAt: lastSeenAt.toISOString(),
    others: others.flatMap((other) => people.get(other) ?? []),
  }));
};

/** Records the view. Throws user.notFound. */
export const viewUser = async (
  ctx: Ctx,
  { adminId }: Allowed<UserReviewer>,
  id: UserId,
): Promise<Detail> => {
  const now = ctx.clock.now();
  const row = await loadUser(ctx.db, id, now);
  if (!row) throw new AppError('user.notFound');
  const { profile_id: profileId } = row;
  await transaction(ctx.db, (tx) =>
    recordAct(tx, { adminId, action: 'user.viewed', profileId, subjectId: id, now }),
  );
  const [profiles, totals, devices] = await Promise.all([
    summarise(ctx, [profileId]),
    ctx.ledger.totalsOf(profileId),
    devicesOf(ctx, id),
  ]);
  const profile = profiles.get(profileId);
  if (!profile) throw new AppError('user.notFound');
  const { balances, walletSums, earningsSums } = totals;
  return {
    ...presentUser(row, profile),
    about: row.about,
    counts: countsOf(row),
    money: { ...balances, walletSums, earningsSums },
    devices,
    secondPerson: row.staff_role !== null && ctx.config.adminSecondPerson,
    own: profileId === adminId,
  };
};

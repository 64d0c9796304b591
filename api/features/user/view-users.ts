// The list of people, one person with what an administrator needs before a decision, and whom a
// person follows. Each view of one person is audited.
import type { Routes } from '@camarim/contract';
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import { actText } from '../../platform/audit/act-text.ts';
import { type ActRow, listActs, recordAct } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { cursorOf, pageOf, type Position, readCursor } from '../../platform/http/cursor.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import { listKnownDevices, listOpenSessions } from '../auth/index.ts';
import { listFollowsOf, type Side } from '../follows/index.ts';
import { summarise } from '../profiles/index.ts';
import { type InvolvedReport, reportsInvolving } from '../reports/index.ts';
import type { UserReviewer } from './policy.ts';
import { presentUser, type UserView } from './present.ts';
import {
  listUsers,
  loadUser,
  profileOf,
  type UserDetailRow,
  type UserRow,
  type UserSort,
} from './store.ts';

type Query = QueryOf<Routes['GET /dsb/user']>;
type Detail = DataInput<Routes['GET /dsb/user/{userId}']>;
type FollowQuery = QueryOf<Routes['GET /dsb/user/{userId}/follows']>;
type FollowEntry = DataInput<Routes['GET /dsb/user/{userId}/follows']>[number];

const SESSIONS_SHOWN = 20;
const DEVICES_SHOWN = 20;
const REPORTS_SHOWN = 20;
const DECISIONS_SHOWN = 50;

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

const presentReports = (
  rows: readonly InvolvedReport[],
  { readsContent }: UserReviewer,
): Detail['reportsAbout'] =>
  rows.map(({ target_kind: targetKind, created_at: createdAt, text, ...report }) => ({
    ...report,
    targetKind,
    createdAt: createdAt.toISOString(),
    text: readsContent ? text : null,
  }));

/** Without views, of which each visit to this page adds one. */
const decisionsOf = async (
  ctx: Ctx,
  profileId: ProfileId,
  locale: Locale,
): Promise<Detail['decisions']> => {
  const acts = await listActs(ctx.db, {
    profileId,
    decisionsOnly: true,
    limit: DECISIONS_SHOWN,
    offset: 0,
  });
  const admins = await summarise(ctx, [
    ...new Set(acts.flatMap(({ admin_profile_id: id }) => id ?? [])),
  ]);
  const nameOf = ({ admin_profile_id: id }: ActRow) => (id && admins.get(id)?.domainName) ?? null;
  return acts.map((act) => ({
    action: act.action,
    text: actText(locale, act.action),
    by: nameOf(act),
    reason: act.reason,
    at: act.created_at.toISOString(),
  }));
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

const sessionsOf = async (ctx: Ctx, id: UserId): Promise<Detail['sessions']> => {
  const page = { limit: SESSIONS_SHOWN, offset: 0 };
  const { rows } = await listOpenSessions(ctx.db, id, ctx.clock.now(), page);
  return rows.map((session) => ({
    id: session.id,
    device: deviceName(session.user_agent),
    address: session.address,
    place: session.place || null,
    createdAt: session.created_at.toISOString(),
    lastUsedAt: session.last_used_at.toISOString(),
  }));
};

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
  reviewer: Allowed<UserReviewer>,
  id: UserId,
  locale: Locale,
): Promise<Detail> => {
  const { adminId } = reviewer;
  const now = ctx.clock.now();
  const row = await loadUser(ctx.db, id, now);
  if (!row) throw new AppError('user.notFound');
  const { profile_id: profileId } = row;
  await transaction(ctx.db, (tx) =>
    recordAct(tx, { adminId, action: 'user.viewed', profileId, subjectId: id, now }),
  );
  const [profiles, totals, sessions, devices, reports, decisions] = await Promise.all([
    summarise(ctx, [profileId]),
    ctx.ledger.totalsOf(profileId),
    sessionsOf(ctx, id),
    devicesOf(ctx, id),
    reportsInvolving(ctx.db, { profileId, readerId: adminId }, REPORTS_SHOWN),
    decisionsOf(ctx, profileId, locale),
  ]);
  const profile = profiles.get(profileId);
  if (!profile) throw new AppError('user.notFound');
  const { balances, walletSums, earningsSums } = totals;
  return {
    ...presentUser(row, profile),
    about: row.about,
    counts: countsOf(row),
    money: { ...balances, walletSums, earningsSums },
    sessions,
    devices,
    reportsAbout: presentReports(reports.about, reviewer),
    reportsBy: presentReports(reports.by, reviewer),
    decisions,
    secondPerson: row.staff_role !== null && ctx.config.adminSecondPerson,
    own: profileId === adminId,
  };
};

/** Throws user.notFound. */
export const viewFollowsOf = async (
  ctx: Ctx,
  _reviewer: Allowed<UserReviewer>,
  side: Side,
  id: UserId,
  { search, limit, offset }: FollowQuery,
): Promise<FollowEntry[]> => {
  const profileId = await profileOf(ctx.db, id);
  if (!profileId) throw new AppError('user.notFound');
  const rows = await listFollowsOf(ctx.db, side, profileId, {
    search: search || null,
    limit,
    offset,
  });
  const profiles = await summarise(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.flatMap((row) => {
    const profile = profiles.get(row.id);
    return profile ? [{ ...profile, followedAt: row.created_at.toISOString() }] : [];
  });
};

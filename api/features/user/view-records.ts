// Lists about one person, in pages by a cursor: open sessions, reports, decisions, and whom the
// person follows. Only sessions, which have addresses, are recorded as a view of their own; reports
// and decisions are read within a view of the person.
import type { Routes } from '@camarim/contract';
import type { ProfileId, SessionId, UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { HOUR_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { actText } from '../../platform/audit/act-text.ts';
import {
  listDecisionsAbout,
  reasonFor,
  recordAct,
  viewedAmong,
} from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { cursorOf, pageOf, readCursor } from '../../platform/http/cursor.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import { listOpenSessions } from '../auth/index.ts';
import { listFollowsOf, type Side } from '../follows/index.ts';
import { summarise } from '../profiles/index.ts';
import { reportsInvolving } from '../reports/index.ts';
import type { UserReviewer } from './policy.ts';
import { profileOf } from './store.ts';

export type PageQuery = { limit: number; cursor?: string | undefined };
export type Page<Data> = { data: Data; cursor: string | null };

type Sessions = DataInput<Routes['GET /dsb/user/{userId}/sessions']>;
type Reports = DataInput<Routes['GET /dsb/user/{userId}/reports']>;
type ReportsQuery = QueryOf<Routes['GET /dsb/user/{userId}/reports']>;
type Decisions = DataInput<Routes['GET /dsb/user/{userId}/decisions']>;
type Follows = DataInput<Routes['GET /dsb/user/{userId}/follows']>;
type FollowsQuery = QueryOf<Routes['GET /dsb/user/{userId}/follows']>;

/** Throws user.notFound. */
export const requireProfile = async ({ db }: Ctx, userId: UserId): Promise<ProfileId> => {
  const profileId = await profileOf(db, userId);
  if (!profileId) throw new AppError('user.notFound');
  return profileId;
};

/** Within this time all pages of the lists about a person belong to one view of the person. */
const VIEW_MS = HOUR_MS;

/** Records that the administrator reads about the person, unless that is recorded already. */
const recordView = (
  ctx: Ctx,
  adminId: ProfileId,
  { id, profileId }: { id: UserId; profileId: ProfileId },
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const since = new Date(now.getTime() - VIEW_MS);
    const action = 'user.viewed';
    if ((await viewedAmong(tx, action, adminId, [id], since)).length === 0)
      await recordAct(tx, { adminId, action, profileId, subjectId: id, now });
  });

/** The last used first; the view is recorded. Throws user.notFound. */
export const viewSessionsOf = async (
  ctx: Ctx,
  { adminId }: Allowed<UserReviewer>,
  id: UserId,
  { limit, cursor }: PageQuery,
): Promise<Page<Sessions>> => {
  const profileId = await requireProfile(ctx, id);
  const after = readCursor<SessionId>(cursor, 'cursor');
  const now = ctx.clock.now();
  const { rows } = await listOpenSessions(ctx.db, id, now, { limit: limit + 1, after });
  const { page, cursor: next } = pageOf(rows, limit, ({ last_used_at: at, id: last }) =>
    cursorOf({ at, id: last }),
  );
  await transaction(ctx.db, (tx) =>
    recordAct(tx, { adminId, action: 'user.sessionsViewed', profileId, subjectId: id, now }),
  );
  const data = page.map((session) => ({
    id: session.id,
    device: deviceName(session.user_agent),
    address: session.address,
    place: session.place || null,
    createdAt: session.created_at.toISOString(),
    lastUsedAt: session.last_used_at.toISOString(),
  }));
  return { data, cursor: next };
};

/**
 * Newest first, without those about what is the reader's own; the view is recorded. Throws
 * user.notFound.
 */
export const viewReportsOf = async (
  ctx: Ctx,
  { adminId: readerId, readsContent }: Allowed<UserReviewer>,
  id: UserId,
  { side, limit, cursor }: ReportsQuery,
): Promise<Page<Reports>> => {
  const profileId = await requireProfile(ctx, id);
  const after = readCursor(cursor, 'cursor');
  const people = { profileId, readerId };
  await recordView(ctx, readerId, { id, profileId });
  const rows = await reportsInvolving(ctx.db, people, { side, limit: limit + 1, after });
  const { page, cursor: next } = pageOf(rows, limit, ({ created_at: at, id: last }) =>
    cursorOf({ at, id: last }),
  );
  const data = page.map(({ target_kind: targetKind, created_at: createdAt, text, ...report }) => ({
    ...report,
    targetKind,
    createdAt: createdAt.toISOString(),
    text: readsContent ? text : null,
  }));
  return { data, cursor: next };
};

/**
 * Newest first, without views, of which each visit adds some; the view is recorded. Throws
 * user.notFound.
 */
export const viewDecisionsOn = async (
  ctx: Ctx,
  reviewer: Allowed<UserReviewer>,
  id: UserId,
  { limit, cursor, locale }: PageQuery & { locale: Locale },
): Promise<Page<Decisions>> => {
  const profileId = await requireProfile(ctx, id);
  const before = cursor === undefined ? null : Number(cursor);
  await recordView(ctx, reviewer.adminId, { id, profileId });
  const acts = await listDecisionsAbout(ctx.db, profileId, { limit: limit + 1, before });
  const { page, cursor: next } = pageOf(acts, limit, ({ id: last }) => String(last));
  const admins = await summarise(ctx, [
    ...new Set(page.flatMap(({ admin_profile_id: admin }) => admin ?? [])),
  ]);
  const data = page.map((act) => ({
    id: String(act.id),
    action: act.action,
    text: actText(locale, act.action),
    by: (act.admin_profile_id && admins.get(act.admin_profile_id)?.domainName) ?? null,
    reason: reasonFor(reviewer, act),
    at: act.created_at.toISOString(),
  }));
  return { data, cursor: next };
};

/** Newest first. Throws user.notFound. */
export const viewFollowsOf = async (
  ctx: Ctx,
  _reviewer: Allowed<UserReviewer>,
  side: Side,
  id: UserId,
  { search, limit, cursor }: FollowsQuery,
): Promise<Page<Follows>> => {
  const profileId = await requireProfile(ctx, id);
  const after = readCursor<ProfileId>(cursor, 'cursor');
  const filter = { search: search || null, limit: limit + 1, after };
  const rows = await listFollowsOf(ctx.db, side, profileId, filter);
  const { page, cursor: next } = pageOf(rows, limit, ({ created_at: at, id: last }) =>
    cursorOf({ at, id: last }),
  );
  const profiles = await summarise(
    ctx,
    page.map((row) => row.id),
  );
  const data = page.flatMap((row) => {
    const profile = profiles.get(row.id);
    return profile ? [{ ...profile, followedAt: row.created_at.toISOString() }] : [];
  });
  return { data, cursor: next };
};

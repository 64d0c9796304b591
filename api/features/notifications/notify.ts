// Creates notifications.
import { topicKey } from '@camarim/contract/events';
import type { NotificationType } from '@camarim/contract/features/notifications';
import type { NotificationId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { RealtimeMessage } from '../../platform/bus/port.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { SideEffects } from '../../platform/database/side-effects.ts';
import { eventEffects } from '../../platform/outbox/store.ts';
import type { Ctx } from '../../context.ts';
import { type NewNotification, insertNotifications } from './store.ts';

/** A notification for `profileId`; `fromProfileId` caused it. */
export type NotificationInput = {
  profileId: ProfileId;
  type: NotificationType;
  fromProfileId?: ProfileId | null;
  postId?: PostId | null;
  amount?: Centavos | null;
  /** What the sender wrote. */
  text?: string | null;
};

/**
 * Created only when no equal one is unread, so that liking again after an unlike does not notify
 * twice, and a conversation notifies once until it is read.
 */
const ONCE_UNTIL_READ = [
  'follow',
  'like',
  'message',
  'liveStarted',
] as const satisfies readonly NotificationType[];
type OncePerUnreadType = (typeof ONCE_UNTIL_READ)[number];
const isOncePerUnread = (type: NotificationType): boolean =>
  (ONCE_UNTIL_READ as readonly NotificationType[]).includes(type);

const rowOf = (
  { clock }: Pick<Ctx, 'clock'>,
  { profileId, type, fromProfileId, postId, amount, text }: NotificationInput,
): NewNotification => ({
  id: newId() as NotificationId,
  profile_id: profileId,
  type,
  from_profile_id: fromProfileId ?? null,
  post_id: postId ?? null,
  amount_centavos: amount ?? null,
  text: text ?? null,
  created_at: clock.now(),
});

const eventOf = ({ id, profile_id: profileId }: NewNotification): RealtimeMessage => ({
  event: 'notifications',
  topics: [topicKey('member', profileId)],
  payload: { field: 'notifications', id },
});

/** People get no notification of their own acts. */
const isOwnAct = ({ profileId, fromProfileId }: NotificationInput): boolean =>
  fromProfileId === profileId;

/**
 * Inserts the notification in the caller's transaction, with an outbox event for the profile's
 * sockets.
 */
export const notify = async (ctx: Ctx, tx: Database, notice: NotificationInput): Promise<void> => {
  await ctx.outbox.publish(tx, ...(await insertNotices(ctx, tx, notice.type, [notice])));
};

/**
 * Inserts notices of one type by one statement; no two of them are equal. Returns the events for
 * the sockets, which the caller publishes together with others.
 */
export const insertNotices = async (
  ctx: Ctx,
  tx: Database,
  type: NotificationType,
  notices: readonly Omit<NotificationInput, 'type'>[],
): Promise<RealtimeMessage[]> => {
  const rows = notices
    .map((notice) => ({ ...notice, type }))
    .filter((notice) => !isOwnAct(notice))
    .map((notice) => rowOf(ctx, notice));
  const created = await insertNotifications(tx, rows, isOncePerUnread(type));
  return rows.filter(({ id }) => created.has(id)).map(eventOf);
};

/**
 * The same notification for many profiles, in the caller's transaction: two statements, whatever
 * their number. Callers with an open number of profiles call it in batches.
 */
export const notifyMany = async (
  ctx: Ctx,
  tx: Database,
  profileIds: readonly ProfileId[],
  notice: Omit<NotificationInput, 'profileId'>,
): Promise<void> => {
  const rows = profileIds
    .map((profileId) => ({ ...notice, profileId }))
    .filter((one) => !isOwnAct(one))
    .map((one) => rowOf(ctx, one));
  const created = await insertNotifications(tx, rows, isOncePerUnread(notice.type));
  await ctx.outbox.publish(tx, {
    event: 'notifications',
    topics: rows.flatMap((row) => (created.has(row.id) ? topicKey('member', row.profile_id) : [])),
    payload: { field: 'notifications', id: null },
  });
};

/**
 * The same as rows that the ledger inserts with its transfer. Without the types that need a query
 * at what is unread.
 */
export const notificationEffects = (
  ctx: Pick<Ctx, 'clock'>,
  notice: NotificationInput & { type: Exclude<NotificationType, OncePerUnreadType> },
): SideEffects => {
  if (isOwnAct(notice)) return {};
  const row = rowOf(ctx, notice);
  return { notifications: [row], ...eventEffects(eventOf(row)) };
};

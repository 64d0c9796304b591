// Creates notifications.
import { randomUUIDv7 } from 'node:crypto';
import { topicKey } from '@camarim/contract/events';
import type { NotificationType } from '@camarim/contract/features/notifications';
import type { NotificationId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Kysely } from 'kysely';
import type { RealtimeMessage } from '../../platform/bus/port.ts';
import type { DB } from '../../platform/database/database.ts';
import type { SideEffects } from '../../platform/database/side-effects.ts';
import { eventEffects } from '../../platform/outbox/store.ts';
import type { Ctx } from '../../context.ts';
import { type NewNotification, insertNotification, insertNotifications } from './store.ts';

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
 * twice.
 */
const ONCE_UNTIL_READ = ['follow', 'like'] as const satisfies readonly NotificationType[];
type OncePerUnreadType = (typeof ONCE_UNTIL_READ)[number];

const rowOf = (
  { clock }: Pick<Ctx, 'clock'>,
  { profileId, type, fromProfileId, postId, amount, text }: NotificationInput,
): NewNotification => ({
  id: randomUUIDv7() as NotificationId,
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
export const notify = async (
  ctx: Ctx,
  tx: Kysely<DB>,
  notice: NotificationInput,
): Promise<void> => {
  if (isOwnAct(notice)) return;
  const row = rowOf(ctx, notice);
  const once = (ONCE_UNTIL_READ as readonly NotificationType[]).includes(notice.type);
  if (await insertNotification(tx, row, once)) await ctx.outbox.publish(tx, eventOf(row));
};

/**
 * The same notification for many profiles, in the caller's transaction: two statements, whatever
 * their number. Callers with an open number of profiles call it in batches.
 */
export const notifyMany = async (
  ctx: Ctx,
  tx: Kysely<DB>,
  profileIds: readonly ProfileId[],
  notice: Omit<NotificationInput, 'profileId'> & {
    type: Exclude<NotificationType, OncePerUnreadType>;
  },
): Promise<void> => {
  const rows = profileIds
    .map((profileId) => ({ ...notice, profileId }))
    .filter((one) => !isOwnAct(one))
    .map((one) => rowOf(ctx, one));
  if (rows.length === 0) return;
  await insertNotifications(tx, rows);
  await ctx.outbox.publish(tx, {
    event: 'notifications',
    topics: rows.map(({ profile_id: profileId }) => topicKey('member', profileId)),
    payload: { field: 'notifications', id: null },
  });
};

/**
 * The same as rows that the ledger inserts with its transfer. Without the types that need a look
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

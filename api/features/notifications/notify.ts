// Creates notifications.
import { randomUUIDv7 } from 'node:crypto';
import { topicKey } from '@camarim/contract/events';
import type { NotificationType } from '@camarim/contract/features/notifications';
import type { NotificationId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertNotification } from './store.ts';

/** A notification for `profileId`; `fromProfileId` caused it. */
export type NotificationInput = {
  profileId: ProfileId;
  type: NotificationType;
  fromProfileId?: ProfileId | null;
  postId?: PostId | null;
  amount?: Centavos | null;
};

/**
 * Created only when no equal one is unread, so that liking again after an unlike does not notify
 * twice.
 */
const ONCE_UNTIL_READ: ReadonlySet<NotificationType> = new Set(['follow', 'like']);

/**
 * Inserts the notification in the caller's transaction, with an outbox event for the profile's
 * sockets. People get no notification of their own acts.
 */
export const notify = async (
  platform: Pick<Platform, 'clock' | 'outbox'>,
  tx: Kysely<DB>,
  notice: NotificationInput,
): Promise<void> => {
  if (notice.fromProfileId === notice.profileId) return;
  const id = randomUUIDv7() as NotificationId;
  const row = {
    id,
    profileId: notice.profileId,
    type: notice.type,
    fromProfileId: notice.fromProfileId ?? null,
    postId: notice.postId ?? null,
  };
  const written = await insertNotification(
    tx,
    { ...row, amount: notice.amount ?? null, now: platform.clock.now() },
    ONCE_UNTIL_READ.has(notice.type),
  );
  if (written)
    await platform.outbox.publish(tx, {
      event: 'notifications',
      topics: [topicKey('member', notice.profileId)],
      payload: { field: 'notifications', id },
    });
};

// What there is to be told, and telling it.
import { randomUUIDv7 } from 'node:crypto';
import type { notificationType } from '@camarim/contract/features/notifications';
import type { NotificationId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { DB } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertNotification } from './store.ts';

export type NotificationType = z.infer<typeof notificationType>;

/** Something that happened to a profile. */
export type Notice = {
  profileId: ProfileId;
  type: NotificationType;
  fromProfileId?: ProfileId | null;
  postId?: PostId | null;
  amount?: Centavos | null;
};

/** Told once until it is read: taking a like back and giving it again is no news. */
const TOLD_ONCE: ReadonlySet<NotificationType> = new Set(['follow', 'like']);

/**
 * Writes the notification with the caller's transaction, together with the event that asks the
 * profile's sockets to look; call `platform.outbox.nudge()` after the commit. What people do to
 * their own things is not told.
 */
export const notify = async (
  platform: Pick<Platform, 'clock' | 'outbox'>,
  tx: Kysely<DB>,
  notice: Notice,
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
    TOLD_ONCE.has(notice.type),
  );
  if (written)
    await platform.outbox.publish(tx, {
      event: 'notifications',
      audience: [notice.profileId],
      payload: { field: 'notifications', id },
    });
};

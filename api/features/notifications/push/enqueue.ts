// Enqueues a push for each browser of a person: what one push service refuses is repeated to its
// browser alone.
import type { DeviceId, NotificationId, ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';

export const enqueuePushes = (
  { jobs }: Pick<Ctx, 'jobs'>,
  tx: Database,
  {
    profileId,
    devices,
    id,
  }: { profileId: ProfileId; devices: readonly DeviceId[]; id: NotificationId | null },
): Promise<void> =>
  jobs.enqueueMany(
    tx,
    'notifications.push',
    devices.map((deviceId) => ({ profileId, deviceId, notificationId: id })),
  );

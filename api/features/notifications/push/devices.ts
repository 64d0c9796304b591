// The browsers of a person that get Web Push.
import { PUSH_DEVICES_MAX } from '@camarim/contract/features/notifications/channels';
import type { DeviceId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import { deviceName } from '../../../platform/http/device-name.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { canEncryptFor, type PushAddress, type WebPush } from '../../../platform/push/web-push.ts';
import { listDevices } from '../deliver/store.ts';
import {
  countOtherDevices,
  deleteDevice,
  deleteDeviceOfSession,
  saveDevice,
  setSealed,
} from './store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

/** Where a device's sealed address belongs. */
export const sealContextOf = (id: DeviceId): string => `push_devices/${id}`;

export const viewPush = async (
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  push: WebPush,
  { profileId }: Pick<Viewer, 'profileId'>,
) => ({
  publicKey: await push.publicKey(),
  devices: (await listDevices(db, profileId, clock.now())).map(({ id, name, created_at }) => ({
    id,
    name,
    createdAt: created_at.toISOString(),
  })),
});

/**
 * `renewed`: without a press, so only the device of this session gets the new address. A browser
 * keeps its subscription when a person leaves, and the next one must not get it by logging in.
 * Throws push.endpointRefused, push.tooManyDevices, push.notFound and validate.invalid.
 */
export const addDevice = async (
  { db, clock, seal }: Pick<Ctx, 'db' | 'clock' | 'seal'>,
  push: WebPush,
  { profileId, sessionId }: Viewer,
  { endpoint, keys, renewed }: PushAddress & { renewed: boolean },
  userAgent: string,
) => {
  if (!push.allows(endpoint)) throw new AppError('push.endpointRefused');
  if (!canEncryptFor(keys)) throw fieldError('keys', 'validate.invalid');
  const now = clock.now();
  const name = (deviceName(userAgent) ?? '?').slice(0, 120);
  const address: PushAddress = { endpoint, keys };
  const endpoint_hash = hashToken(endpoint);
  const id = await transaction(db, async (tx) => {
    if (renewed && !(await deleteDeviceOfSession(tx, profileId, sessionId)))
      throw new AppError('push.notFound');
    if ((await countOtherDevices(tx, profileId, endpoint_hash, now)) >= PUSH_DEVICES_MAX)
      throw new AppError('push.tooManyDevices', { max: PUSH_DEVICES_MAX });
    const fresh = newId() as DeviceId;
    const saved = await saveDevice(tx, {
      id: fresh,
      profile_id: profileId,
      session_id: sessionId,
      endpoint_hash,
      sealed: seal.seal(sealContextOf(fresh), address),
      name,
      created_at: now,
    });
    if (saved !== fresh) await setSealed(tx, saved, seal.seal(sealContextOf(saved), address));
    return saved;
  });
  return { id, name, createdAt: now.toISOString() };
};

/** Throws push.notFound. */
export const removeDevice = async (
  { db }: Pick<Ctx, 'db'>,
  { profileId }: Viewer,
  id: DeviceId,
): Promise<void> => {
  if (!(await deleteDevice(db, profileId, id))) throw new AppError('push.notFound');
};

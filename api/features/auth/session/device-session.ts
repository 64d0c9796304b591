// Opens a session on a device, and emails the owner when the device is new.
import type { UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { SAO_PAULO } from '@camarim/contract/time';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { loadAccount } from '../account-store.ts';
import { hashOfMark, type MarkedDevice } from './device.ts';
import { deviceName } from '../../../platform/http/device-name.ts';
import { deviceHistory, upsertDevice } from './session-store.ts';
import { openSession } from './sessions.ts';
import type { Device, OpenedSession } from './sessions.ts';

const LOCALE_TAGS: Record<Locale, string> = { pt: 'pt-BR', en: 'en', es: 'es' };

const whenText = (instant: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: SAO_PAULO,
  }).format(instant);

const notifyNewDevice = async (
  { mail, config, clock }: Ctx,
  tx: Transaction,
  userId: UserId,
  { userAgent, address }: Device,
): Promise<void> => {
  const account = await loadAccount(tx, userId);
  if (!account) return;
  const { email, locale, name } = account;
  const params = {
    name,
    device: deviceName(userAgent) ?? '?',
    address,
    when: whenText(clock.now(), locale),
    link: `${config.publicUrl}/settings/sessions`,
  };
  await mail.send(tx, { to: email, template: 'newDevice', locale, params });
};

/** Opens a session in the caller's transaction. The first device of an account sends no email. */
export const openDeviceSession = async (
  ctx: Ctx,
  tx: Transaction,
  userId: UserId,
  device: MarkedDevice,
  secondFactor = false,
): Promise<OpenedSession> => {
  const hash = hashOfMark(device);
  const { before, known } = await deviceHistory(tx, userId, hash);
  await upsertDevice(tx, userId, hash, ctx.clock.now());
  if (before && !known) await notifyNewDevice(ctx, tx, userId, device);
  return openSession(ctx, tx, userId, device, secondFactor);
};

/**
 * Opens a session on a known device that was recorded within the last day: nothing else has to be
 * written.
 */
export const openKnownDeviceSession = (
  ctx: Ctx,
  userId: UserId,
  device: MarkedDevice,
): Promise<OpenedSession> => openSession(ctx, ctx.db, userId, device);

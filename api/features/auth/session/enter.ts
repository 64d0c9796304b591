// Entering an account on a device: opens the session, and writes to the owner when the device is
// new.
import { createHash } from 'node:crypto';
import type { UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadAccount } from '../account-store.ts';
import type { MarkedDevice } from './device.ts';
import { deviceName } from './device-name.ts';
import { deviceHistory, rememberDevice } from './session-store.ts';
import { openSession } from './sessions.ts';
import type { Device, Opened } from './sessions.ts';

const TAGS: Record<Locale, string> = { pt: 'pt-BR', en: 'en', es: 'es' };

const whenText = (instant: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(TAGS[locale], {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'America/Sao_Paulo',
  }).format(instant);

const tellOwner = async (
  { mail, config, clock }: Platform,
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

/** How a mark is kept: whoever reads the database can't pass for the device. */
export const hashOfMark = ({ mark }: Pick<MarkedDevice, 'mark'>): Buffer =>
  createHash('sha256').update(mark).digest();

/** Opens a session with the caller's transaction. The first device of an account is no news. */
export const enterOn = async (
  platform: Platform,
  tx: Transaction,
  userId: UserId,
  device: MarkedDevice,
  secondFactor = false,
): Promise<Opened> => {
  const hash = hashOfMark(device);
  const { before, known } = await deviceHistory(tx, userId, hash);
  await rememberDevice(tx, userId, hash, platform.clock.now());
  if (before && !known) await tellOwner(platform, tx, userId, device);
  return openSession(platform, tx, userId, device, secondFactor);
};

/**
 * Opens a session on a device that is known and was noted lately: there is nothing else to write.
 */
export const enterAgain = (
  platform: Platform,
  userId: UserId,
  device: MarkedDevice,
): Promise<Opened> => openSession(platform, platform.db, userId, device);

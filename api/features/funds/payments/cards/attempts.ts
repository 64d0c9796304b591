// Limits of declined cards per account and network, against the testing of stolen card numbers.
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { installationSecret } from '../../../../platform/installation/secret.ts';
import type { Ctx } from '../../../../context.ts';
import {
  type Attempt,
  attemptsSince,
  declinesSince,
  deleteAttemptsBefore,
  insertAttempt,
} from './attempt-store.ts';

/** The account that uses a card, and its address. */
export type Caller = { profileId: ProfileId; /** IP address. */ address: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * An unconfirmed email costs nothing, so such an account gets two declined cards a day: a typing
 * error, and another card.
 */
const UNCONFIRMED_DECLINES_MAX = 2;
/** No alarm below this number of declines in an hour. */
const ALARM_FROM = 20;
const ALARM_SHARE = 0.5;

/**
 * The address, or the /64 of an IPv6 address: one customer of a provider has at least that many
 * addresses.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const groups = address.includes('::')
    ? [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
    : first;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

/** An HMAC: the small set of addresses could be tried against a plain hash. */
const keyOf = async ({ db }: Ctx, address: string): Promise<Buffer> =>
  createHmac('sha256', await installationSecret(db, 'card.network'))
    .update(networkOf(address))
    .digest();

/** Hours until the `most`-th newest decline is a day old; null while there are fewer. */
const hoursLeft = (declines: readonly Date[], most: number, now: Date): number | null => {
  const decisive = declines[most - 1];
  return decisive
    ? Math.max(1, Math.ceil((decisive.getTime() + DAY_MS - now.getTime()) / HOUR_MS))
    : null;
};

const refusal = (
  code: 'card.declines' | 'card.declinesUnconfirmed' | 'card.declinesNetwork',
  hours: number,
  max?: number,
): AppError =>
  new AppError(code, {
    size: hours,
    ...(max !== undefined && { max }),
    retryAfterSeconds: (hours * HOUR_MS) / 1000,
  });

/**
 * Call it before a card is checked or charged. After too many declines within 24 hours it throws
 * card.declines for the account, card.declinesUnconfirmed where a confirmed email would allow more,
 * and card.declinesNetwork for the network, each with the hours until the next attempt.
 */
export const refuseAfterDeclines = async (
  ctx: Ctx,
  { profileId, address }: Caller,
): Promise<void> => {
  const { db, clock, config } = ctx;
  const { CARD_DECLINES_ACCOUNT_MAX: ofAccount, CARD_DECLINES_ADDRESS_MAX: ofAddress } = config;
  const now = clock.now();
  const { ofProfile, ofNetwork, emailConfirmed } = await declinesSince(
    db,
    { profileId, network: await keyOf(ctx, address), limit: Math.max(ofAccount, ofAddress) },
    new Date(now.getTime() - DAY_MS),
  );
  const account = hoursLeft(ofProfile, ofAccount, now);
  if (account !== null) throw refusal('card.declines', account);
  const network = hoursLeft(ofNetwork, ofAddress, now);
  if (network !== null) throw refusal('card.declinesNetwork', network);
  const unconfirmed = emailConfirmed ? null : hoursLeft(ofProfile, UNCONFIRMED_DECLINES_MAX, now);
  if (unconfirmed !== null) throw refusal('card.declinesUnconfirmed', unconfirmed, ofAccount);
};

const RETENTION_MS = 30 * DAY_MS;

export const forgetOldAttempts = ({ db, clock }: Ctx): Promise<void> =>
  deleteAttemptsBefore(db, new Date(clock.now().getTime() - RETENTION_MS));

/** Records an attempt, and logs an alarm when most cards of the last hour were declined. */
export const recordAttempt = async (
  ctx: Ctx,
  { profileId, address }: Caller,
  declined: boolean,
): Promise<void> => {
  const { db, clock, log } = ctx;
  const at = clock.now();
  await insertAttempt(db, { profileId, network: await keyOf(ctx, address), declined, at });
  if (!declined) return;
  const { declines, attempts }: Attempt = await attemptsSince(db, new Date(at.getTime() - HOUR_MS));
  if (declines >= ALARM_FROM && declines >= attempts * ALARM_SHARE)
    log.error(
      { declines, attempts },
      'most cards of the last hour were declined: stolen numbers may be tested here',
    );
};

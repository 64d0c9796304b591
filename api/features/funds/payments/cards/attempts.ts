// Limits of declined cards per account, network, browser and first digits, against the testing of
// stolen card numbers (docs/decisions/0075).
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { EVIDENCE_MAX } from '@camarim/contract/features/fraud/alerts';
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { type Transaction, transaction } from '../../../../platform/database/transaction.ts';
import { installationSecret } from '../../../../platform/installation/secret.ts';
import type { Ctx } from '../../../../context.ts';
import { countedSince, openAlert } from '../../../fraud/index.ts';
import {
  type AttemptOrigin,
  attemptsSince,
  countOfBin,
  declinesOf,
  deleteAttempt,
  deleteAttemptsBefore,
  insertAttempt,
  lockOrigin,
  markAccepted,
  payerFacts,
} from './attempt-store.ts';
import {
  type DeclineRule,
  DECLINES_WINDOW_MS,
  type DeclineFacts,
  isAlarm,
  type Refusal,
  refusalOf,
} from './decline-rules.ts';

/** The account that uses a card, its address, and its browser if it is recognised. */
export type Caller = {
  profileId: ProfileId;
  /** IP address. */
  address: string;
  /** Hash of the device cookie. */
  device: Buffer | null;
};

const DAY_HOURS = 24;
/** A tester's own card that worked an hour ago spares no account. */
const KNOWN_PAYER_MS = 7 * DAY_MS;

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

/** What each limit counts, as its alerts name it. */
const subjectsOf = ({ profileId, network, device, bin }: AttemptOrigin) => ({
  account: `account:${profileId}`,
  address: `network:${network.toString('hex')}`,
  device: device && `device:${device.toString('hex')}`,
  bin: bin && `bin:${bin}`,
});

const binFacts = async (tx: Transaction, bin: string, since: Date, limit: number) => ({
  bin: await declinesOf(tx, { bin }, since, limit),
  ofBin: await countOfBin(tx, bin, since),
});

const loadFacts = async (
  { clock, fraudSettings }: Ctx,
  tx: Transaction,
  origin: AttemptOrigin,
): Promise<DeclineFacts> => {
  const { profileId, network, device, bin } = origin;
  const settings = fraudSettings.current();
  const subjects = subjectsOf(origin);
  const now = clock.now();
  const dayAgo = new Date(now.getTime() - DECLINES_WINDOW_MS);
  const since = (subject: string) => countedSince(tx, subject, dayAgo);
  return {
    account: await declinesOf(
      tx,
      { profile_id: profileId },
      await since(subjects.account),
      settings.CARD_DECLINES_ACCOUNT_MAX,
    ),
    address: await declinesOf(
      tx,
      { network },
      await since(subjects.address),
      settings.CARD_DECLINES_ADDRESS_MAX,
    ),
    device:
      device && subjects.device
        ? await declinesOf(
            tx,
            { device },
            await since(subjects.device),
            settings.CARD_DECLINES_DEVICE_MAX,
          )
        : [],
    ...(bin && subjects.bin
      ? await binFacts(tx, bin, await since(subjects.bin), settings.CARD_DECLINES_BIN_MAX)
      : { bin: [], ofBin: { declines: 0, attempts: 0 } }),
    ...(await payerFacts(tx, profileId, new Date(now.getTime() - KNOWN_PAYER_MS))),
  };
};

const SUBJECT_OF = {
  declinesAccount: 'account',
  declinesAddress: 'address',
  declinesDevice: 'device',
  declinesBin: 'bin',
} as const satisfies Record<DeclineRule, keyof ReturnType<typeof subjectsOf>>;

const alertOf = (ctx: Ctx, tx: Transaction, origin: AttemptOrigin, refusal: Refusal) => {
  const { rule, limit, declines } = refusal;
  const subject = rule && subjectsOf(origin)[SUBJECT_OF[rule]];
  if (rule === null || !subject) return Promise.resolve();
  return openAlert(ctx, tx, {
    rule,
    subject,
    aboutId: rule === 'declinesAccount' ? origin.profileId : null,
    producerId: null,
    evidence: {
      counted: declines.length,
      limit,
      unit: 'count',
      hours: DAY_HOURS,
      times: declines.map(({ at }) => at),
      people: [origin.profileId, ...declines.map(({ profileId }) => profileId)],
      ...(rule === 'declinesBin' && origin.bin !== null && { bin: origin.bin }),
    },
  });
};

/** An attempt that waits for the answer of its bank. */
export type Attempt = { id: string };

/**
 * Call it before a card is checked or charged, and `endAttempt` after it. After too many declines
 * within 24 hours it throws card.declines for the account, card.declinesUnconfirmed where a
 * confirmed email would allow more, card.declinesDevice for the browser, card.declinesNetwork for
 * the network and card.declinesBin for cards of these digits, each with the hours until the next
 * attempt; all but the second open an alert.
 */
export const beginAttempt = async (
  ctx: Ctx,
  { profileId, address, device }: Caller,
  bin: string | null,
): Promise<Attempt> => {
  const origin = { profileId, network: await keyOf(ctx, address), device, bin };
  const begun = await transaction(ctx.db, async (tx) => {
    await lockOrigin(
      tx,
      Object.values(subjectsOf(origin)).filter((name) => name !== null),
    );
    const now = ctx.clock.now();
    const refusal = refusalOf(await loadFacts(ctx, tx, origin), ctx.fraudSettings.current(), now);
    if (!refusal) return { id: await insertAttempt(tx, origin, now) };
    await alertOf(ctx, tx, origin, refusal);
    return refusal;
  });
  if ('id' in begun) return begun;
  throw new AppError(begun.code, {
    size: begun.hours,
    ...(begun.code === 'card.declinesUnconfirmed' && {
      max: ctx.fraudSettings.current().CARD_DECLINES_ACCOUNT_MAX,
    }),
    retryAfterSeconds: (begun.hours * HOUR_MS) / 1000,
  });
};

/**
 * `declined` raises an alarm when most cards of the last hour were. `unknown`: the bank was not
 * asked, or has not answered; the attempt counts no more. One whose process ended counts as
 * declined.
 */
export const endAttempt = async (
  ctx: Ctx,
  { id }: Attempt,
  outcome: 'accepted' | 'declined' | 'unknown',
): Promise<void> => {
  if (outcome === 'accepted') await markAccepted(ctx.db, id);
  else if (outcome === 'unknown') await deleteAttempt(ctx.db, id);
  else await raiseAlarm(ctx);
};

const ALARM = 'installation';

const raiseAlarm = async (ctx: Ctx): Promise<void> => {
  const { db, clock, log } = ctx;
  const settings = ctx.fraudSettings.current();
  const hourAgo = new Date(clock.now().getTime() - HOUR_MS);
  const found = await attemptsSince(db, await countedSince(db, ALARM, hourAgo), EVIDENCE_MAX);
  if (!isAlarm(found, settings)) return;
  const { declines, attempts, newest } = found;
  log.error(
    { declines, attempts },
    'most cards of the last hour were declined: stolen numbers may be tested here',
  );
  await openAlert(ctx, db, {
    rule: 'declinesAlarm',
    subject: ALARM,
    aboutId: null,
    producerId: null,
    evidence: {
      counted: declines,
      limit: settings.CARD_ALARM_DECLINES,
      unit: 'count',
      hours: 1,
      times: newest.map(({ at }) => at),
      people: newest.map(({ profileId }) => profileId),
    },
  });
};

export const ATTEMPTS_KEPT_DAYS = 30;
const RETENTION_MS = ATTEMPTS_KEPT_DAYS * DAY_MS;

export const forgetOldAttempts = ({ db, clock }: Ctx): Promise<void> =>
  deleteAttemptsBefore(db, new Date(clock.now().getTime() - RETENTION_MS));

// When declined cards are too many: pure rules. The limit of the account always holds; the others,
// which an attacker could fill for people beside them, spare those who paid by card long enough
// ago.
import type { FraudRule } from '@camarim/contract/features/fraud/alerts';
import type { ProfileId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';

export const DECLINES_WINDOW_MS = 24 * HOUR_MS;
/**
 * An unconfirmed email costs nothing, so such an account gets two declined cards a day: a typing
 * error, and another card.
 */
const UNCONFIRMED_DECLINES_MAX = 2;
const PERCENT = 100;

export type DeclineLimits = {
  CARD_DECLINES_ACCOUNT_MAX: number;
  CARD_DECLINES_ADDRESS_MAX: number;
  CARD_DECLINES_DEVICE_MAX: number;
  CARD_DECLINES_BIN_MAX: number;
  CARD_ALARM_DECLINES: number;
  CARD_ALARM_PERCENT: number;
};

/** A declined card, or one whose bank has not answered yet. */
export type Decline = { at: Date; profileId: ProfileId };

/** Declines of a day, newest first, of what each limit counts. */
export type DeclineFacts = {
  account: readonly Decline[];
  address: readonly Decline[];
  /** None for a browser that is not recognised. */
  device: readonly Decline[];
  bin: readonly Decline[];
  /** All of a day with cards of these digits. */
  ofBin: { declines: number; attempts: number };
  emailConfirmed: boolean;
  /** Paid by card a week ago or earlier, and it was not taken back. */
  isKnownPayer: boolean;
};

/** The limits of declines of one account, address, browser or card. */
export type DeclineRule = Exclude<Extract<FraudRule, `declines${string}`>, 'declinesAlarm'>;

export type Refusal = {
  code:
    | 'card.declines'
    | 'card.declinesUnconfirmed'
    | 'card.declinesNetwork'
    | 'card.declinesDevice'
    | 'card.declinesBin';
  /** Null: not worth an alert. */
  rule: DeclineRule | null;
  /** Until the next attempt. */
  hours: number;
  limit: number;
  declines: readonly Decline[];
};

/** Hours until the `most`-th newest decline is a day old; null while there are fewer. */
const hoursLeft = (declines: readonly Decline[], most: number, now: Date): number | null => {
  const decisive = declines[most - 1];
  return decisive
    ? Math.max(1, Math.ceil((decisive.at.getTime() + DECLINES_WINDOW_MS - now.getTime()) / HOUR_MS))
    : null;
};

/**
 * Whether the bank declines most cards with these first digits, as it does while fraudsters test
 * them.
 */
const isBinTested = ({ ofBin }: DeclineFacts, percent: number): boolean =>
  ofBin.declines * PERCENT >= ofBin.attempts * percent;

/** Why another attempt is refused; null: it is not. */
export const refusalOf = (
  facts: DeclineFacts,
  limits: DeclineLimits,
  now: Date,
): Refusal | null => {
  const spared = facts.isKnownPayer;
  const rows: {
    code: Refusal['code'];
    rule: DeclineRule | null;
    declines: readonly Decline[];
    limit: number;
    applies: boolean;
  }[] = [
    {
      code: 'card.declines',
      rule: 'declinesAccount',
      declines: facts.account,
      limit: limits.CARD_DECLINES_ACCOUNT_MAX,
      applies: true,
    },
    {
      code: 'card.declinesDevice',
      rule: 'declinesDevice',
      declines: facts.device,
      limit: limits.CARD_DECLINES_DEVICE_MAX,
      applies: !spared,
    },
    {
      code: 'card.declinesNetwork',
      rule: 'declinesAddress',
      declines: facts.address,
      limit: limits.CARD_DECLINES_ADDRESS_MAX,
      applies: !spared,
    },
    {
      code: 'card.declinesBin',
      rule: 'declinesBin',
      declines: facts.bin,
      limit: limits.CARD_DECLINES_BIN_MAX,
      applies: !spared && isBinTested(facts, limits.CARD_ALARM_PERCENT),
    },
    {
      code: 'card.declinesUnconfirmed',
      rule: null,
      declines: facts.account,
      limit: UNCONFIRMED_DECLINES_MAX,
      applies: !facts.emailConfirmed,
    },
  ];
  for (const { applies, ...row } of rows) {
    const hours = applies ? hoursLeft(row.declines, row.limit, now) : null;
    if (hours !== null) return { ...row, hours };
  }
  return null;
};

/** Whether the declines of an hour, of all accounts, are an alarm. */
export const isAlarm = (
  { declines, attempts }: { declines: number; attempts: number },
  { CARD_ALARM_DECLINES, CARD_ALARM_PERCENT }: DeclineLimits,
): boolean =>
  declines >= CARD_ALARM_DECLINES && declines * PERCENT >= attempts * CARD_ALARM_PERCENT;

// A charge's steps as tables, and under every order in which a gateway's news can come.
import { type Centavos, ZERO_CENTAVOS, centavos } from '@camarim/contract/money';
import { MINUTE_MS, DAY_MS } from '@camarim/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChargeReport } from '../../../../platform/payments/port.ts';
import {
  type ChargeState,
  type ChargeStatus,
  moveByFailure,
  moveByReport,
  moveByTime,
  nextCheckAt,
} from './rules.ts';

const AT = new Date('2026-01-15T12:00:00.000Z');
const ASKED = centavos(5_000);
type Report = Pick<ChargeReport, 'state' | 'paidCentavos'>;

const charge = (status: ChargeStatus, facts: Partial<ChargeState> = {}): ChargeState => ({
  status,
  amountCentavos: ASKED,
  paidCentavos: status === 'paid' ? ASKED : ZERO_CENTAVOS,
  failureCode: null,
  ...facts,
});
const reported = (state: Report['state'], paid = 0): Report => ({
  state,
  paidCentavos: centavos(paid),
});

describe('a gateway’s report', () => {
  it.each([
    ['created', reported('pending'), 'pending'],
    ['created', reported('expired'), 'expired'],
    ['created', reported('canceled'), 'failed'],
    ['pending', reported('pending'), null],
    ['pending', reported('expired'), 'expired'],
    ['pending', reported('canceled'), 'failed'],
    ['pending', reported('authorized'), null],
    ['pending', reported('failed'), 'failed'],
    ['pending', reported('refunded', 5_000), 'refunded'],
    ['pending', reported('charged_back', 5_000), 'charged_back'],
    ['pending', reported('partially_refunded', 5_000), 'review'],
    ['expired', reported('pending'), null],
    ['expired', reported('canceled'), null],
    ['expired', reported('failed'), null],
    ['failed', reported('expired'), null],
    ['failed', reported('pending'), null],
    ['failed', reported('authorized'), null],
    ['paid', reported('failed'), null],
    ['paid', reported('pending'), null],
    ['paid', reported('expired'), null],
    ['paid', reported('canceled'), null],
    ['paid', reported('paid', 5_000), null],
    ['paid', reported('refunded', 5_000), 'refunded'],
    ['paid', reported('partially_refunded', 5_000), 'review'],
    ['paid', reported('charged_back', 5_000), 'charged_back'],
    ['refunded', reported('paid', 5_000), null],
    ['refunded', reported('charged_back', 5_000), 'charged_back'],
    ['charged_back', reported('paid', 5_000), null],
    ['charged_back', reported('refunded', 5_000), null],
  ] as const)(
    'a gateway’s report moves %s by %o to %s, and credits nothing',
    (status, report, to) => {
      const move = moveByReport(charge(status), report);
      expect(move?.to ?? null).toBe(to);
      expect(move?.credit ?? false).toBe(false);
    },
  );

  it.each(['created', 'pending', 'expired', 'failed'] as const)(
    'a gateway’s report of the exact amount is credited to a charge that is %s',
    (status) => {
      expect(moveByReport(charge(status), reported('paid', 5_000))).toEqual({
        to: 'paid',
        paidCentavos: 5_000,
        failureCode: null,
        credit: true,
      });
    },
  );

  it('a report of the exact amount credits a charge that is in review only because of an unreadable answer', () => {
    expect(
      moveByReport(charge('review', { failureCode: 'gateway.invalid' }), reported('paid', 5_000)),
    ).toMatchObject({ to: 'paid', credit: true });
  });

  it.each([1, 4_999, 5_001, 10_000])(
    'a gateway’s report of %i centavos goes to review',
    (received) => {
      expect(moveByReport(charge('pending'), reported('paid', received))).toEqual({
        to: 'review',
        paidCentavos: received,
        failureCode: 'charge.otherAmount',
        credit: false,
      });
    },
  );

  it('a gateway’s report of a second payment goes to review', () => {
    expect(moveByReport(charge('paid'), reported('paid', 10_000))).toMatchObject({
      to: 'review',
      credit: false,
    });
  });

  it('a gateway’s report of the rest of a payment leaves the charge in review', () => {
    const part = charge('review', {
      paidCentavos: centavos(2_000),
      failureCode: 'charge.otherAmount',
    });
    expect(moveByReport(part, reported('paid', 5_000))).toMatchObject({
      to: 'review',
      paidCentavos: 5_000,
      credit: false,
    });
  });
});

const reports = fc.array(
  fc.record({
    state: fc.constantFrom<Report['state'][]>(
      'pending',
      'paid',
      'expired',
      'canceled',
      'partially_refunded',
      'refunded',
      'charged_back',
    ),
    paidCentavos: fc.constantFrom(...[2_000, 5_000, 10_000].map(centavos)),
  }),
  { maxLength: 12 },
);
/** Where no report leads back from. */
const MAY_FOLLOW: Record<ChargeStatus, ChargeStatus[]> = {
  created: ['pending', 'paid', 'expired', 'failed', 'review', 'refunded', 'charged_back'],
  pending: ['paid', 'expired', 'failed', 'review', 'refunded', 'charged_back'],
  expired: ['paid', 'review', 'refunded', 'charged_back'],
  failed: ['paid', 'review', 'refunded', 'charged_back'],
  review: ['review', 'refunded', 'charged_back'],
  paid: ['review', 'refunded', 'charged_back'],
  refunded: ['charged_back'],
  charged_back: [],
};

it('payment events in any order, however often repeated, credit at most once and never go back', () => {
  fc.assert(
    fc.property(reports, (sequence) => {
      let current = charge('created');
      let credits = 0;
      for (const report of [...sequence, ...sequence]) {
        const move = moveByReport(current, report);
        if (!move) continue;
        expect(MAY_FOLLOW[current.status]).toContain(move.to);
        if (move.credit) credits += 1;
        current = { ...current, ...move, status: move.to };
      }
      expect(credits).toBeLessThanOrEqual(1);
    }),
    { numRuns: 2_000 },
  );
});

describe('a charge without a report', () => {
  it('a charge that is not in use yet fails, or goes to review when the answer made no sense', () => {
    expect(moveByFailure(charge('created'), 'gateway.refused')).toMatchObject({
      to: 'failed',
      failureCode: 'gateway.refused',
    });
    expect(moveByFailure(charge('created'), 'gateway.unavailable')).toMatchObject({ to: 'failed' });
    expect(moveByFailure(charge('created'), 'gateway.invalid')).toMatchObject({ to: 'review' });
    for (const status of ['pending', 'paid', 'expired', 'review'] as const)
      expect(moveByFailure(charge(status), 'gateway.refused')).toBeNull();
  });

  it('a charge expires at its time, not before', () => {
    const until = { ...charge('pending'), expiresAt: AT };
    expect(moveByTime(until, new Date(AT.getTime() - 1))).toBeNull();
    expect(moveByTime(until, AT)).toMatchObject({ to: 'expired' });
    expect(moveByTime({ ...charge('paid'), expiresAt: AT }, AT)).toBeNull();
  });
});

describe('the next poll of a charge', () => {
  const at = (
    status: ChargeStatus,
    ageMinutes: number,
    { answered = true, paid = 0 }: { answered?: boolean; paid?: number } = {},
  ): number | null => {
    const facts = {
      ...charge(status),
      method: 'pix' as const,
      paidCentavos: centavos(paid) as Centavos,
      createdAt: AT,
      expiresAt: new Date(AT.getTime() + 15 * MINUTE_MS),
    };
    const next = nextCheckAt(facts, new Date(AT.getTime() + ageMinutes * MINUTE_MS), answered);
    return next && (next.getTime() - AT.getTime()) / MINUTE_MS;
  };

  it.each([
    [0, 1],
    [4, 5],
    [8, 10],
    [13, 15],
    [15, 18.75],
    [60, 75],
    [300, 330],
  ])('the next poll of a charge that is %i minutes old is at minute %d', (age, next) =>
    expect(at('pending', age)).toBe(next),
  );

  it('the last poll of a charge is a day after the expiry', () => {
    const end = 15 + DAY_MS / MINUTE_MS;
    expect(at('expired', end - 0.1)).not.toBeNull();
    expect(at('expired', end)).toBeNull();
  });

  it('polls of a charge go on as long as the gateway does not answer', () =>
    expect(at('expired', 5_000, { answered: false })).toBe(5_030));

  it.each(['paid', 'failed', 'refunded', 'charged_back'] as const)(
    'a charge that is %s is not polled',
    (status) => expect(at(status, 1)).toBeNull(),
  );

  it('a charge in review is polled only until money came', () => {
    expect(at('review', 1)).not.toBeNull();
    expect(at('review', 1, { paid: 2_000 })).toBeNull();
  });

  const DAYS = 1_440;
  const watched = (
    ageDays: number,
    status: ChargeStatus = 'paid',
    answered = true,
  ): number | null => {
    const now = new Date(AT.getTime() + ageDays * DAY_MS);
    const next = nextCheckAt(
      {
        ...charge(status),
        method: 'card',
        paidCentavos: centavos(5_000) as Centavos,
        createdAt: AT,
        expiresAt: AT,
        watched: true,
      },
      now,
      answered,
    );
    return next && (next.getTime() - now.getTime()) / MINUTE_MS;
  };

  it('a paid charge without notifications is polled daily for 30 days and weekly until the 180th', () => {
    expect([0, 1, 29.9, 30, 179.9].map((age) => watched(age))).toEqual([
      DAYS,
      DAYS,
      DAYS,
      7 * DAYS,
      7 * DAYS,
    ]);
    expect([watched(180), watched(10, 'refunded'), watched(10, 'charged_back')]).toEqual([
      null,
      null,
      null,
    ]);
    expect([watched(10, 'review'), watched(10, 'paid', false)]).toEqual([DAYS, DAYS]);
  });
});

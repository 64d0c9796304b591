// Each day of each gateway beside our charges, against the sandbox: what was missed is credited
// once, what differs is shown to administrators.
import { randomUUID } from 'node:crypto';
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import type { GatewayName } from '../../../platform/payments/port.ts';
import { toPixId } from '../../../platform/payments/pix/pix-wire.ts';
import { controlSandbox } from '../../../platform/payments/sandbox-control.ts';
import { appWithBank, type TestAppWithBank } from '../../../testing/bank.ts';
import { BILL_ADDRESS, payersOf } from '../../../testing/payers.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { syncCharge } from '../payments/charges/sync-charge.ts';
import { spanOfDay } from '../../../platform/clock/days.ts';
import { dayAt, isDue } from './rules.ts';

let app: TestAppWithBank;
let payers: ReturnType<typeof payersOf>;
let day: string;
let people = 0;
beforeAll(async () => {
  app = await appWithBank();
  payers = payersOf(app);
});
/** Each story begins at noon of a day of its own. */
beforeEach(async () => {
  const now = app.clock.now();
  const noon = spanOfDay(dayAt(now)).from.getTime() + 36 * HOUR_MS;
  await app.pass((noon - now.getTime()) / 1000);
  day = dayAt(app.clock.now());
});
afterEach(async () => {
  await app.bank.disarm();
  // A test's open differences belong to its day; the next test must not see them again.
  await app.ctx.pool.query(
    'UPDATE statement_differences SET settled_at = now(), settled_by = $1 WHERE settled_at IS NULL',
    [app.fan.profileId],
  );
});

const newPayer = () => payers.someone(`dia${(people += 1)}`);
/** Paid at the bank without a notification. */
const payWithoutNotification = async (): Promise<{ person: ApiClient; id: ChargeId }> => {
  const payer = await newPayer();
  await app.bank.armWebhook('lose');
  await app.bank.pay(payer.id);
  return payer;
};
const paid = async (): Promise<{ person: ApiClient; id: ChargeId }> => {
  const payer = await newPayer();
  await payers.notified(() => app.bank.pay(payer.id));
  return payer;
};
const run = async (): Promise<void> => {
  await app.ctx.jobs.enqueue(app.ctx.db, 'funds.matchStatements', {});
  await app.runJobs();
};
/** The next morning. */
const nextMorning = async (): Promise<void> => {
  await app.pass(20 * 3_600);
  await run();
};
const balanceOf = async ({ person }: { person: ApiClient }): Promise<number> =>
  (await app.ctx.ledger.balanceOf(person.profileId as ProfileId)).balance;
const credits = async (id: ChargeId): Promise<number> =>
  Number(
    (
      await app.ctx.pool.query(
        "SELECT count(*) FROM ledger_transfers WHERE kind = 'topUp' AND reference_id = $1",
        [id],
      )
    ).rows[0].count,
  );
const dayOf = async (provider: GatewayName) =>
  (
    await app.ctx.pool.query(
      'SELECT lines, received_centavos AS received, credited, error, matched_at FROM statement_days WHERE provider = $1 AND day = $2',
      [provider, day],
    )
  ).rows[0];
const open = async () =>
  (
    await app.ctx.pool.query(
      'SELECT provider, kind, ref, charge_id, theirs_centavos AS theirs, ours_centavos AS ours, charge_status AS status FROM statement_differences WHERE settled_at IS NULL ORDER BY id',
    )
  ).rows;

describe('the reconciliation of a Pix day', () => {
  it('the reconciliation of a Pix day leaves nothing open when the statement agrees with our charges', async () => {
    await paid();
    await newPayer();
    await nextMorning();
    expect(await dayOf('pix')).toMatchObject({
      lines: 1,
      received: 5_000,
      credited: 0,
      error: null,
    });
    expect(await open()).toEqual([]);
  });

  it('the reconciliation of a Pix day credits payments without a notification, once, however often it runs', async () => {
    const silent = await payWithoutNotification();
    await nextMorning();
    expect([await balanceOf(silent), await credits(silent.id)]).toEqual([5_000, 1]);
    expect(await dayOf('pix')).toMatchObject({ lines: 1, credited: 1 });
    await app.pass(2 * 86_400);
    await run();
    await Promise.all([
      syncCharge(app.ctx, app.services.payments, silent.id, 'reconciliation'),
      syncCharge(app.ctx, app.services.payments, silent.id, 'webhook'),
    ]);
    expect([await balanceOf(silent), await credits(silent.id)]).toEqual([5_000, 1]);
    expect(await dayOf('pix')).toMatchObject({ lines: 1, credited: 1 });
    expect(await open()).toEqual([]);
  });

  it('the reconciliation of a Pix day stores a difference for a payment without a charge', async () => {
    const foreign = randomUUID() as ChargeId;
    await app.bank.takeId(foreign, 7_700);
    await app.bank.armWebhook('lose');
    await app.bank.pay(foreign);
    await nextMorning();
    expect(await open()).toMatchObject([
      {
        provider: 'pix',
        kind: 'unknown',
        charge_id: null,
        theirs: 7_700,
        ours: null,
        status: null,
      },
    ]);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  it('the reconciliation of a Pix day stores a difference for a payment of another amount', async () => {
    const payer = await newPayer();
    await app.bank.armWebhook('lose');
    await app.bank.pay(payer.id, { amountCentavos: centavos(4_200) });
    await nextMorning();
    expect(await open()).toMatchObject([
      { kind: 'amount', charge_id: payer.id, theirs: 4_200, ours: 5_000, status: 'review' },
    ]);
    expect(await balanceOf(payer)).toBe(0);
  });

  it('the reconciliation of a Pix day stores a difference for a credit until the statement has it', async () => {
    const payer = await paid();
    await app.ctx.pool.query(
      "UPDATE charges SET paid_at = paid_at - interval '3 days' WHERE id = $1",
      [payer.id],
    );
    await app.ctx.pool.query("DELETE FROM statement_days WHERE provider = 'pix'");
    await nextMorning();
    expect(await open()).toMatchObject([
      {
        kind: 'missing',
        ref: payer.id,
        charge_id: payer.id,
        theirs: null,
        ours: 5_000,
        status: 'paid',
      },
    ]);
    await app.ctx.pool.query(
      "UPDATE charges SET paid_at = paid_at + interval '3 days' WHERE id = $1",
      [payer.id],
    );
    await app.ctx.pool.query("DELETE FROM statement_days WHERE provider = 'pix'");
    await run();
    expect(await open()).toEqual([]);
  });

  it('posts a dispute that no notification reported', async () => {
    const payer = await paid();
    await app.bank.armWebhook('lose');
    const [receipt] =
      (
        await app.ctx.payments.pix?.status({
          chargeId: payer.id,
          providerRef: null,
          amountCentavos: centavos(5_000),
        })
      )?.receipts ?? [];
    await app.bank.dispute(receipt?.ref ?? '');
    await nextMorning();
    expect((await payers.chargeOf(payer.id)).status).toBe('charged_back');
    expect([await balanceOf(payer), await open()]).toEqual([0, []]);
  });

  it('the reconciliation of a Pix day shows the reason while the bank gives no answer, and is retried', async () => {
    const silent = await payWithoutNotification();
    await app.bank.arm('refundStatus', { action: 'status', status: 503, times: 50 });
    await nextMorning();
    expect(await dayOf('pix')).toMatchObject({
      matched_at: null,
      error: expect.stringContaining('503'),
    });
    await app.bank.disarm();
    await run();
    expect(await dayOf('pix')).toMatchObject({
      matched_at: expect.any(Date),
      error: null,
      credited: 1,
    });
    expect(await balanceOf(silent)).toBe(5_000);
  });
});

describe('the reconciliation of the other gateways', () => {
  const PAYER = {
    name: 'Davi de Teste',
    document: '529.982.247-25',
    email: 'davi@example.com',
    address: BILL_ADDRESS,
  };
  const charged = async (
    method: 'boleto' | 'picpay' | 'paypal',
  ): Promise<{ person: ApiClient; id: ChargeId }> => {
    const person = await app.join(`outro${(people += 1)}`);
    const { id } = await person.call('POST /funds', {
      body: {
        paymentMethodKey: method,
        value: 5_000,
        ...(method !== 'paypal' && { payer: PAYER }),
      },
      idempotencyKey: randomUUID(),
    });
    return { person, id };
  };

  it.each([
    ['boleto', 'cielo'],
    ['picpay', 'picpay'],
  ] as const)(
    '%s: without a list, every charge of the day is asked about',
    async (method, gateway) => {
      const control = controlSandbox(app.bank.url, gateway);
      const payer = await charged(method);
      await charged(method);
      await control.armWebhook('lose');
      await control.pay(payer.id);
      await nextMorning();
      expect(await balanceOf(payer)).toBe(5_000);
      expect(await dayOf(gateway)).toMatchObject({ lines: 1, credited: 1, error: null });
      expect(await open()).toEqual([]);
    },
  );

  it('a hybrid boleto paid by Pix is compared with the Pix statement only, also after a refund', async () => {
    const slips = controlSandbox(app.bank.url, 'cielo');
    const payCode = async (id: ChargeId) => {
      const response = await fetch(`${app.bank.url}/__pix/cob/${toPixId(id)}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ force: true }),
      });
      expect(response.status).toBeLessThan(300);
    };
    const [once, twice, later] = [
      await charged('boleto'),
      await charged('boleto'),
      await charged('boleto'),
    ];
    for (let lost = 0; lost < 12; lost += 1) await app.bank.armWebhook('lose');
    await payCode(once.id);
    await payCode(twice.id);
    await slips.pay(twice.id);
    await payCode(later.id);
    await syncCharge(app.ctx, app.services.payments, later.id, 'reconciliation');
    await slips.pay(later.id);
    await syncCharge(app.ctx, app.services.payments, later.id, 'reconciliation');
    await nextMorning();
    // The second run over the day before sees what went back since.
    await app.pass(2 * 86_400);
    await run();
    expect(await Promise.all([once, twice, later].map(balanceOf))).toEqual([5_000, 5_000, 5_000]);
    expect(await open()).toEqual([]);
    expect(await dayOf('pix')).toMatchObject({ received: 15_000, error: null });
    expect(await dayOf('cielo')).toMatchObject({ lines: 2, received: 10_000, error: null });
  });

  it('the reconciliation credits a PayPal capture whose answer was lost', async () => {
    const control = controlSandbox(app.bank.url, 'paypal');
    const payer = await charged('paypal');
    await control.armWebhook('lose');
    await control.pay(payer.id);
    await control.arm('capture', { action: 'drop', when: 'after', times: 2 });
    await control.armWebhook('lose');
    const following = syncCharge(app.ctx, app.services.payments, payer.id, 'reconciliation');
    await following.catch(() => undefined);
    await nextMorning();
    expect(await balanceOf(payer)).toBe(5_000);
    expect(await dayOf('paypal')).toMatchObject({ lines: 1, received: 5_000, error: null });
    expect([await credits(payer.id), await open()]).toEqual([1, []]);
  });
});

describe('administrators of statements', () => {
  it('administrators see days and differences, and resolve a difference once with a reason and a log entry', async () => {
    const payer = await newPayer();
    await app.bank.armWebhook('lose');
    await app.bank.pay(payer.id, { amountCentavos: centavos(4_200) });
    await nextMorning();
    const admin = await joinAdmin(app, `confere${(people += 1)}`);
    const [newest] = (await admin.call('GET /dsb/statement-days')).filter(
      ({ provider }) => provider === 'pix',
    );
    expect(newest).toMatchObject({
      day,
      lines: 1,
      received: 4_200,
      credited: 0,
      open: 1,
      error: null,
    });
    const [difference] = await admin.call('GET /dsb/statement-differences');
    expect(difference).toMatchObject({
      kind: 'amount',
      chargeId: payer.id,
      theirs: 4_200,
      ours: 5_000,
      status: 'review',
      settledAt: null,
      profile: { domainName: payer.person.domainName },
    });
    const id = difference?.id as never;
    const settle = (reason: string) =>
      admin.ask('POST /dsb/statement-differences/{id}', { params: { id }, body: { reason } });
    expect((await settle('')).status).toBe(400);
    expect(
      (
        await admin.ask('POST /dsb/statement-differences/{id}', {
          params: { id: randomUUID() as never },
          body: { reason: 'nada' },
        })
      ).reply.code,
    ).toBe('statement.notFound');
    const both = await Promise.all([settle('devolvido no banco'), settle('devolvido no banco')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await admin.call('GET /dsb/statement-differences')).toEqual([]);
    expect(
      await admin.call('GET /dsb/statement-differences', { query: { settled: 'true' } }),
    ).toContainEqual(expect.objectContaining({ id, reason: 'devolvido no banco' }));
    expect(
      (await app.ctx.pool.query("SELECT reason FROM admin_log WHERE action = 'statement.settled'"))
        .rows,
    ).toEqual([{ reason: 'devolvido no banco' }]);
    // A later comparison finds the same, and does not open again what a person has settled.
    await app.pass(86_400);
    await run();
    expect((await open()).filter(({ charge_id }) => charge_id === payer.id)).toEqual([]);
  });
});

describe('the schedule of the reconciliation', () => {
  const at = (text: string): Date => new Date(text);
  it.each([
    [null, '2026-11-22T06:59:00Z', false],
    [null, '2026-11-22T07:00:00Z', true],
    ['2026-11-22T07:27:00Z', '2026-11-23T14:59:00Z', false],
    ['2026-11-22T07:27:00Z', '2026-11-23T15:00:00Z', true],
    ['2026-11-23T15:27:00Z', '2026-11-24T15:00:00Z', false],
  ])('last at %s, at %s: %s', (matched, now, due) => {
    expect(isDue('2026-11-21', matched === null ? null : at(matched), at(now))).toBe(due);
  });

  it('days are São Paulo’s', () => {
    expect([dayAt(at('2026-11-22T02:59:59Z')), dayAt(at('2026-11-22T03:00:00Z'))]).toEqual([
      '2026-11-21',
      '2026-11-22',
    ]);
  });
});

it('reconciliation leaves the ledger consistent', async () => {
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});

// People who pay by Pix, for tests of what becomes of their payments.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import type { ApiClient } from '../api-client.ts';
import { type TestAppWithBank } from './bank.ts';
import { until } from './until.ts';

/** The address of who pays a boleto. */
export const BILL_ADDRESS = {
  billingZip: '01310-100',
  billingStreet: 'Rua das Flores',
  billingNumber: '',
  billingCounty: 'Centro',
  billingCity: 'São Paulo',
  billingStateCode: 'SP',
};

export type Payer = { person: ApiClient; id: ChargeId };

/** What a charge of R$ 50 led to. */
export type Outcome = {
  status: string;
  credits: number;
  balance: number | undefined;
  notified: string[];
};

/** Credited once: in the ledger, the wallet, the charge and the notifications. */
export const CREDITED: Outcome = {
  status: 'paid',
  credits: 1,
  balance: 5_000,
  notified: ['topUp'],
};
export const WAITING: Outcome = { status: 'pending', credits: 0, balance: 0, notified: [] };

/** The secret of our address in tests. */
export const WEBHOOK_SECRET = 'webhook secret of the test';

/** A payment as the bank's webhook reports it. */
export const notificationOf = (id: ChargeId, at: Date) => ({
  pix: [
    {
      endToEndId: `E${randomUUID().replaceAll('-', '')}`.slice(0, 32),
      txid: id.replaceAll('-', ''),
      valor: '50.00',
      horario: at.toISOString(),
    },
  ],
});

export const payersOf = (app: TestAppWithBank) => {
  const { db, jobs } = app.ctx;
  const heard = async (): Promise<number> =>
    (await db.selectFrom('inbound_events').select('event_key').execute()).length;
  const chargeOf = (id: ChargeId) =>
    db.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const runJob = async (
    name: 'funds.reconcile' | 'funds.sweep' | 'funds.processEvents',
  ): Promise<void> => {
    await jobs.enqueue(db, name, {});
    await app.runJobs();
  };
  return {
    heard,
    chargeOf,
    /** A person with a Pix charge of R$ 50 to pay. */
    async someone(name: string): Promise<Payer> {
      const person = await app.join(name);
      const { id } = await person.call('POST /funds', {
        body: { paymentMethodKey: 'pix', value: 5_000 },
        idempotencyKey: randomUUID(),
      });
      return { person, id };
    },
    /** Runs an act that makes the bank send webhooks, waits for them and processes them. */
    async notified(doing: () => Promise<void>, notifications = 1): Promise<void> {
      const before = await heard();
      await doing();
      await until(async () => (await heard()) >= before + notifications);
      await app.runJobs();
    },
    /** Polls the due charges. */
    look: () => runJob('funds.reconcile'),
    /** Processes stored webhooks whose job failed. */
    processWaiting: () => runJob('funds.processEvents'),
    sweep: () => runJob('funds.sweep'),
    /** Every state a charge was in. */
    stepsOf: async (id: ChargeId): Promise<string[]> =>
      (
        await db
          .selectFrom('charge_events')
          .select('to_status')
          .where('charge_id', '=', id)
          .orderBy('version')
          .execute()
      ).map(({ to_status }) => to_status),
    /** As its payer sees it; logged in again, because time may have gone by. */
    async outcomeOf({ person, id }: Payer): Promise<Outcome> {
      const payer = await app.join(person.domainName);
      const { status } = await payer.call('GET /funds/charges/{id}', { params: { id } });
      const [wallet] = await payer.call('GET /funds');
      const credits = await db
        .selectFrom('ledger_transfers')
        .select('id')
        .where('kind', '=', 'topUp')
        .where('reference_id', '=', id)
        .execute();
      const notified = await db
        .selectFrom('notifications')
        .select('type')
        .where('profile_id', '=', payer.profileId)
        .orderBy('id')
        .execute();
      return {
        status,
        credits: credits.length,
        balance: wallet?.balance,
        notified: notified.map(({ type }) => type),
      };
    },
    /** Sends a notification to our address. */
    post: (
      body: string | object,
      {
        path = '',
        secret = WEBHOOK_SECRET,
        type = 'application/json',
      }: { path?: string; secret?: string | null; type?: string } = {},
    ) =>
      app.server.inject({
        method: 'POST',
        url: `/api/funds/webhooks/pix${path}${secret === null ? '' : `?hmac=${encodeURIComponent(secret)}`}`,
        headers: { 'content-type': type, authorization: 'Bearer of-the-bank', cookie: 'a=b' },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
};

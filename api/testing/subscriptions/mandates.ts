// Subscriptions paid by Pix Automático for tests: the people, the steps at the bank, the months
// that pass, and what became of mandates and charges.
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_SECONDS, HOUR_MS } from '@camarim/contract/time';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestAppWithBank } from '../bank.ts';
import { until } from '../until.ts';
import { joinProducer } from '../publishing.ts';
import { back, openPlan } from '../subscribing.ts';

/** Price of a month where a test gives none. */
export const PRICE = 2_990;

/** What the clock starts by itself, started here. */
const CLOCK_JOBS = [
  'funds.reconcile',
  'subscriptions.renew',
  'subscriptions.settleMandates',
] as const;

type Scene = () => TestAppWithBank;

/** Call it at the top of a test file. */
export const mandateSteps = (scene: Scene) => {
  const stateOf = records(scene);
  return { ...time(scene), ...stateOf, ...requests(scene, stateOf) };
};

const time = (scene: Scene) => {
  const tick = async (): Promise<void> => {
    const app = scene();
    for (const job of CLOCK_JOBS) {
      await app.ctx.jobs.enqueue(app.ctx.db, job, {});
      await app.runJobs();
    }
  };
  return {
    tick,
    /** Ten in the morning in São Paulo: between the bank's two hours of debiting. */
    passUntilTen: async (): Promise<void> => {
      const now = scene().clock.now();
      const today = new Date(now.getTime() - 3 * HOUR_MS).toISOString().slice(0, 10);
      const ten = Date.parse(`${today}T13:00:00.000Z`);
      const next = ten > now.getTime() ? ten : ten + DAY_SECONDS * 1000;
      await scene().pass((next - now.getTime()) / 1000);
    },
    /**
     * Lets time pass in steps, with what the clock does at each; the first three weeks of a month
     * at once.
     */
    pass: async (days: number, stepDays = 0.5): Promise<void> => {
      const calmDays = days < 24 ? 0 : 24;
      if (calmDays > 0) {
        await scene().pass(calmDays * DAY_SECONDS);
        await tick();
      }
      for (let passed = calmDays; passed < days; passed += stepDays) {
        await scene().pass(Math.min(stepDays, days - passed) * DAY_SECONDS);
        await tick();
      }
    },
  };
};

const records = (scene: Scene) => {
  const query = async (sql: string, ...values: unknown[]) =>
    (await scene().ctx.pool.query(sql, values)).rows;
  return {
    statusOf: async (id: ChargeId): Promise<string> =>
      (await query('SELECT status FROM charges WHERE id = $1', id))[0]?.status as string,
    subscriptionOf: async (fan: ApiClient) =>
      (await (await back(scene(), fan)).call('GET /subscriptions'))[0],
    walletOf: async (fan: ApiClient) =>
      (await (await back(scene(), fan)).call('GET /funds', { query: {} }))[0]?.balance,
    /** The latest mandate; `forgotten` when the payer's data is erased. */
    mandateOf: async (fan: ApiClient) =>
      (
        await query(
          'SELECT status, ended_by AS "endedBy", provider_ref AS ref, payer_sealed IS NULL AS forgotten FROM mandates WHERE fan_id = $1 ORDER BY created_at DESC LIMIT 1',
          fan.profileId,
        )
      )[0] as { status: string; endedBy: string | null; ref: string; forgotten: boolean },
    /** The charges of the months after the first. */
    monthsOf: async (fan: ApiClient) =>
      (await query(
        'SELECT id, status, due_on AS "dueOn" FROM charges WHERE profile_id = $1 AND due_on IS NOT NULL ORDER BY due_on',
        fan.profileId,
      )) as { id: ChargeId; status: string; dueOn: string }[],
    /** Sets when the subscription renews, null for never; resolves to the date before. */
    setRenewal: async (fan: ApiClient, at: Date | null): Promise<Date | null> =>
      (
        await query(
          'WITH before AS (SELECT id, renew_at FROM subscriptions WHERE fan_id = $1) UPDATE subscriptions s SET renew_at = $2, remind_at = NULL, stop_reason = NULL FROM before b WHERE s.id = b.id RETURNING b.renew_at AS before',
          fan.profileId,
          at,
        )
      )[0].before,
    countNotifications: async (fan: ApiClient, type: string): Promise<number> =>
      (
        await (
          await back(scene(), fan)
        ).call('GET /profiles/notifications', { query: { types: type } })
      ).length,
  };
};

const requests = (scene: Scene, { statusOf, mandateOf }: ReturnType<typeof records>) => {
  let people = 0;
  /** A producer with a plan, and a fan whose payer data is known. */
  const joinPair = async (price = PRICE): Promise<{ fan: ApiClient; producer: ApiClient }> => {
    people += 1;
    const producer = await joinProducer(scene(), `dona${people}`);
    await openPlan(producer, price);
    const fan = await scene().join(`pagador${people}`);
    await fan.call('POST /funds/accept-bills', {
      body: { cpfcnpj: '52998224725', name: 'Pessoa Pagadora' },
    });
    return { fan, producer };
  };
  const trySubscribe = (
    fan: ApiClient,
    producer: ApiClient,
    price = PRICE,
    key: string = newId(),
  ) =>
    fan.ask('POST /profiles/{profileId}/renew/pix-automatico', {
      params: { profileId: producer.profileId },
      body: { price: centavos(price) },
      idempotencyKey: key,
    });
  /** Pays a code and waits until it is known here. */
  const payCode = async (id: ChargeId): Promise<void> => {
    const app = scene();
    await app.bank.pay(id);
    await until(async () => {
      await app.runJobs();
      return (await statusOf(id)) !== 'pending';
    });
    await app.runJobs();
  };
  return {
    joinPair,
    trySubscribe,
    payCode,
    /** A pair whose first month is paid. */
    joinSubscribed: async (price = PRICE) => {
      const pair = await joinPair(price);
      const { reply } = await trySubscribe(pair.fan, pair.producer, price);
      await payCode(reply.data.id);
      return { ...pair, chargeId: reply.data.id };
    },
    endAtBank: async (fan: ApiClient): Promise<void> => {
      const { ref } = await mandateOf(fan);
      await fetch(`${scene().bank.url}/__pix/rec/${ref}/end`, { method: 'POST' });
    },
  };
};

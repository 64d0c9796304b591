// Webhooks: notifications are authenticated, stored, processed once, and never trusted without
// polling.
import { hash, randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestAppWithBank, appWithBank } from '../../../../testing/bank.ts';
import { findUnprocessed } from './inbound-store.ts';
import { WAITING, WEBHOOK_SECRET, notificationOf, payersOf } from '../../../../testing/payers.ts';

let app: TestAppWithBank;
let payers: ReturnType<typeof payersOf>;
beforeAll(async () => {
  app = await appWithBank();
  payers = payersOf(app);
});
afterEach(() => app.bank.disarm());

const notification = (id: ChargeId) => notificationOf(id, app.clock.now());
const refusals = async (): Promise<number> =>
  (await app.ctx.db.selectFrom('inbound_refusals').select('count').execute()).reduce(
    (sum, { count }) => sum + count,
    0,
  );
const storedAs = async (body: string) =>
  (await app.ctx.db.selectFrom('inbound_events').selectAll().execute()).find(
    ({ event_key: key }) => key.split(':')[0] === hash('sha256', body),
  );
/** What the job reads of a kept notification that is not done with. */
const openedAs = async (body: string) =>
  findUnprocessed(app.ctx.db, app.ctx.seal, {
    provider: 'pix',
    eventKey: (await storedAs(body))?.event_key ?? '',
  });

describe('a notification', () => {
  it('a webhook notification is taken at the bare address and with /pix appended, of any type', async () => {
    const { id } = await payers.someone('endereco');
    for (const options of [{}, { path: '/pix' }, { type: 'text/plain' }])
      expect((await payers.post(notification(id), options)).statusCode).toBe(200);
    const appended = await app.server.inject({
      method: 'POST',
      url: `/api/funds/webhooks/pix?hmac=${encodeURIComponent(WEBHOOK_SECRET)}&ignorar=/pix`,
      payload: notification(id),
    });
    expect([appended.statusCode, appended.json()]).toEqual([200, { success: true, data: null }]);
    expect(
      (
        await app.server.inject({
          method: 'POST',
          url: '/api/funds/webhooks/other?hmac=x',
          payload: {},
        })
      ).statusCode,
    ).toBe(400);
    await app.runJobs();
  });

  it.each([
    ['with a wrong secret', 'forjada', 'another secret'],
    ['without a secret', 'anonima', null],
  ])('%s is refused, counted and not kept, however plausible', async (_case, name, secret) => {
    const payer = await payers.someone(name);
    const before = [await payers.heard(), await refusals()] as const;
    const { statusCode, body } = await payers.post(notification(payer.id), { secret });
    expect([statusCode, JSON.parse(body).code]).toEqual([403, 'auth.forbidden']);
    expect([await payers.heard(), await refusals()]).toEqual([before[0], before[1] + 1]);
    await app.runJobs();
    expect(await payers.outcomeOf(payer)).toEqual(WAITING);
  });

  it('a webhook notification that is authentic and wrong is not trusted, and the bank is polled', async () => {
    const payer = await payers.someone('mentira');
    expect((await payers.post(notification(payer.id))).statusCode).toBe(200);
    await app.runJobs();
    expect(await payers.outcomeOf(payer)).toEqual(WAITING);
    expect(await payers.stepsOf(payer.id)).toEqual(['created', 'pending']);
  });

  it('a notified payment that the bank does not show yet is polled again within a minute', async () => {
    const { id } = await payers.someone('adiantada');
    await app.pass(600);
    await payers.look();
    await payers.post(notification(id));
    await app.runJobs();
    expect((await payers.chargeOf(id)).next_check_at?.getTime()).toBe(
      app.clock.now().getTime() + 60_000,
    );
  });

  it.each(['', 'not json', '{"evento":"teste_webhook"}', '{"pix":[{"endToEndId":5}]}'])(
    'an unparseable webhook notification (%s) is stored and answered, and not retried',
    async (body) => {
      expect((await payers.post(body)).statusCode).toBe(200);
      await app.runJobs();
      expect(await storedAs(body)).toMatchObject({
        processed_at: expect.any(Date),
        attempts: 1,
        error: expect.any(String),
      });
    },
  );

  it('a webhook notification is stored byte for byte, without its credentials', async () => {
    const body = ` { "pix" : [] , "é" : "${randomUUID()}" } `;
    await payers.post(body);
    expect((await openedAs(body))?.toString()).toBe(body);
    expect(Object.keys((await storedAs(body))?.headers as object).sort()).toEqual([
      'content-length',
      'content-type',
      'user-agent',
    ]);
    await app.runJobs();
    const logged = app.lines.join('');
    expect(logged).toContain('/api/funds/webhooks/:provider');
    for (const words of [WEBHOOK_SECRET, encodeURIComponent(WEBHOOK_SECRET), 'hmac', 'of-the-bank'])
      expect(logged).not.toContain(words);
  });

  it('a webhook notification is stored sealed: the database shows no name or document of a payer', async () => {
    const body = JSON.stringify({
      pix: [],
      pagador: { nome: 'Íris Veludo', cpf: '529.982.247-25' },
      id: randomUUID(),
    });
    await payers.post(body);
    const kept = await storedAs(body);
    for (const words of ['Veludo', '529.982', 'pagador'])
      expect(kept?.raw.includes(words), words).toBe(false);
    expect((await openedAs(body))?.toString()).toBe(body);
    await app.runJobs();
  });

  it('a webhook notification of an older version that was stored unsealed is processed', async () => {
    const { id } = await payers.someone('antiga');
    await app.pass(600);
    await payers.look();
    const raw = Buffer.from(JSON.stringify(notification(id)));
    const eventKey = hash('sha256', raw);
    await app.ctx.pool.query(
      "INSERT INTO inbound_events (provider, event_key, raw, headers, received_at) VALUES ('pix', $1, $2, '{}', $3)",
      [eventKey, raw, app.clock.now()],
    );
    await app.ctx.jobs.enqueue(app.ctx.db, 'funds.settle', { provider: 'pix', eventKey });
    await app.runJobs();
    expect(await storedAs(raw.toString())).toMatchObject({
      processed_at: expect.any(Date),
      error: null,
    });
    expect((await payers.chargeOf(id)).next_check_at?.getTime()).toBe(
      app.clock.now().getTime() + 60_000,
    );
  });

  it('a webhook notification is refused when it is too large', async () =>
    expect((await payers.post('x'.repeat(1_048_577))).statusCode).toBe(413));

  /** A notification of a payment while the bank can't be asked, until its own job has given up. */
  const givenUp = async (name: string) => {
    const payer = await payers.someone(name);
    const body = JSON.stringify(notification(payer.id));
    await app.bank.arm('status', { action: 'status', status: 503, times: 500 });
    await payers.post(body);
    for (let attempt = 0; attempt < 10; attempt += 1) await app.ctx.jobs.runDue(app.clock.now());
    expect(
      (await app.ctx.jobs.list({ name: 'funds.settle', state: 'failed' })).length,
    ).toBeGreaterThan(0);
    expect((await storedAs(body))?.processed_at).toBeNull();
    return { payer, body };
  };

  it('a webhook notification is processed by the scheduled job after its own job gave up', async () => {
    const { body } = await givenUp('insistente');
    await app.pass(3 * 60);
    await payers.processWaiting();
    const failures = async () =>
      (
        await app.ctx.pool.query(
          `SELECT failures FROM failing_items WHERE work = 'funds.processEvents'`,
        )
      ).rows;
    expect([(await storedAs(body))?.processed_at, await failures()]).toEqual([
      null,
      [{ failures: 1 }],
    ]);
    await app.bank.disarm();
    await payers.processWaiting();
    expect((await storedAs(body))?.processed_at).toBeNull();
    await app.pass(60);
    await payers.processWaiting();
    expect([(await storedAs(body))?.processed_at, await failures()]).toEqual([
      expect.any(Date),
      [],
    ]);
  });

  it('a webhook notification gets another job only when it is repeated before its processing', async () => {
    const { body } = await givenUp('repetida');
    await app.bank.disarm();
    await payers.post(body);
    await app.runJobs();
    expect((await storedAs(body))?.processed_at).toEqual(expect.any(Date));
    await payers.post(body);
    expect(await app.ctx.jobs.list({ name: 'funds.settle', state: 'created' })).toEqual([]);
  });

  it('webhook notifications with invalid authentication are counted in few writes', async () => {
    await app.ctx.pool.query(`
      CREATE TABLE refusal_writes (at timestamptz);
      CREATE FUNCTION note_refusal_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO refusal_writes VALUES (now()); RETURN NULL; END $$;
      CREATE TRIGGER note_refusal_write AFTER INSERT OR UPDATE ON inbound_refusals FOR EACH STATEMENT EXECUTE FUNCTION note_refusal_write()`);
    const before = await refusals();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => payers.post('{}', { secret: 'guess' })),
    );
    expect([...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([403]);
    expect(await refusals()).toBe(before + 200);
    // An upsert fires the triggers of both its kinds.
    expect((await app.ctx.pool.query('SELECT FROM refusal_writes')).rowCount).toBeLessThan(100);
  });

  it('a webhook notification is deleted after ninety days', async () => {
    await payers.post(notification(randomUUID() as ChargeId));
    await app.runJobs();
    await app.pass(89 * 86_400);
    await payers.sweep();
    expect(await payers.heard()).toBeGreaterThan(0);
    await app.pass(2 * 86_400);
    await payers.sweep();
    expect(await payers.heard()).toBe(0);
  });
});

it('the webhook address is registered at the start, and by a job when the bank was unavailable', async () => {
  const address = `http://127.0.0.1:${app.ctx.config.PORT}/api/funds/webhooks/pix?hmac=${encodeURIComponent(WEBHOOK_SECRET)}&ignorar=`;
  expect(await app.bank.webhookUrl()).toBe(address);
  await app.bank.forgetWebhook();
  await app.bank.arm('registration', { action: 'status', status: 503 });
  await app.announceWebhooks();
  expect(await app.bank.webhookUrl()).toBeUndefined();
  await app.runJobs();
  expect(await app.bank.webhookUrl()).toBe(address);
});

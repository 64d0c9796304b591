// What a gateway tells us, or somebody who says to be one: kept when it proves who sent it, never believed.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestAppWithBank, appWithBank } from '../../../testing/bank.ts';
import { WAITING, WEBHOOK_SECRET, notificationOf, payersOf } from '../../../testing/payers.ts';

let app: TestAppWithBank;
let payers: ReturnType<typeof payersOf>;
beforeAll(async () => {
  app = await appWithBank();
  payers = payersOf(app);
});
afterEach(() => app.bank.disarm());

const notification = (id: ChargeId) => notificationOf(id, app.clock.now());
const refusals = async (): Promise<number> => (await app.platform.db.selectFrom('inbound_refusals').select('count').execute()).reduce((sum, { count }) => sum + count, 0);
const keptAs = async (body: string) => (await app.platform.db.selectFrom('inbound_events').selectAll().execute()).find(({ raw }) => raw.toString() === body);

describe('a notification', () => {
  it('is taken at the bare address and with /pix appended, of any type', async () => {
    const { id } = await payers.someone('endereco');
    for (const options of [{}, { path: '/pix' }, { type: 'text/plain' }]) expect((await payers.post(notification(id), options)).statusCode).toBe(200);
    const appended = await app.server.inject({ method: 'POST', url: `/api/funds/webhooks/pix?hmac=${encodeURIComponent(WEBHOOK_SECRET)}&ignorar=/pix`, payload: notification(id) });
    expect([appended.statusCode, appended.json()]).toEqual([200, { success: true, data: null }]);
    expect((await app.server.inject({ method: 'POST', url: '/api/funds/webhooks/other?hmac=x', payload: {} })).statusCode).toBe(400);
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

  it('that proves its sender and lies moves nothing: the bank is asked', async () => {
    const payer = await payers.someone('mentira');
    expect((await payers.post(notification(payer.id))).statusCode).toBe(200);
    await app.runJobs();
    expect(await payers.outcomeOf(payer)).toEqual(WAITING);
    expect(await payers.stepsOf(payer.id)).toEqual(['created', 'pending']);
  });

  it('of a payment that the bank does not show yet has it asked again within a minute', async () => {
    const { id } = await payers.someone('adiantada');
    await app.pass(600);
    await payers.look();
    await payers.post(notification(id));
    await app.runJobs();
    expect((await payers.chargeOf(id)).next_check_at?.getTime()).toBe(app.clock.now().getTime() + 60_000);
  });

  it.each(['', 'not json', '{"evento":"teste_webhook"}', '{"pix":[{"endToEndId":5}]}'])('that makes no sense (%s) is kept, answered, and done with', async (body) => {
    expect((await payers.post(body)).statusCode).toBe(200);
    await app.runJobs();
    expect(await keptAs(body)).toMatchObject({ processed_at: expect.any(Date), attempts: 1, error: expect.any(String) });
  });

  it('is kept byte for byte, without what proves who sent it', async () => {
    const body = ` { "pix" : [] , "é" : "${randomUUID()}" } `;
    await payers.post(body);
    expect(Object.keys((await keptAs(body))?.headers as object).sort()).toEqual(['content-length', 'content-type', 'user-agent']);
    await app.runJobs();
    const logged = app.lines.join('');
    expect(logged).toContain('/api/funds/webhooks/:provider');
    for (const words of [WEBHOOK_SECRET, encodeURIComponent(WEBHOOK_SECRET), 'hmac', 'of-the-bank']) expect(logged).not.toContain(words);
  });

  it('that is larger than any bank’s is refused', async () => expect((await payers.post('x'.repeat(1_048_577))).statusCode).toBe(413));

  it('is forgotten after ninety days', async () => {
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

it('our address is told to the bank at the start, and again by a job when the bank was away', async () => {
  const address = `http://127.0.0.1:${app.platform.config.PORT}/api/funds/webhooks/pix?hmac=${encodeURIComponent(WEBHOOK_SECRET)}&ignorar=`;
  expect(await app.bank.webhookUrl()).toBe(address);
  await app.bank.forgetWebhook();
  await app.bank.arm('registration', { action: 'status', status: 503 });
  await app.announceWebhooks();
  expect(await app.bank.webhookUrl()).toBeUndefined();
  await app.runJobs();
  expect(await app.bank.webhookUrl()).toBe(address);
});

// Calls that create something answer a repeated key with their first reply, in the whole
// application.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const ask = (text: string, key: string) =>
  app.fan.ask('POST /vault/folders', { body: { name: text }, idempotencyKey: key });
const create = (name: string, key: string) =>
  app.producer.ask('POST /vault/folders', { body: { name }, idempotencyKey: key });
const folders = async (name: string): Promise<number> =>
  (await app.ctx.pool.query('SELECT FROM media_folders WHERE name = $1', [name])).rowCount ?? 0;

describe('a creating call with a key', () => {
  test('a repeated call with a key takes effect once and gets the same reply', async () => {
    const key = randomUUID();
    const [one, two] = await Promise.all([create('Ensaio', key), create('Ensaio', key)]);
    expect([one.status, two.reply]).toEqual([
      200,
      expect.objectContaining({ data: one.reply.data }),
    ]);
    expect((await create('Ensaio', key)).reply.data).toEqual(one.reply.data);
    expect(await folders('Ensaio')).toBe(1);
  });

  test('a key with another request is refused', async () => {
    const key = randomUUID();
    await create('Praia', key);
    expect(await create('Cidade', key)).toMatchObject({
      status: 409,
      reply: { code: 'request.idempotencyMismatch' },
    });
  });

  test('a refused call may be retried with the same key', async () => {
    const key = randomUUID();
    expect((await ask('Nada', key)).status).toBe(403);
    expect((await create('', key)).status).toBe(400);
    expect((await create('Depois', key)).status).toBe(200);
  });

  test('a key of a dead process is taken over after two minutes', async () => {
    const key = randomUUID();
    const first = await create('Noite', key);
    await app.ctx.pool.query('UPDATE idempotency_keys SET reply = NULL WHERE key = $1', [key]);
    app.clock.advance(121_000);
    const again = await create('Noite', key);
    expect([first.status, again.status]).not.toContain(500);
    expect(
      (
        await app.ctx.pool.query(
          'SELECT reply IS NOT NULL AS kept FROM idempotency_keys WHERE key = $1',
          [key],
        )
      ).rows,
    ).toEqual(again.status === 200 ? [{ kept: true }] : []);
  });

  test('replies of keys are stored sealed', async () => {
    const key = randomUUID();
    await create('Segredo', key);
    const { rows } = await app.ctx.pool.query(
      'SELECT reply::text AS reply FROM idempotency_keys WHERE key = $1',
      [key],
    );
    expect(rows[0]?.reply).not.toContain('Segredo');
  });
});

// The command that makes a member a producer.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';

let app: TestApp;
let databaseUrl: string;

beforeAll(async () => {
  app = await testApp();
  const { rows } = await app.ctx.pool.query('SELECT current_database() AS name');
  const url = new URL(app.ctx.pool.options.connectionString ?? '');
  url.pathname = (rows[0] as { name: string }).name;
  databaseUrl = url.href;
});

const approve = (...names: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const environment = { ...process.env, CAMARIM_ENV: 'test', DATABASE_URL: databaseUrl };
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'admin.ts'), 'approve-producer', ...names],
      { env: environment },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

test('a member is a producer within seconds, without logging in again', async () => {
  expect((await app.fan.call('GET /auth')).profile).toMatchObject({
    producer: false,
    producerStage: 'member',
  });
  expect(await approve('davi')).toEqual({ code: 0, output: 'davi is a producer.\n' });
  app.clock.advance(5_000);
  expect((await app.fan.call('GET /auth')).profile).toMatchObject({
    producer: true,
    publisher: true,
    activeCam: true,
    producerStage: 'approved',
  });
  expect(
    (
      await app.fan.ask('GET /auth/private-upload/{type}', {
        params: { type: 'image' },
        query: { contentType: 'image/png' },
      })
    ).status,
  ).toBe(200);
});

test('a missing or unknown name is reported and changes nothing', async () => {
  expect(await approve('fulano')).toEqual({ code: 1, output: 'No account is called fulano.\n' });
  expect(await approve()).toEqual({
    code: 1,
    output: 'Name the account: npm run admin -- approve-producer USERNAME\n',
  });
});

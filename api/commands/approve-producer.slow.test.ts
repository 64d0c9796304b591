// The command that makes a member a producer.
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databaseUrlOf, runCommand } from '../testing/run-command.ts';

let app: TestApp;
let databaseUrl: string;

beforeAll(async () => {
  app = await testApp();
  databaseUrl = await databaseUrlOf(app);
});

const approve = (...names: string[]) =>
  runCommand(databaseUrl, 'admin', ['approve-producer', ...names]);

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

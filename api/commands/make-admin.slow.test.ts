// The command that makes administrators, and the immutable audit log.
import { beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../testing/app.ts';
import { databaseUrlOf, runCommand } from '../testing/run-command.ts';

let app: TestApp;
let databaseUrl: string;

beforeAll(async () => {
  app = await testApp();
  databaseUrl = await databaseUrlOf(app);
});

const run = (...words: string[]) => runCommand(databaseUrl, 'admin', ['make-admin', ...words]);
const log = async () =>
  (await app.ctx.pool.query('SELECT action, reason, admin_profile_id FROM admin_log ORDER BY id'))
    .rows as unknown[];
const isAdmin = async () => {
  app.clock.advance(5_000);
  return (await app.fan.call('GET /auth')).admin;
};

test('the command makes and ends an administrator by name or confirmed email, and logs each change', async () => {
  await app.ctx.pool.query(
    "UPDATE users SET email_confirmed_at = now() WHERE email = 'davi@example.com'",
  );
  expect(await run('davi', 'founder', 'of', 'the', 'company')).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^davi is now an administrator \(owner\)\.\n.*\/settings\/security\.\n$/,
    ),
  });
  expect(await isAdmin()).toBe(true);
  expect(await run('davi@example.com')).toMatchObject({ code: 0 });
  expect(await run('davi', '--role', 'finance')).toMatchObject({ code: 0 });
  expect(await run('davi', '--role', 'boss')).toMatchObject({ code: 1 });
  expect(await run('davi@example.com', '--end', 'left')).toEqual({
    code: 0,
    output: 'davi is no longer an administrator.\n',
  });
  expect(await isAdmin()).toBe(false);
  expect(await log()).toEqual([
    {
      action: 'admin.made',
      reason: 'none -> owner: founder of the company',
      admin_profile_id: null,
    },
    { action: 'admin.made', reason: 'owner -> finance', admin_profile_id: null },
    { action: 'admin.ended', reason: 'finance -> none: left', admin_profile_id: null },
  ]);
});

test('a missing or unknown name is reported and changes nothing', async () => {
  expect(await run('fulano')).toEqual({ code: 1, output: 'No account is called fulano.\n' });
  expect(await run()).toMatchObject({
    code: 1,
    output: expect.stringContaining('Name the account'),
  });
});

test.each(['UPDATE admin_log SET reason = $1', 'DELETE FROM admin_log WHERE reason <> $1'])(
  'the log refuses: %s',
  async (statement) => {
    await expect(app.ctx.pool.query(statement, ['x'])).rejects.toThrow(/written once/);
    await expect(app.ctx.pool.query('TRUNCATE admin_log')).rejects.toThrow(
      /written once|referenced in a foreign key constraint/,
    );
  },
);

test('no call of the web makes an administrator: a profile edit that says so changes nothing', async () => {
  await app.fan.ask('PUT /profiles', { body: { about: 'x', role: 'admin', admin: true } as never });
  expect(await isAdmin()).toBe(false);
});

// Account removal: what is erased, what stays, and every refusal.
import type { ChargeId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { TEST_PASSWORD, testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';
import { fill, joinProducer, publish, storedKeys } from '../../../testing/publishing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const emails = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(100)) ?? []).filter((email) => email.to === to);
};
const tokenFor = async (person: ApiClient): Promise<string> => {
  await person.call('POST /auth/remove');
  return (
    (await emails(`${person.domainName}@example.com`)).flatMap(
      ({ text }) => /account\/remove#([\w-]+)/.exec(text)?.[1] ?? [],
    )[0] ?? ''
  );
};
const confirm = (
  token: string,
  email: string,
  password: string | undefined = TEST_PASSWORD,
  waive = 0,
) => app.visitor.ask('POST /auth/remove-confirm', { body: { token, email, password, waive } });
const termsOf = (token: string) => app.visitor.call('POST /auth/remove-terms', { body: { token } });
const filesOf = async (mediaIds: readonly string[]): Promise<string[]> =>
  (await storedKeys(app)).filter((key) => mediaIds.some((id) => key.includes(id)));
const outcome = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];

test('account removal erases personal data and content, ends sessions and frees the name', async () => {
  const person = await joinProducer(app, 'saindo');
  const mine = await publish(app, person, { text: 'meu post', seed: 31 });
  const other = await publish(app, app.producer, { text: 'post alheio', seed: 32 });
  await person.call('POST /comments', {
    body: { postId: other.id, text: 'texto muito meu' },
    idempotencyKey: 'removal-comment',
  });
  await person.call('POST /profiles/{id}/follow', {
    params: { id: app.producer.profileId },
    body: { following: true },
  });
  expect(await filesOf(mine.mediaIds)).not.toEqual([]);
  const followers = (
    await app.visitor.call('GET /publics/profiles/{domainname}', { params: { domainname: 'iris' } })
  ).totalFollowers;

  expect((await confirm(await tokenFor(person), 'Saindo@Example.com')).status).toBe(200);
  expect(outcome(await person.ask('GET /auth'))).toEqual([401, 'auth.required']);
  expect(
    outcome(
      await app.visitor.ask('GET /publics/profiles/{domainname}', {
        params: { domainname: 'saindo' },
      }),
    ),
  ).toEqual([404, 'profile.notFound']);
  expect(
    outcome(
      await app.visitor.ask('POST /auth', {
        body: {
          username: 'saindo@example.com',
          password: TEST_PASSWORD,
          recapcha: await solveCaptcha(app.visitor),
        },
      }),
    ),
  ).toEqual([400, 'auth.invalidCredentials']);
  expect((await emails('saindo@example.com'))[0]?.subject).toBe('Sua conta foi removida');

  const { rows } = await app.ctx.pool.query(
    'SELECT u::text AS row FROM users u UNION ALL SELECT p::text FROM profiles p UNION ALL SELECT c::text FROM comments c UNION ALL SELECT k::text FROM account_links k',
  );
  expect(JSON.stringify(rows)).not.toMatch(/saindo|texto muito meu/i);
  expect(outcome(await app.fan.ask('GET /posts/{id}', { params: { id: mine.id } }))).toEqual([
    404,
    'post.notFound',
  ]);
  expect(
    await app.fan.call('GET /comments', { query: { filter: `post_id:eq:${other.id}` } }),
  ).toEqual([]);
  expect(
    (
      await app.visitor.call('GET /publics/profiles/{domainname}', {
        params: { domainname: 'iris' },
      })
    ).totalFollowers,
  ).toBe(followers - 1);
  await app.runJobs();
  expect(await filesOf(mine.mediaIds)).toEqual([]);
  expect(await filesOf(other.mediaIds)).not.toEqual([]);
  expect((await app.join('saindo')).domainName).toBe('saindo');
});

test('account removal keeps the money records that the law requires', async () => {
  const person = await app.join('pagante');
  await fill(app, person, 5_000);
  await person.call('POST /funds/tips', {
    body: { toProfileId: app.producer.profileId, value: 1_000 },
    idempotencyKey: 'removal-tip',
  });
  const entries = async () =>
    (await app.ctx.pool.query('SELECT count(*)::int AS n FROM ledger_transfers')).rows[0]
      .n as number;
  const before = await entries();
  expect(
    (await confirm(await tokenFor(person), 'pagante@example.com', TEST_PASSWORD, 4_000)).status,
  ).toBe(200);
  await app.runJobs();
  expect(await entries()).toBe(before);
});

test('account removal waives a balance only when exactly that sum is named', async () => {
  const person = await app.join('comsaldo');
  await fill(app, person, 5_000);
  const token = await tokenFor(person);
  expect(await termsOf(token)).toEqual({ password: true, balance: 5_000, earnings: 0 });
  expect(outcome(await confirm(token, 'comsaldo@example.com'))).toEqual([409, 'account.moneyLeft']);
  await fill(app, person, 300);
  expect(outcome(await confirm(token, 'comsaldo@example.com', TEST_PASSWORD, 5_000))).toEqual([
    409,
    'account.moneyLeft',
  ]);
  expect((await person.call('GET /auth')).email).toBe('comsaldo@example.com');
  expect((await confirm(token, 'comsaldo@example.com', TEST_PASSWORD, 5_300)).status).toBe(200);
});

test('removal of an account without a password is confirmed by the link alone', async () => {
  const person = await app.join('semsenha');
  const token = await tokenFor(person);
  await app.ctx.pool.query(
    "UPDATE users SET password_hash = NULL WHERE email = 'semsenha@example.com'",
  );
  expect(await termsOf(token)).toEqual({ password: false, balance: 0, earnings: 0 });
  expect(
    outcome(await app.visitor.ask('POST /auth/remove-terms', { body: { token: 'bm9wZQ' } })),
  ).toEqual([400, 'token.invalid']);
  expect(
    outcome(
      await app.visitor.ask('POST /auth/remove-confirm', {
        body: { token, email: 'davi@example.com' },
      }),
    ),
  ).toEqual([400, 'validate.invalid']);
  expect(
    (
      await app.visitor.ask('POST /auth/remove-confirm', {
        body: { token, email: 'semsenha@example.com' },
      })
    ).status,
  ).toBe(200);
});

test('account removal waives earnings only when exactly that sum is named, also below the minimum payout', async () => {
  const person = await joinProducer(app, 'comganhos');
  const payer = await app.join('fanrico');
  await app.ctx.ledger.post({
    kind: 'topUp',
    chargeId: newId() as ChargeId,
    profileId: payer.profileId,
    gateway: 'pix',
    amount: 5_000 as never,
  });
  const token = await tokenFor(person);
  await payer.call('POST /funds/tips', {
    body: { toProfileId: person.profileId, value: 1_000 },
    idempotencyKey: 'removal-earn',
  });
  expect(outcome(await confirm(token, 'comganhos@example.com'))).toEqual([
    409,
    'account.moneyLeft',
  ]);
  expect((await person.call('GET /auth')).email).toBe('comganhos@example.com');
  const { earnings } = await termsOf(token);
  expect(earnings).toBe(800);
  expect((await confirm(token, 'comganhos@example.com', TEST_PASSWORD, earnings)).status).toBe(200);
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});

test('account removal requires the address, the password and a valid link', async () => {
  const person = await app.join('indecisa');
  const token = await tokenFor(person);
  expect(outcome(await confirm(token, 'davi@example.com'))).toEqual([400, 'validate.invalid']);
  expect(outcome(await confirm(token, 'indecisa@example.com', 'chute qualquer'))).toEqual([
    400,
    'validate.wrongPassword',
  ]);
  expect(
    outcome(
      await app.visitor.ask('POST /auth/remove-confirm', {
        body: { token, email: 'indecisa@example.com' },
      }),
    ),
  ).toEqual([400, 'validate.wrongPassword']);
  expect(outcome(await confirm('bm9wZQ', 'indecisa@example.com'))).toEqual([400, 'token.invalid']);
  app.clock.advance(HOUR_MS);
  expect(outcome(await confirm(token, 'indecisa@example.com'))).toEqual([400, 'token.invalid']);
  const again = await app.join('indecisa2');
  app.clock.advance(600_000);
  expect(outcome(await again.ask('POST /auth/remove'))).toEqual([403, 'stepUp.required']);
});

// A change of a policy: stored as a version, announced 30 days ahead by email and on the site, then
// accepted.
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { registerOrLogIn, type ApiClient } from '../../api-client.ts';
import { testApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { notifyPolicies } from './notify-policies.ts';
import { publishPolicies, releasedPolicies, templatesAmong } from './policies.ts';
import type { PolicyName } from './store.ts';

const START = new Date('2026-03-01T15:00:00Z');

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ startAt: START });
});

/** Simulates the start of a later release whose texts of these policies have one more line. */
const startWith = async (line: string, ...names: PolicyName[]) => {
  const texts = releasedPolicies();
  for (const name of names)
    texts[name] = {
      pt: `${texts[name].pt}\n${line}\n`,
      en: `${texts[name].en}\n${line}\n`,
      es: `${texts[name].es}\n${line}\n`,
    };
  await publishPolicies(app.ctx, texts);
};

const notify = async () => {
  await app.ctx.jobs.enqueue(app.ctx.db, 'publics.notifyPolicies', {});
  await app.runJobs();
};

const inForce = async (name: PolicyName) => {
  const [policy] = await app.visitor.call('GET /publics/policies', { query: { name } });
  if (!policy) throw new Error(`no ${name}`);
  return policy;
};
const versionsOf = (name: PolicyName) =>
  app.visitor.call('GET /publics/policies/{name}/versions', { params: { name } });
const changesOf = async (person: ApiClient) => (await person.call('GET /auth')).policyChanges;
const emails = async (subject: RegExp) =>
  ((await app.ctx.mail.inbox?.list(200)) ?? []).filter((email) => subject.test(email.subject));

const versionAgreedTo = async ({ profileId }: ApiClient, name: PolicyName): Promise<string[]> =>
  (
    await app.ctx.pool.query<{ version: string }>(
      'SELECT version FROM policy_acceptances WHERE profile_id = $1 AND policy = $2 ORDER BY accepted_at',
      [profileId, name],
    )
  ).rows.map(({ version }) => version);

/** Sessions expire while the clock moves by weeks. */
const logInAgain = ({ domainName }: ApiClient): Promise<ApiClient> =>
  registerOrLogIn(app.server, {
    username: domainName,
    name: domainName,
    email: `${domainName}@example.com`,
    password: TEST_PASSWORD,
  });

test('the first version of a policy takes effect at once, and registration accepts it', async () => {
  const texts = releasedPolicies();
  for (const policy of await app.visitor.call('GET /publics/policies')) {
    expect(policy).toMatchObject({
      publishedAt: START.toISOString(),
      inForceAt: START.toISOString(),
      markdown: texts[policy.name].pt,
    });
    expect(await versionsOf(policy.name)).toEqual([
      { version: policy.version, publishedAt: START.toISOString(), inForceAt: START.toISOString() },
    ]);
  }
  await notify();
  expect(await emails(/vale a partir|in force from|vigente desde/)).toEqual([]);
  expect(await changesOf(app.fan)).toEqual([]);
  expect(await versionAgreedTo(app.fan, 'terms')).toEqual([(await inForce('terms')).version]);
});

test('a producer approved by a command has to accept the contract', async () => {
  const { version } = await inForce('contract');
  expect(await changesOf(app.producer)).toEqual([
    { name: 'contract', version, inForceAt: START.toISOString(), asked: true },
  ]);
  await app.producer.call('POST /profiles/policies', { body: { name: 'contract', version } });
  expect(await changesOf(app.producer)).toEqual([]);
});

test('a start with unchanged or earlier policy texts publishes nothing', async () => {
  await publishPolicies(app.ctx);
  expect(await versionsOf('terms')).toHaveLength(1);
});

test('a changed policy takes effect after 30 days, and registration accepts the current one until then', async () => {
  const before = await inForce('terms');
  await startWith('Nova linha de março.', 'terms', 'contract', 'cookies');
  await startWith('Nova linha de março.', 'terms', 'contract', 'cookies');
  const holdsFrom = new Date(START.getTime() + 30 * DAY_MS).toISOString();
  const [next, first, ...others] = await versionsOf('terms');
  expect([next?.inForceAt, first?.version, others]).toEqual([holdsFrom, before.version, []]);
  expect(await inForce('terms')).toEqual(before);
  const late = await app.join('tarsila');
  expect(await versionAgreedTo(late, 'terms')).toEqual([before.version]);
  expect(await changesOf(late)).toMatchObject([
    { name: 'cookies', inForceAt: holdsFrom, asked: false },
    { name: 'terms', inForceAt: holdsFrom, asked: false, version: next?.version },
  ]);
  // The contract is for producers.
  expect((await changesOf(app.producer)).map(({ name }) => name)).toEqual([
    'contract',
    'cookies',
    'terms',
  ]);
});

test('each member gets one email per version that concerns them, also after an interruption', async () => {
  await app.stranger.call('PUT /profiles', { body: { defaultLanguage: 'es' } });
  await app.fan.call('PUT /profiles', { body: { defaultLanguage: 'en' } });
  const cut = { asked: 0 };
  const failing = notifyPolicies(
    {
      ...app.ctx,
      accounts: {
        ...app.ctx.accounts,
        contactOf: async (db, profileId) => {
          cut.asked += 1;
          if (cut.asked === 4) throw new Error('the process ended here');
          return app.ctx.accounts.contactOf(db, profileId);
        },
      },
    },
    new AbortController().signal,
    2,
  );
  await expect(failing).rejects.toThrow('the process ended here');
  await notify();
  await notify();
  const sent = (await emails(/vale a partir|in force from|vigente desde/))
    .map(({ to, subject }) => `${to} ${subject}`)
    .sort();
  expect(sent).toEqual([
    'davi@example.com Change of Cookie policy: in force from March 31, 2026',
    'davi@example.com Change of Terms of use: in force from March 31, 2026',
    'iris@example.com Mudança em Contrato de criadores: vale a partir de 31 de março de 2026',
    'iris@example.com Mudança em Política de cookies: vale a partir de 31 de março de 2026',
    'iris@example.com Mudança em Termos de uso: vale a partir de 31 de março de 2026',
    'malu@example.com Cambio en Política de las cookies: vigente desde el 31 de marzo de 2026',
    'malu@example.com Cambio en Términos de uso: vigente desde el 31 de marzo de 2026',
    'tarsila@example.com Mudança em Política de cookies: vale a partir de 31 de março de 2026',
    'tarsila@example.com Mudança em Termos de uso: vale a partir de 31 de março de 2026',
  ]);
  const [english] = await emails(/Terms of use: in force/);
  expect(english?.text).toContain(
    `/account/terms?version=${(await versionsOf('terms'))[0]?.version}`,
  );
});

test('a version in effect is shown and needs acceptance, and earlier ones stay readable', async () => {
  const before = await inForce('terms');
  const [next] = await versionsOf('terms');
  if (!next) throw new Error('no version');
  app.clock.set(new Date(next.inForceAt));
  expect(await inForce('terms')).toMatchObject({
    version: next.version,
    markdown: expect.stringContaining('Nova linha de março.'),
  });
  expect(
    await app.visitor.call('GET /publics/policies/{name}/versions/{version}', {
      params: { name: 'terms', version: before.version },
    }),
  ).toEqual(before);

  const [fan, producer] = [await logInAgain(app.fan), await logInAgain(app.producer)];
  expect(await changesOf(fan)).toEqual([
    { name: 'terms', version: next.version, inForceAt: next.inForceAt, asked: true },
  ]);
  expect((await changesOf(producer)).map(({ name, asked }) => [name, asked])).toEqual([
    ['contract', true],
    ['terms', true],
  ]);
  const agreement = { name: 'terms', version: next.version } as const;
  await fan.call('POST /profiles/policies', { body: agreement });
  app.clock.advance(DAY_MS / 100);
  await fan.call('POST /profiles/policies', { body: agreement });
  expect(await changesOf(fan)).toEqual([]);
  expect(await versionAgreedTo(fan, 'terms')).toEqual([before.version, next.version]);
  const { rows } = await app.ctx.pool.query(
    'SELECT accepted_at FROM policy_acceptances WHERE profile_id = $1 AND version = $2',
    [fan.profileId, next.version],
  );
  expect(rows).toEqual([{ accepted_at: new Date(next.inForceAt) }]);
});

test('a person who has not accepted a policy can still use money, data and removal routes', async () => {
  const refusing = await logInAgain(app.stranger);
  expect((await changesOf(refusing)).map(({ asked }) => asked)).toEqual([true]);
  for (const key of ['GET /funds', 'GET /exports', 'GET /profiles/me'] as const)
    expect([key, (await refusing.ask(key)).status]).toEqual([key, 200]);
  expect((await refusing.ask('POST /exports')).status).toBe(200);
});

test('a version can be accepted before it takes effect, and an unknown one is refused', async () => {
  await startWith('Nova linha de abril.', 'privacy');
  const fan = await logInAgain(app.fan);
  const [upcoming] = await changesOf(fan);
  if (!upcoming) throw new Error('no change');
  expect(upcoming).toMatchObject({ name: 'privacy', asked: false });
  await fan.call('POST /profiles/policies', {
    body: { name: 'privacy', version: upcoming.version },
  });
  expect(await changesOf(fan)).toEqual([]);
  const unknown = { name: 'terms', version: '0'.repeat(64) } as const;
  expect(await fan.ask('POST /profiles/policies', { body: unknown })).toMatchObject({
    status: 404,
    reply: { code: 'policy.notFound' },
  });
  expect(
    await app.visitor.ask('GET /publics/policies/{name}/versions/{version}', { params: unknown }),
  ).toMatchObject({ status: 404, reply: { code: 'policy.notFound' } });
  await notify();
  expect(await emails(/Privacy policy: in force from/)).toHaveLength(1);
});

test('a corrected translation replaces that of the same version without a new version', async () => {
  const texts = releasedPolicies();
  texts.contract.en += '\nA word corrected.\n';
  const before = await versionsOf('contract');
  await publishPolicies(app.ctx, texts);
  expect(await versionsOf('contract')).toEqual(before);
  const [first] = before.slice(-1);
  if (!first) throw new Error('no version');
  expect(
    (
      await app.visitor.call('GET /publics/policies/{name}/versions/{version}', {
        params: { name: 'contract', version: first.version },
        headers: { lang: 'en' },
      })
    ).markdown,
  ).toContain('A word corrected.');
});

test('policies count as templates until the notice is gone in every language', () => {
  const texts = releasedPolicies();
  expect(templatesAmong(texts)).toEqual(['terms', 'privacy', 'cookies', 'contract']);
  const replaced = { pt: '# Termos\n\nTexto.', en: '# Terms\n\nText.', es: '# Términos\n\nTexto.' };
  expect(templatesAmong({ ...texts, terms: replaced, privacy: replaced })).toEqual([
    'cookies',
    'contract',
  ]);
  expect(templatesAmong({ ...texts, terms: { ...replaced, es: texts.terms.es } })).toContain(
    'terms',
  );
});

test('the session of an administrator alone names the policies that are templates', async () => {
  expect((await (await joinAdmin(app, 'chefia')).call('GET /auth')).templatePolicies).toEqual([
    'terms',
    'privacy',
    'cookies',
    'contract',
  ]);
  expect((await (await logInAgain(app.fan)).call('GET /auth')).templatePolicies).toBeUndefined();
});

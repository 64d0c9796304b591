// What of an account stays under a legal hold, unseen, when its person changes or deletes it or a
// sweep comes by. Each way is tried without a hold too, as its control.
import type { UserId } from '@camarim/contract/ids';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { TEST_PASSWORD, type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';
import { deleteDevicesOf } from './session/session-store.ts';

let app: TestApp;
let admin: ApiClient;
let people = 0;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  admin = await joinAdmin(app, `chefia${(people += 1)}`);
  await stepUp(app, admin);
});

const run = async (job: 'auth.sweep' | 'fraud.sweep' | 'legalHolds.erase') => {
  await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, job, {}));
  await app.runJobs();
};
const query = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await app.ctx.pool.query<Row>(text, values)).rows;
const copiesOf = async ({ profileId }: ApiClient): Promise<Record<string, unknown>[]> =>
  (
    await query<{ content: Record<string, unknown> }>(
      'SELECT content FROM held_copies WHERE owner_id = $1 ORDER BY id',
      [profileId],
    )
  ).map(({ content }) => content);
const userOf = async ({ profileId }: ApiClient): Promise<UserId> => {
  const [row] = await query<{ user_id: UserId }>('SELECT user_id FROM profiles WHERE id = $1', [
    profileId,
  ]);
  if (!row) throw new Error(profileId);
  return row.user_id;
};
/** Asks for the address and opens the link that is sent to it. */
const changeAddress = async (person: ApiClient, email: string): Promise<void> => {
  await stepUp(app, person);
  await person.call('PUT /auth/email', { body: { email, password: TEST_PASSWORD } });
  await app.runJobs();
  const mails = ((await app.ctx.mail.inbox?.list(50)) ?? []).filter(({ to }) => to === email);
  const token = /confirm#([\w-]+)/.exec(mails.map(({ text }) => text).join(' '))?.[1] ?? '';
  await app.visitor.call('POST /auth/confirm-email', { body: { token } });
};
const hold = ({ profileId }: ApiClient) =>
  admin.call('POST /dsb/legal-holds', {
    body: { subjectKind: 'account', subjectId: profileId, reason: 'Ofício 12' },
  });
const release = async ({ id }: { id: string }) => {
  admin = await joinAdmin(app, `chefia${(people += 1)}`);
  await stepUp(app, admin);
  await admin.call('POST /dsb/legal-holds/{id}/release', {
    params: { id },
    body: { reason: 'Prazo encerrado' },
  });
  await run('legalHolds.erase');
};

/** What is done to a row, and what its copy says of it. */
type Way = () => Promise<{ owner: ApiClient; act: () => Promise<unknown>; said: object }>;
const ways: Record<string, Way> = {
  'the email address is changed': async () => {
    const owner = await app.join(`muda${(people += 1)}`);
    const [before] = await query<{ email: string }>(
      'SELECT email FROM users WHERE id = (SELECT user_id FROM profiles WHERE id = $1)',
      [owner.profileId],
    );
    const change = () => changeAddress(owner, `nova${people}@example.com`);
    return { owner, act: change, said: { email: before?.email } };
  },
  'all devices are forgotten with a new password': async () => {
    const owner = await app.join(`esquecida${(people += 1)}`);
    const forget = async () => {
      await transaction(app.ctx.db, async (tx) => deleteDevicesOf(tx, await userOf(owner)));
    };
    return { owner, act: forget, said: { user_id: await userOf(owner) } };
  },
  'a log-in by an identity provider is unlinked': async () => {
    const owner = await app.join(`vinculada${(people += 1)}`);
    const subject = `de fora ${people}`;
    await query(
      "INSERT INTO identities (provider, subject, user_id, linked_at) VALUES ('google', $1, $2, $3)",
      [subject, await userOf(owner), app.clock.now()],
    );
    await stepUp(app, owner);
    const unlink = () =>
      owner.call('DELETE /auth/identities/{provider}', { params: { provider: 'google' } });
    return { owner, act: unlink, said: { subject } };
  },
  'a note about a profile is changed': async () => {
    const owner = await app.join('davi');
    const params = { profileId: app.producer.profileId };
    const write = (raw: string) =>
      owner.call('POST /profiles/{profileId}/notes', { params, body: { raw } });
    await write('nota de antes');
    return { owner, act: () => write('nota de depois'), said: { raw: 'nota de antes' } };
  },
  'a note about a profile is deleted': async () => {
    const owner = await app.join('davi');
    const params = { profileId: app.producer.profileId };
    await owner.call('POST /profiles/{profileId}/notes', { params, body: { raw: 'guardada' } });
    const remove = () => owner.call('DELETE /profiles/{profileId}/notes', { params });
    return { owner, act: remove, said: { raw: 'guardada' } };
  },
};

describe.each(Object.keys(ways))('%s', (way) => {
  test(`a copy of the row stays until the release when, under a legal hold, ${way}`, async () => {
    const made = await ways[way]?.();
    if (!made) throw new Error(way);
    const placed = await hold(made.owner);
    await made.act();
    expect(await copiesOf(made.owner)).toEqual([expect.objectContaining(made.said)]);
    await run('legalHolds.erase');
    expect(await copiesOf(made.owner)).toHaveLength(1);
    await release(placed);
    expect(await copiesOf(made.owner)).toEqual([]);
  });

  test(`nothing is left of the row as it was when, without a legal hold, ${way}`, async () => {
    const made = await ways[way]?.();
    await made?.act();
    expect(await copiesOf(made?.owner as ApiClient)).toEqual([]);
  });
});

test('the copy of an account whose address was changed has no password', async () => {
  const owner = await app.join('semsenha');
  const placed = await hold(owner);
  await changeAddress(owner, 'semsenha2@example.com');
  const [copy] = await copiesOf(owner);
  expect(Object.keys(copy ?? {})).toContain('email');
  expect(Object.keys(copy ?? {})).not.toContain('password_hash');
  await release(placed);
});

test('sweeps of devices and of decided fraud alerts leave those of accounts under a legal hold', async () => {
  const [held, other] = [await app.join('comaparelho'), await app.join('semretencao')];
  for (const person of [held, other]) {
    await query(
      "UPDATE known_devices SET last_seen_at = last_seen_at - interval '3 years' WHERE user_id = $1",
      [await userOf(person)],
    );
    for (const column of ['about_id', 'producer_id'])
      await query(
        `INSERT INTO fraud_alerts (id, rule, subject, ${column}, evidence, opened_at, last_at,
          decision, decided_by, decided_at, reason) VALUES (uuidv7(), 'newPayer', $2, $1, '{}',
          '2020-01-01', '2020-01-01', 'release', $1, '2020-01-02', 'x')`,
        [person.profileId, `${column}:${person.profileId}`],
      );
  }
  const left = async (person: ApiClient) => {
    const [counts] = await query<{ devices: number; alerts: number }>(
      `SELECT (SELECT count(*)::int FROM known_devices WHERE user_id = $1) AS devices,
        (SELECT count(*)::int FROM fraud_alerts WHERE $2 IN (about_id, producer_id)) AS alerts`,
      [await userOf(person), person.profileId],
    );
    return counts;
  };
  const placed = await hold(held);
  for (const job of ['auth.sweep', 'fraud.sweep'] as const) await run(job);
  expect(await left(held)).toEqual({ devices: 1, alerts: 2 });
  expect(await left(other)).toEqual({ devices: 0, alerts: 0 });
  await release(placed);
  for (const job of ['auth.sweep', 'fraud.sweep'] as const) await run(job);
  expect(await left(held)).toEqual({ devices: 0, alerts: 0 });
});

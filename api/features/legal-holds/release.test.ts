// Who releases a legal hold where the installation asks for two persons, and who reads why it was
// placed and released.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';

let app: TestApp;
let moderator: ApiClient;
let other: ApiClient;
let owner: ApiClient;
beforeAll(async () => {
  app = await testApp({ settings: { ADMIN_SECOND_PERSON: 'true' } });
  moderator = await joinAdmin(app, 'moderadora', 'moderation');
  other = await joinAdmin(app, 'moderando', 'moderation');
  owner = await joinAdmin(app, 'dona');
});

const REASON = 'Ofício sigiloso 77';
let held = 0;
const place = async (): Promise<{ id: string; person: ApiClient }> => {
  const person = await app.join(`retida${(held += 1)}`);
  await stepUp(app, moderator);
  const { id } = await moderator.call('POST /dsb/legal-holds', {
    body: { subjectKind: 'account', subjectId: person.profileId, reason: REASON },
  });
  return { id, person };
};
const release = async (admin: ApiClient, id: string): Promise<boolean> => {
  await stepUp(app, admin);
  const { released } = await admin.call('POST /dsb/legal-holds/{id}/release', {
    params: { id },
    body: { reason: 'Prazo sigiloso encerrado' },
  });
  return released;
};
const holdOf = async (reader: ApiClient, { profileId }: ApiClient, released = false) => {
  const [hold] = await reader.call('GET /dsb/legal-holds', {
    query: { ownerId: profileId, released: String(released) as never },
  });
  return hold;
};
const actsOn = async (id: string): Promise<string[]> =>
  (
    await app.ctx.pool.query<{ action: string }>(
      'SELECT action FROM admin_log WHERE subject_id = $1 ORDER BY id',
      [id],
    )
  ).rows.map(({ action }) => action);

test('a moderator does not release a legal hold alone, and a second one does, by an audited agreement', async () => {
  const { id, person } = await place();
  expect(await release(moderator, id)).toBe(false);
  expect(await release(moderator, id)).toBe(false);
  expect(await holdOf(other, person)).toMatchObject({
    id,
    proposals: [{ by: 'moderadora', own: false, reason: 'Prazo sigiloso encerrado' }],
  });
  expect(await actsOn(id)).toEqual(['legalHold.placed', 'legalHold.agreed']);
  expect(await release(other, id)).toBe(true);
  expect(await holdOf(other, person)).toBeUndefined();
  expect(await holdOf(other, person, true)).toMatchObject({ id, proposals: [] });
  expect(await actsOn(id)).toEqual(['legalHold.placed', 'legalHold.agreed', 'legalHold.released']);
});

test('an owner releases a legal hold without a second person', async () => {
  const { id, person } = await place();
  expect(await release(owner, id)).toBe(true);
  expect(await holdOf(owner, person)).toBeUndefined();
});

test('one person releases a legal hold where the installation asks for one only', async () => {
  const small = await testApp();
  const alone = await joinAdmin(small, 'sozinha', 'moderation');
  await stepUp(small, alone);
  const { id } = await alone.call('POST /dsb/legal-holds', {
    body: { subjectKind: 'account', subjectId: small.fan.profileId, reason: REASON },
  });
  const params = { id };
  expect(
    await alone.call('POST /dsb/legal-holds/{id}/release', { params, body: { reason: 'Fim' } }),
  ).toEqual({ id, released: true });
});

test('roles that do not decide about content see that a hold is in force, and nowhere why', async () => {
  const { id, person } = await place();
  await release(moderator, id);
  const { rows } = await app.ctx.pool.query<{ user_id: string }>(
    'SELECT user_id FROM profiles WHERE id = $1',
    [person.profileId],
  );
  const userId = rows[0]?.user_id as never;
  /** All that the person's role lets them read where reasons of holds could be. */
  const readBy = async (reader: ApiClient, readsLog: boolean) => {
    const asked = (query: Record<string, string>) =>
      reader.call('GET /dsb/legal-holds', { query: query as never });
    const read: unknown[] = [
      await asked({ ownerId: person.profileId }),
      await asked({ search: 'sigiloso' }),
      await reader.ask('GET /dsb/user/{userId}/decisions', { params: { userId } }),
    ];
    if (readsLog) {
      read.push(await reader.call('GET /dsb/audit', { query: { search: 'sigiloso' } }));
      read.push(await reader.call('GET /dsb/audit', { query: { search: id } }));
      const file = await app.server.inject({
        url: `/api/dsb/audit/export?format=csv&search=${id}`,
        headers: { authorization: `Bearer ${reader.token}` },
      });
      expect(file.statusCode).toBe(200);
      expect(file.body).toContain('legalHold.placed');
      read.push(file.body);
    }
    return JSON.stringify(read);
  };
  const readers = {
    support: await joinAdmin(app, 'atendente', 'support'),
    readOnly: await joinAdmin(app, 'leitora', 'readOnly'),
  };
  for (const [role, reader] of Object.entries(readers)) {
    expect(await holdOf(reader, person)).toMatchObject({ id, reason: null, proposals: [] });
    expect(await readBy(reader, role === 'readOnly')).not.toContain('sigiloso');
  }
  expect(await readBy(moderator, false)).toContain(REASON);
  expect(await readBy(owner, true)).toContain(REASON);
});

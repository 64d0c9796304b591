// People in the dashboard: found, seen, blocked and unblocked, by administrators only.
import { randomUUID } from 'node:crypto';
import type { UserId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { fill } from '../../testing/publishing.ts';
import { signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { eraseNotesOf, exportNotesOf } from './notes.ts';

let app: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
});

const idOf = async ({ profileId }: ApiClient): Promise<UserId> => {
  const row = await app.ctx.db
    .selectFrom('profiles')
    .select('user_id')
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow();
  return row.user_id as UserId;
};
const stageOf = async ({ profileId }: ApiClient) =>
  (
    await app.ctx.db
      .selectFrom('profiles')
      .select('producer_stage')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow()
  ).producer_stage;
const block = async (
  person: ApiClient,
  body: { reason: string; until?: string } = { reason: 'Spam em mensagens' },
  by = admin,
) => by.ask('DELETE /dsb/user/{userId}', { params: { userId: await idOf(person) }, body });
const unblock = async (person: ApiClient, by = admin) =>
  by.ask('POST /dsb/user/{userId}/unblock', {
    params: { userId: await idOf(person) },
    body: { reason: 'Recurso aceito' },
  });
const outcomeOf = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];
const actsAbout = async ({ profileId }: ApiClient): Promise<string[]> => {
  const rows = await app.ctx.db
    .selectFrom('admin_log')
    .select('action')
    .where('profile_id', '=', profileId)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};
const emailsTo = async (address: string): Promise<string[]> => {
  await app.runJobs();
  const emails = (await app.ctx.mail.inbox?.list(100)) ?? [];
  return emails.flatMap(({ to, text }) => (to === address ? [text] : []));
};

describe('the list of people', () => {
  const names = async (query: object): Promise<string[]> =>
    (await admin.call('GET /dsb/user', { query: query })).map(({ profile }) => profile.domainName);

  test('people are found by a part of name, domain name or address, without accents and wildcards', async () => {
    await app.ctx.db
      .updateTable('profiles')
      .set({ display_name: 'Márcia Conceição' })
      .where('id', '=', app.stranger.profileId)
      .execute();
    expect(await names({ search: 'conceicao' })).toEqual(['malu']);
    expect(await names({ search: 'MÁRC' })).toEqual(['malu']);
    expect(await names({ search: 'davi@exam' })).toEqual(['davi']);
    expect(await names({ search: 'iri' })).toEqual(['iris']);
    expect(await names({ search: '%' })).toEqual([]);
  });

  test('pages by a cursor show each person once, newest first', async () => {
    for (const name of ['p-um', 'p-dois', 'p-tres']) await app.join(name);
    const all = await names({ limit: 100 });
    expect(all.slice(0, 3)).toEqual(['p-tres', 'p-dois', 'p-um']);
    for (const sort of ['newest', 'lastSeen']) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const { reply } = await admin.ask('GET /dsb/user', {
          query: { limit: 2, sort, ...(cursor && { cursor }) } as never,
        });
        seen.push(
          ...reply.data.map(
            ({ profile }: { profile: { domainName: string } }) => profile.domainName,
          ),
        );
        cursor = reply.cursor;
      } while (cursor);
      expect([seen.length, new Set(seen)]).toEqual([all.length, new Set(all)]);
    }
    for (const cursor of ['x', `9999999999999999.${app.fan.profileId}`, `1.${'-'.repeat(36)}`])
      expect((await admin.ask('GET /dsb/user', { query: { cursor } })).status).toBe(400);
  });

  test('the list is filtered by role, block and state, and leaves removed accounts out', async () => {
    expect(await names({ role: 'admin' })).toEqual(['chefia']);
    expect(await names({ producerState: 'approved' })).toEqual(['iris']);
    expect(await names({ blocked: 'true' })).toEqual([]);
    const gone = await app.join('foi-embora');
    await app.ctx.db
      .updateTable('users')
      .set({ removed_at: app.clock.now(), blocked_at: app.clock.now() })
      .where('id', '=', await idOf(gone))
      .execute();
    expect(await names({ blocked: 'true' })).toEqual([]);
    expect(await names({ search: 'foi-embora' })).toEqual([]);
    const detail = await admin.ask('GET /dsb/user/{userId}', {
      params: { userId: await idOf(gone) },
    });
    expect(outcomeOf(detail)).toEqual([404, 'user.notFound']);
  });
});

describe('one person', () => {
  const reportsOf = async (person: ApiClient, side: 'about' | 'by', reader = admin) =>
    reader.call('GET /dsb/user/{userId}/reports', {
      params: { userId: await idOf(person) },
      query: { side },
    });

  test('a view shows money that adds up, sessions without tokens, and is recorded', async () => {
    await fill(app, app.fan, 5_000);
    await app.fan.call('POST /funds/tips', {
      idempotencyKey: randomUUID(),
      body: { toProfileId: app.producer.profileId, value: 2_000 },
    });
    const fanId = await idOf(app.fan);
    const fan = await admin.call('GET /dsb/user/{userId}', { params: { userId: fanId } });
    expect(fan).toMatchObject({
      email: 'davi@example.com',
      role: 'member',
      block: null,
      own: false,
    });
    expect(fan.money).toMatchObject({ wallet: 3_000, walletSums: { in: 5_000, out: 2_000 } });
    const sessions = await admin.call('GET /dsb/user/{userId}/sessions', {
      params: { userId: fanId },
    });
    expect(sessions.length).toBeGreaterThan(0);
    expect(JSON.stringify([fan, sessions])).not.toMatch(/hash|token|password/i);
    const { money } = await admin.call('GET /dsb/user/{userId}', {
      params: { userId: await idOf(app.producer) },
    });
    expect(money.earningsSums.in - money.earningsSums.out).toBe(money.pending + money.earnings);
    expect(money.earningsSums.in).toBeGreaterThan(0);
    expect(await actsAbout(app.fan)).toEqual(['user.viewed', 'user.sessionsViewed']);
  });

  test('reports about a person and by them are listed', async () => {
    await app.stranger.call('POST /reports', {
      body: {
        targetKind: 'profile',
        targetId: app.producer.profileId,
        reason: 'fraud',
        text: 'Pede dinheiro por fora',
      },
    });
    expect(await reportsOf(app.producer, 'about')).toMatchObject([
      { targetKind: 'profile', outcome: null, text: 'Pede dinheiro por fora' },
    ]);
    expect(await reportsOf(app.stranger, 'by')).toMatchObject([
      { targetKind: 'profile', reason: 'fraud' },
    ]);
    expect(await reportsOf(app.stranger, 'about')).toEqual([]);
  });

  test('an administrator reads no report about themselves on the pages of people', async () => {
    const moderator = await joinAdmin(app, 'denunciada', 'moderation');
    await app.stranger.call('POST /reports', {
      body: {
        targetKind: 'profile',
        targetId: moderator.profileId,
        reason: 'harassment',
        text: 'Ameaçou no dia 3',
      },
    });
    const readBy = async (reader: ApiClient) =>
      [
        ...(await reportsOf(moderator, 'about', reader)),
        ...(await reportsOf(app.stranger, 'by', reader)),
      ].filter(({ text }) => text === 'Ameaçou no dia 3');
    expect(await readBy(moderator)).toEqual([]);
    expect(await readBy(admin)).toHaveLength(2);
  });

  test('what reporters wrote is for roles that read content', async () => {
    const finance = await joinAdmin(app, 'so-dinheiro', 'finance');
    expect(await reportsOf(app.producer, 'about', finance)).toMatchObject([
      { reason: 'fraud', text: null },
    ]);
  });

  test('devices of a person are listed with the other people who logged in on them', async () => {
    const [own, shared] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const now = app.clock.now();
    const [fanId, otherId] = [await idOf(app.fan), await idOf(app.stranger)];
    await app.ctx.pool.query('DELETE FROM known_devices WHERE user_id = ANY($1)', [
      [fanId, otherId],
    ]);
    await app.ctx.pool.query(
      `INSERT INTO known_devices (user_id, device_hash, last_seen_at)
       VALUES ($1, $2, $4::timestamptz - interval '1 hour'), ($1, $3, $4), ($5, $3, $4)`,
      [fanId, own, shared, now, otherId],
    );
    const { devices } = await admin.call('GET /dsb/user/{userId}', { params: { userId: fanId } });
    expect(devices).toMatchObject([
      { name: '02020202', others: [{ domainName: app.stranger.domainName }] },
      { name: '01010101', others: [] },
    ]);
  });

  test('follows and followers of a person are listed, also those who hide from each other', async () => {
    await app.fan.call('POST /profiles/{id}/follow', {
      params: { id: app.producer.profileId },
      body: { following: true },
    });
    const of = async (person: ApiClient, side: 'follows' | 'followers') =>
      (
        await admin.call(`GET /dsb/user/{userId}/${side}`, {
          params: { userId: await idOf(person) },
        })
      ).map(({ domainName }) => domainName);
    expect(await of(app.fan, 'follows')).toEqual(['iris']);
    expect(await of(app.producer, 'followers')).toEqual(['davi']);
    expect(await of(app.fan, 'followers')).toEqual([]);
  });

  test.each([
    ['visitor', () => app.visitor, [401, 'auth.required']],
    ['member', () => app.fan, [403, 'auth.adminsOnly']],
    ['producer', () => app.producer, [403, 'auth.adminsOnly']],
  ] as const)('a %s can neither see nor block people', async (_role, who, refused) => {
    const params = { userId: await idOf(app.stranger) };
    expect(outcomeOf(await who().ask('GET /dsb/user'))).toEqual(refused);
    expect(outcomeOf(await who().ask('GET /dsb/user/{userId}', { params }))).toEqual(refused);
    expect(outcomeOf(await block(app.stranger, undefined, who()))).toEqual(refused);
    expect(outcomeOf(await unblock(app.stranger, who()))).toEqual(refused);
  });
});

describe('a block', () => {
  test('a blocked producer is logged out at once, hidden, and keeps the earnings', async () => {
    const eva = await app.join('eva');
    await app.ctx.db
      .updateTable('profiles')
      .set({ producer_stage: 'approved' })
      .where('id', '=', eva.profileId)
      .execute();
    app.clock.advance(6_000);
    const page = () =>
      app.visitor.ask('GET /publics/profiles/{domainname}', {
        params: { domainname: 'eva' },
      });
    expect((await page()).status).toBe(200);
    await fill(app, app.fan, 3_000);
    const tip = () =>
      app.fan.ask('POST /funds/tips', {
        idempotencyKey: randomUUID(),
        body: { toProfileId: eva.profileId, value: 1_000 },
      });
    expect((await tip()).status).toBe(200);
    const before = await app.ctx.ledger.totalsOf(eva.profileId);

    expect(await block(eva)).toMatchObject({ status: 200, reply: { data: { blocked: true } } });
    expect((await eva.ask('GET /auth')).status).toBe(401);
    await expect(signInWithProof(app, 'eva')).rejects.toThrow();
    expect((await page()).status).toBe(404);
    expect(outcomeOf(await tip())).toEqual([404, 'profile.notFound']);
    expect(await app.ctx.ledger.totalsOf(eva.profileId)).toEqual(before);
    expect(outcomeOf(await block(eva))).toEqual([409, 'user.alreadyBlocked']);
    const [notified] = (await emailsTo('eva@example.com')).filter((text) => text.includes('Spam'));
    expect(notified).toContain('conteste');
    expect(
      (await admin.call('GET /dsb/user', { query: { blocked: 'true' } })).map(
        ({ profile, block: blocked, producerState }) => [
          profile.domainName,
          blocked?.reason,
          producerState,
        ],
      ),
    ).toEqual([['eva', 'Spam em mensagens', 'approved']]);

    expect(await unblock(eva)).toMatchObject({ status: 200, reply: { data: { blocked: false } } });
    expect(await stageOf(eva)).toBe('approved');
    expect((await signInWithProof(app, 'eva')).profileId).toBe(eva.profileId);
    expect((await page()).status).toBe(200);
    expect(await actsAbout(eva)).toEqual(['user.blocked', 'user.unblocked']);
    expect(outcomeOf(await unblock(eva))).toEqual([409, 'user.notBlocked']);
  });

  test('a block with an end is lifted on its day by a job, and the person gets an email of both', async () => {
    const noa = await app.join('noa');
    const until = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
    expect((await block(noa, { reason: 'Ofensas', until })).status).toBe(200);
    await app.runJobs();
    expect(await stageOf(noa)).toBe('suspended');
    app.clock.advance(DAY_MS + 1_000);
    await app.runJobs();
    expect(await stageOf(noa)).toBe('member');
    expect(await actsAbout(noa)).toEqual(['user.blocked', 'user.unblocked']);
    const emails = await emailsTo('noa@example.com');
    expect(emails.some((text) => text.includes('bloqueada até'))).toBe(true);
    expect(emails.some((text) => text.includes('terminou'))).toBe(true);
    admin = await signInWithProof(app, admin.domainName);
  });

  test('a block needs a reason and an end that is not over', async () => {
    expect((await block(app.stranger, { reason: ' ' })).status).toBe(400);
    const until = new Date(app.clock.now().getTime() - 1_000).toISOString();
    expect(
      (await block(app.stranger, { reason: 'Spam', until })).reply.fields?.['until']?.code,
    ).toBe('validate.invalid');
    expect(await stageOf(app.stranger)).toBe('member');
  });

  test('an administrator can’t block themself, and blocking another may need two administrators', async () => {
    const [second, third] = [await joinAdmin(app, 'segunda'), await joinAdmin(app, 'terceira')];
    expect(outcomeOf(await block(second, undefined, second))).toEqual([403, 'decision.own']);
    expect((await second.ask('GET /auth')).status).toBe(200);
    const config = app.ctx.config as { adminSecondPerson: boolean };
    config.adminSecondPerson = true;
    expect((await block(third, undefined, second)).reply.data.blocked).toBe(false);
    expect((await block(third, undefined, second)).reply.data.blocked).toBe(false);
    expect((await third.ask('GET /auth')).status).toBe(200);
    expect((await block(third, undefined, admin)).reply.data.blocked).toBe(true);
    expect((await third.ask('GET /auth')).status).toBe(401);
    config.adminSecondPerson = false;
    expect(await actsAbout(third)).toEqual(expect.arrayContaining(['user.agreed', 'user.blocked']));
  });
});

describe('notes of the team', () => {
  const notesOf = async (person: ApiClient, by = admin) =>
    by.ask('GET /dsb/user/{userId}/notes', {
      params: { userId: await idOf(person) },
    });
  const note = async (person: ApiClient, text: string, by = admin, key: string = randomUUID()) =>
    by.ask('POST /dsb/user/{userId}/notes', {
      params: { userId: await idOf(person) },
      body: { text },
      idempotencyKey: key,
    });

  test('notes of the team are added by people who decide, and never changed', async () => {
    const person = await app.join('anotada');
    const support = await joinAdmin(app, 'atende', 'support');
    const reader = await joinAdmin(app, 'leitora', 'readOnly');
    const boss = await app.join('chefia');
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1)
      expect((await note(person, 'Confirmou por telefone', support, key)).status).toBe(200);
    expect((await note(person, 'Segunda', boss)).status).toBe(200);
    expect(outcomeOf(await note(person, 'Não', reader))).toEqual([403, 'auth.rightMissing']);
    expect(outcomeOf(await note(boss, 'Sobre mim', boss))).toEqual([403, 'decision.own']);
    expect((await notesOf(person, reader)).reply.data).toMatchObject([
      { text: 'Segunda', author: { domainName: 'chefia' } },
      { text: 'Confirmou por telefone', author: { domainName: 'atende' } },
    ]);
    expect(outcomeOf(await notesOf(person, await app.join('davi')))[0]).toBe(403);
    expect((await actsAbout(person)).filter((action) => action === 'user.noted')).toHaveLength(2);
    await expect(app.ctx.pool.query('UPDATE staff_notes SET text = $1', ['outra'])).rejects.toThrow(
      'is not changed',
    );
  });

  test('notes of the team are in the archive of the person without their author, and erased with them', async () => {
    const person = await app.join('exportada');
    const boss = await app.join('chefia');
    await note(person, 'Pagou em dobro', boss);
    const [file] = exportNotesOf(app.ctx, person.profileId);
    let content = '';
    for await (const part of (await file?.content()) ?? []) content += String(part);
    expect(file?.path).toBe('account/notes-of-the-team.json');
    expect(content).toContain('Pagou em dobro');
    expect(content).not.toContain(boss.profileId);
    await eraseNotesOf(app.ctx, person.profileId);
    expect((await notesOf(person, boss)).reply.data).toEqual([]);
  });
});

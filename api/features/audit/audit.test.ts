// The audit log: append-only, chained whatever runs at once, searched and exported; every way to
// change what is stored is found.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProfileId } from '@camarim/contract/ids';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { AUDIT_CHAIN, type ChainBreak, checkChain, recordAct } from '../../platform/audit/audit.ts';
import { checkExport } from '../../platform/audit/check-export.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { databaseUrlOf, runCommand } from '../../testing/run-command.ts';

let app: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
});

const act = (subjectId: string, reason = '', profileId: string | null = null) =>
  transaction(app.ctx.db, (tx) =>
    recordAct(tx, {
      adminId: admin.profileId,
      action: 'statement.settled',
      profileId: profileId as ProfileId | null,
      subjectId,
      reason,
      now: app.clock.now(),
    }),
  );
const check = () => checkChain(app.ctx.db, AUDIT_CHAIN);
const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.ctx.pool.query(text, values)).rows as Row[];

/** As an attacker with the rights of the database's owner, until `restore`. */
const withoutTriggers = async (statements: readonly string[]): Promise<void> => {
  const client = await app.ctx.pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
};

describe('the chain', () => {
  test('acts from before the chain and all later ones are in it, in the order of their commits', async () => {
    await act('one');
    const { entries, broken, hash } = await check();
    expect(broken).toBeNull();
    expect(entries).toBe(
      Number((await sql<{ n: string }>('SELECT count(*) AS n FROM admin_log'))[0]?.n),
    );
    await act('two', 'Ação: «ü» 😀, 3:abc,-');
    const after = await check();
    expect(after).toMatchObject({ entries: entries + 1, broken: null });
    expect(after.hash).not.toBe(hash);
  });

  test('acts that commit at the same moment, some of them several in one transaction, make one line', async () => {
    const before = (await check()).entries;
    const many = Array.from({ length: 60 }, (_, at) =>
      at % 3 === 0
        ? transaction(app.ctx.db, async (tx) => {
            for (const part of ['a', 'b'])
              await recordAct(tx, {
                adminId: null,
                action: 'statement.settled',
                profileId: null,
                subjectId: `several-${at}${part}`,
                now: app.clock.now(),
              });
          })
        : act(`parallel-${at}`),
    );
    await Promise.all(many);
    expect(await check()).toMatchObject({ entries: before + 80, broken: null });
    const [places] = await sql<{ lowest: number; highest: number; places: number }>(
      'SELECT min(place) AS lowest, max(place) AS highest, count(*) AS places FROM admin_log_chain',
    );
    expect(places).toEqual({
      lowest: 1,
      highest: before + 80,
      places: before + 80,
    });
  });

  test('an act that is rolled back leaves no place empty', async () => {
    const { entries } = await check();
    await expect(
      transaction(app.ctx.db, async (tx) => {
        await recordAct(tx, {
          adminId: null,
          action: 'statement.settled',
          profileId: null,
          now: app.clock.now(),
        });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await act('after a rollback');
    expect(await check()).toMatchObject({ entries: entries + 1, broken: null });
  });

  test('an act that holds its entry open does not keep others from being recorded', async () => {
    await transaction(app.ctx.db, async (tx) => {
      await recordAct(tx, {
        adminId: null,
        action: 'statement.settled',
        profileId: null,
        subjectId: 'slow',
        now: app.clock.now(),
      });
      // Would wait for ever, if the chain were locked before the commit.
      await act('quick');
    });
    expect((await check()).broken).toBeNull();
    const rows = await sql<{ subject_id: string }>(
      `SELECT l.subject_id FROM admin_log_chain c JOIN admin_log l ON l.id = c.entry_id
        WHERE l.subject_id IN ('slow', 'quick') ORDER BY c.place`,
    );
    expect(rows.map(({ subject_id: id }) => id)).toEqual(['quick', 'slow']);
  });

  test.each([
    'UPDATE admin_log_chain SET place = place + 1000000',
    'DELETE FROM admin_log_chain',
    'TRUNCATE admin_log_chain',
    'UPDATE admin_log_head SET place = 0',
    "UPDATE admin_log_head SET hash = decode(repeat('ab', 32), 'hex')",
    'DELETE FROM admin_log_head',
    'TRUNCATE admin_log_head',
    "UPDATE admin_log SET reason = 'x'",
    'DELETE FROM admin_log',
  ])('the database refuses: %s', async (statement) => {
    await expect(app.ctx.pool.query(statement)).rejects.toThrow(/written once|moves by one/);
    expect((await check()).broken).toBeNull();
  });
});

describe('a log that was changed behind the triggers', () => {
  /** Undoes what a test changed. */
  let restore: readonly string[] = [];
  afterEach(async () => {
    await withoutTriggers(restore);
    restore = [];
    const { broken: left } = await check();
    if (left) throw new Error(`the log stays ${left.problem} at ${left.place}`);
  });

  const lastPlaces = async () => {
    const marker = `marker-${Math.random()}`;
    for (const at of [1, 2, 3, 4]) await act(`${marker}-${at}`, `motivo ${at}`);
    return sql<{ place: string; entry_id: string }>(
      `SELECT c.place, c.entry_id FROM admin_log_chain c JOIN admin_log l ON l.id = c.entry_id
        WHERE l.subject_id LIKE $1 ORDER BY c.place`,
      [`${marker}-%`],
    );
  };
  const broken = async (): Promise<Partial<ChainBreak> | null> => (await check()).broken;

  test.each([
    ['reason', "reason = 'outro motivo'", "reason = 'motivo 2'"],
    ['action', "action = 'user.unblocked'", "action = 'statement.settled'"],
    [
      'time',
      "created_at = created_at + interval '1 microsecond'",
      "created_at = created_at - interval '1 microsecond'",
    ],
    ['administrator', 'admin_profile_id = NULL', 'admin_profile_id = $ADMIN'],
  ])('a changed %s is found at its place', async (_part, change, back) => {
    const [, second] = await lastPlaces();
    const at = `WHERE id = ${second?.entry_id}`;
    await withoutTriggers([`UPDATE admin_log SET ${change} ${at}`]);
    restore = [`UPDATE admin_log SET ${back.replace('$ADMIN', `'${admin.profileId}'`)} ${at}`];
    expect(await broken()).toMatchObject({
      problem: 'changed',
      place: Number(second?.place),
      entry: { id: String(second?.entry_id) },
    });
  });

  test('an entry that is removed with its place, or without it, is found', async () => {
    const [, second] = await lastPlaces();
    await withoutTriggers([
      `CREATE TABLE kept_entry AS SELECT * FROM admin_log WHERE id = ${second?.entry_id}`,
      `DELETE FROM admin_log WHERE id = ${second?.entry_id}`,
    ]);
    expect(await broken()).toMatchObject({ problem: 'missing', place: Number(second?.place) });
    await withoutTriggers([
      `CREATE TABLE kept_place AS SELECT * FROM admin_log_chain WHERE place = ${second?.place}`,
      `DELETE FROM admin_log_chain WHERE place = ${second?.place}`,
    ]);
    restore = [
      'INSERT INTO admin_log OVERRIDING SYSTEM VALUE SELECT * FROM kept_entry',
      'INSERT INTO admin_log_chain SELECT * FROM kept_place',
      'DROP TABLE kept_entry, kept_place',
    ];
    expect(await broken()).toMatchObject({ problem: 'missing', place: Number(second?.place) });
  });

  test('two entries that change places are found at the first of them', async () => {
    const [, second, third] = await lastPlaces();
    const swap = [
      `UPDATE admin_log_chain SET entry_id = -1 WHERE place = ${second?.place}`,
      `UPDATE admin_log_chain SET entry_id = ${second?.entry_id} WHERE place = ${third?.place}`,
      `UPDATE admin_log_chain SET entry_id = ${third?.entry_id} WHERE place = ${second?.place}`,
    ];
    await withoutTriggers(swap);
    restore = [
      `UPDATE admin_log_chain SET entry_id = -1 WHERE place = ${second?.place}`,
      `UPDATE admin_log_chain SET entry_id = ${third?.entry_id} WHERE place = ${third?.place}`,
      `UPDATE admin_log_chain SET entry_id = ${second?.entry_id} WHERE place = ${second?.place}`,
    ];
    expect(await broken()).toMatchObject({ problem: 'changed', place: Number(second?.place) });
  });

  test('entries that are cut off the end are missed', async () => {
    const last = (await lastPlaces()).at(-1);
    await withoutTriggers([
      `CREATE TABLE kept_entry AS SELECT * FROM admin_log WHERE id = ${last?.entry_id}`,
      `CREATE TABLE kept_place AS SELECT * FROM admin_log_chain WHERE place = ${last?.place}`,
      `DELETE FROM admin_log_chain WHERE place = ${last?.place}`,
      `DELETE FROM admin_log WHERE id = ${last?.entry_id}`,
    ]);
    restore = [
      'INSERT INTO admin_log OVERRIDING SYSTEM VALUE SELECT * FROM kept_entry',
      'INSERT INTO admin_log_chain SELECT * FROM kept_place',
      'DROP TABLE kept_entry, kept_place',
    ];
    expect(await broken()).toMatchObject({ problem: 'cutOff', place: Number(last?.place) });
  });

  test('an entry that was slipped in beside the chain is found', async () => {
    await withoutTriggers([
      `INSERT INTO admin_log (action, subject_id, created_at)
        VALUES ('user.unblocked', 'slipped in', now())`,
    ]);
    restore = [`DELETE FROM admin_log WHERE subject_id = 'slipped in'`];
    expect(await broken()).toMatchObject({ problem: 'outside', entry: { subject: 'slipped in' } });
  });
});

describe('searched', () => {
  const subjects = async (query: object): Promise<(string | null)[]> =>
    (await admin.call('GET /dsb/audit', { query: query })).map(({ subject }) => subject);

  test('entries are found by reason, subject, person, action and day, newest first', async () => {
    await act('alvo-1', 'Devolução combinada', app.fan.profileId);
    await act('alvo-2', 'Outra coisa', app.producer.profileId);
    expect(await subjects({ search: 'devolucao' })).toEqual(['alvo-1']);
    expect(await subjects({ search: '%' })).toEqual([]);
    expect(await subjects({ search: 'alvo-2' })).toEqual(['alvo-2']);
    expect(await subjects({ person: '@davi' })).toEqual(['alvo-1']);
    expect(await subjects({ person: 'iris', action: 'statement' })).toEqual(['alvo-2']);
    expect(await subjects({ person: 'chefia', action: 'statement', limit: 2 })).toEqual([
      'alvo-2',
      'alvo-1',
    ]);
    expect(await subjects({ person: 'fulana-que-nao-existe' })).toEqual([]);
    expect(await subjects({ search: 'alvo-1', to: '2020-01-01' })).toEqual([]);
    expect(await subjects({ search: 'alvo-1', from: '2020-01-01', to: '2100-01-01' })).toEqual([
      'alvo-1',
    ]);
  });

  test('an entry says in the language of its reader what was done, and keeps its code', async () => {
    const read = async (lang: string) =>
      (
        await app.server.inject({
          url: '/api/dsb/audit?limit=1&action=statement.settled',
          headers: { authorization: `Bearer ${admin.token}`, 'x-origin': 'CAM', lang },
        })
      ).json().data[0];
    expect(await read('pt')).toMatchObject({
      action: 'statement.settled',
      text: 'Diferença de extrato resolvida',
    });
    expect((await read('en')).text).toBe('Statement difference settled');
  });

  test('pages follow each other without a gap, and views can be left out', async () => {
    const read = async (query: object) => (await admin.ask('GET /dsb/audit', { query })).reply;
    const first = await read({ limit: 3 });
    const second = await read({ limit: 3, before: first.cursor });
    const both = await read({ limit: 6 });
    expect([...first.data, ...second.data]).toEqual(both.data);
    await admin.call('GET /dsb/user/{userId}', {
      params: { userId: (await admin.call('GET /dsb/user')).at(0)?.id as never },
    });
    const actions = async (views: string) =>
      (await admin.call('GET /dsb/audit', { query: { views, limit: 5 } })).map(
        ({ action }) => action,
      );
    expect(await actions('true')).toContain('user.viewed');
    expect(await actions('false')).not.toContain('user.viewed');
  });
});

describe('exported', () => {
  const exported = async (query: string): Promise<string> =>
    (
      await app.server.inject({
        url: `/api/dsb/audit/export?${query}`,
        headers: { authorization: `Bearer ${admin.token}`, 'x-origin': 'CAM' },
      })
    ).body;
  async function* linesOf(file: string): AsyncGenerator<string> {
    yield* file.split('\n');
  }

  test('the file of all entries is checked without the database, and a change in it is found', async () => {
    const file = await exported('format=ndjson');
    const { entries } = await check();
    const result = await checkExport(linesOf(file));
    expect(result).toMatchObject({ entries, broken: null });
    expect(result.hash).toBe((await check()).hash);
    expect(file).toContain('audit.exported');
    const lines = file.trimEnd().split('\n');
    const find = (changed: string[]) => checkExport(linesOf(changed.join('\n')));
    expect(
      (await find(lines.with(4, lines[4]?.replace('"action":"', '"action":"x') ?? ''))).broken,
    ).toMatchObject({ problem: 'changed', place: 5 });
    expect((await find(lines.toSpliced(5, 1))).broken).toBeNull();
    expect(
      (await find([...lines.slice(0, 6), lines[7] ?? '', lines[6] ?? ''])).broken,
    ).not.toBeNull();
  });

  test('a CSV file has the same entries and no formula', async () => {
    await act('planilha', '=HYPERLINK("http://example.com")');
    const file = await exported('format=csv&search=planilha');
    const [head, line] = file.split('\r\n');
    expect(head).toBe(
      'place,id,at,admin,adminName,action,profile,profileName,subject,reason,previous,hash',
    );
    expect(line).toContain('chefia,statement.settled,,,planilha,');
    expect(line).toContain(`'=HYPERLINK`);
  });
});

describe('the check', () => {
  test('administrators see how many entries are in order, and each check is an entry', async () => {
    const { entries } = await check();
    expect(await admin.call('POST /dsb/audit/check')).toMatchObject({ entries, broken: null });
    expect((await admin.call('GET /dsb/audit', { query: { limit: 1 } }))[0]).toMatchObject({
      action: 'audit.checked',
      reason: `${entries} entries in order`,
    });
  });

  test('the command names the first broken entry and ends with a failure', async () => {
    const url = await databaseUrlOf(app);
    const run = (...words: string[]) => runCommand(url, 'admin', ['check-audit', ...words]);
    expect(await run()).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^\d+ entries in order; hash of the last of them: [0-9a-f]{64}\n$/,
      ),
    });
    await act('quebrada', 'certo');
    await withoutTriggers([`UPDATE admin_log SET reason = 'errado' WHERE subject_id = 'quebrada'`]);
    expect(await run()).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^BROKEN at place \d+, entry \d+ \(statement\.settled, .*\): its content/,
      ),
    });
    const file = join(app.ctx.config.home, 'audit.ndjson');
    await writeFile(
      file,
      (
        await app.server.inject({
          url: '/api/dsb/audit/export?search=quebrada',
          headers: { authorization: `Bearer ${admin.token}`, 'x-origin': 'CAM' },
        })
      ).body,
    );
    expect(await run(file)).toMatchObject({ code: 1, output: expect.stringContaining('BROKEN') });
    await withoutTriggers([`UPDATE admin_log SET reason = 'certo' WHERE subject_id = 'quebrada'`]);
    expect(await run()).toMatchObject({ code: 0 });
  }, 90_000);
});

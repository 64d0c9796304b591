// Personal data archives: content, access and deletion.
import { on } from 'node:events';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { TEST_PASSWORD, testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { fill, joinProducer, publish, storedKeys } from '../../testing/publishing.ts';
import { insertExport } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const outcome = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];

const download = async (person: ApiClient, id: string, as: ApiClient = person) => {
  const { url } = await person.call('GET /exports/{id}/address', { params: { id } });
  return app.server.inject({
    method: 'GET',
    url,
    headers: as.token ? { authorization: `Bearer ${as.token}` } : {},
  });
};

const filesIn = async (zip: Buffer): Promise<Map<string, string>> => {
  const opened = await promisify<Buffer, Options, ZipFile>(fromBuffer)(zip, {
    lazyEntries: true,
    validateEntrySizes: true,
  });
  const openEntry = promisify<Entry, Readable>(opened.openReadStream.bind(opened));
  const files = new Map<string, string>();
  const entries = on(opened, 'entry', { close: ['end'] }) as AsyncIterable<[Entry]>;
  opened.readEntry();
  for await (const [entry] of entries) {
    if (files.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice`);
    files.set(entry.fileName, await readText(await openEntry(entry)));
    opened.readEntry();
  }
  return files;
};

/** Requests an archive, waits for the job and opens it. */
const exportOf = async (person: ApiClient) => {
  const { id } = await person.call('POST /exports');
  await app.runJobs();
  const response = await download(person, id);
  return { id, response, files: await filesIn(response.rawPayload) };
};

test('an archive has all of the person’s data, and no secrets or data of other people', async () => {
  const person = await joinProducer(app, 'levando');
  const mine = await publish(app, person, { text: 'meu post só meu', seed: 41 });
  const other = await publish(app, app.producer, { text: 'post alheio', seed: 42 });
  await person.call('POST /comments', {
    body: { postId: other.id, text: 'comentário meu' },
    idempotencyKey: 'export-comment',
  });
  await app.fan.call('POST /comments', {
    body: { postId: mine.id, text: 'comentário do davi' },
    idempotencyKey: 'export-comment-2',
  });
  await person.call('POST /profiles/{id}/follow', {
    params: { id: app.producer.profileId },
    body: { following: true },
  });
  await person.call('POST /profiles/help', { body: { message: 'preciso de ajuda' } });
  await person.call('POST /reports', {
    body: { targetKind: 'post', targetId: other.id, reason: 'other', text: 'motivo meu' },
  });
  await app.fan.call('POST /reports', {
    body: {
      targetKind: 'profile',
      targetId: person.profileId,
      reason: 'other',
      text: 'denúncia contra levando',
    },
  });
  await fill(app, person, 5_000);
  await person.call('POST /funds/tips', {
    body: { toProfileId: app.producer.profileId, value: 1_000 },
    idempotencyKey: 'export-tip',
  });

  const { response, files } = await exportOf(person);
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="camarim.zip"',
  });
  const json = (path: string) => JSON.parse(files.get(path) ?? 'null');
  expect(files.get('README.txt')).toMatch(/^Seus dados no Camarim/);
  expect(json('account/account.json')).toMatchObject({
    email: 'levando@example.com',
    hasPassword: true,
  });
  for (const part of ['sessions', 'access-records'])
    expect(json(`account/${part}.json`).length).toBeGreaterThan(0);
  expect(json('account/acceptances.json').map(({ policy }: { policy: string }) => policy)).toEqual(
    expect.arrayContaining(['terms', 'privacy']),
  );
  expect(json('profiles/profile.json')).toMatchObject({ domainName: 'levando' });
  expect(json('profiles/following.json')).toMatchObject([{ domainName: 'iris' }]);
  expect(json('posts/posts.json')).toMatchObject([
    { text: 'meu post só meu', mediaIds: mine.mediaIds },
  ]);
  expect(json('lives/camera-settings.json')).toMatchObject({ entry: 'everyone', recorded: false });
  expect(json('comments/comments.json')).toMatchObject([{ text: 'comentário meu' }]);
  expect(json('help/tickets.json')).toMatchObject([{ message: 'preciso de ajuda' }]);
  expect(json('reports/reports.json')).toMatchObject([{ text: 'motivo meu' }]);
  expect(
    json('wallet/statement.json').map(({ amountCentavos }: { amountCentavos: number }) =>
      Number(amountCentavos),
    ),
  ).toEqual(expect.arrayContaining([5_000, -1_000]));
  expect(files.get('wallet/statement.csv')?.split('\r\n')).toHaveLength(
    json('wallet/statement.json').length + 2,
  );
  expect(
    [...files.keys()].filter((name) => name.startsWith('media/') && !name.endsWith('.json')),
  ).toHaveLength(mine.mediaIds.length);

  const everything = [...files.entries()]
    .filter(([name]) => !name.startsWith('media/'))
    .map(([, content]) => content)
    .join('\n');
  expect(everything).not.toMatch(
    /comentário do davi|denúncia contra|davi@example|argon2|refresh_?hash|sealed/i,
  );
});

test('an archive has all rows of large tables, read in batches', async () => {
  const person = await app.join('falante');
  await app.ctx.pool.query(
    "INSERT INTO help_tickets (id, profile_id, message, created_at) SELECT uuidv7(), $1, 'pedido ' || n, now() FROM generate_series(1, 1203) n",
    [person.profileId],
  );
  const { files } = await exportOf(person);
  expect(
    new Set(
      JSON.parse(files.get('help/tickets.json') ?? '[]').map(
        ({ message }: { message: string }) => message,
      ),
    ).size,
  ).toBe(1_203);
});

test('an archive’s CSV escapes formulas and leaves negative numbers as numbers', async () => {
  const { csvFile } = await import('../../platform/archive/archive.ts');
  const file = csvFile('x.csv', ['id', 'a'], async (after) => ({
    rows: after.startsWith('0000')
      ? [
          { id: '1', a: '=1+1' },
          { id: '2', a: '-500' },
          { id: '3', a: 'x, "y"' },
        ]
      : [],
  }));
  let csv = '';
  for await (const piece of await file.content()) csv += piece;
  expect(csv).toBe(`id,a\r\n1,'=1+1\r\n2,-500\r\n3,"x, ""y"""\r\n`);
});

test('an archive needs a step-up, is built one at a time, and is announced by email', async () => {
  const person = await app.join('pedinte');
  await person.call('POST /exports');
  expect(outcome(await person.ask('POST /exports'))).toEqual([409, 'export.underWay']);
  expect((await person.call('GET /exports'))?.state).toBe('queued');
  await app.runJobs();
  expect((await person.call('GET /exports'))?.state).toBe('ready');
  await app.runJobs();
  const emails = (await app.ctx.mail.inbox?.list(50)) ?? [];
  expect(
    emails.filter(
      ({ to, subject }) =>
        to === 'pedinte@example.com' && subject === 'Seus dados estão prontos para baixar',
    ),
  ).toHaveLength(1);
  app.clock.advance(600_000);
  expect(outcome(await person.ask('POST /exports'))).toEqual([403, 'stepUp.required']);
});

test('an archive is served only to its owner’s session, by an address valid for minutes', async () => {
  const [owner, other] = [await app.join('dona'), await app.join('curioso')];
  const { id, response } = await exportOf(owner);
  expect(response.statusCode).toBe(200);
  expect((await download(owner, id, other)).statusCode).toBe(403);
  expect((await download(owner, id, app.visitor)).statusCode).toBe(403);
  expect(outcome(await other.ask('GET /exports/{id}/address', { params: { id } }))).toEqual([
    404,
    'export.notFound',
  ]);
  const { url } = await owner.call('GET /exports/{id}/address', { params: { id } });
  const get = (address: string) =>
    app.server.inject({
      method: 'GET',
      url: address,
      headers: { authorization: `Bearer ${owner.token}` },
    });
  expect(
    (await get(url.replace(/s=./, (start) => (start === 's=A' ? 's=B' : 's=A')))).statusCode,
  ).toBe(403);
  expect(
    (await get(url.replace(/e=(\d+)/, (_, at: string) => `e=${Number(at) + 1}`))).statusCode,
  ).toBe(403);
  expect((await get(url)).statusCode).toBe(200);
  app.clock.advance(300_000);
  expect((await get(url)).statusCode).toBe(403);
  app.clock.advance(300_000);
  expect(outcome(await owner.ask('GET /exports/{id}/address', { params: { id } }))).toEqual([
    403,
    'stepUp.required',
  ]);
});

const sweep = async (): Promise<void> => {
  await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, 'exports.sweep', {}));
  await app.runJobs();
};
const kept = async (person: ApiClient): Promise<string[]> =>
  (await storedKeys(app)).filter(
    (key) => key.includes('exports') && key.includes(person.profileId),
  );

test('an archive is replaced by a newer one, and deleted after seven days', async () => {
  const person = await app.join('repetente');
  const first = await exportOf(person);
  app.clock.advance(1_000);
  const second = await exportOf(person);
  await sweep();
  const left = await kept(person);
  expect(left.join()).toContain(second.id);
  expect(left.join()).not.toContain(first.id);
  app.clock.advance(7 * DAY_MS - 1);
  await sweep();
  expect(await kept(person)).not.toEqual([]);
  app.clock.advance(1);
  await sweep();
  expect(await kept(person)).toEqual([]);
});

test('archives can be requested repeatedly on one connection', async () => {
  const person = await app.join('insistente');
  // After five executions PostgreSQL may use a generic plan.
  const states = await transaction(app.ctx.db, async (tx) => {
    const ask = () =>
      insertExport(tx, {
        id: newId(),
        profileId: person.profileId,
        now: app.clock.now(),
      });
    const rows = [];
    for (let time = 0; time < 8; time += 1) rows.push(await ask());
    return rows.map((row) => row?.state ?? null);
  });
  expect(states).toEqual(['queued', ...Array<null>(7).fill(null)]);
});

test('archives, help tickets and the name on reports are erased with the account', async () => {
  const person = await app.join('partindo');
  await person.call('POST /profiles/help', { body: { message: 'algo muito pessoal' } });
  const { id: reportId } = await person.call('POST /reports', {
    body: {
      targetKind: 'profile',
      targetId: app.producer.profileId,
      reason: 'fraud',
      text: 'texto da denúncia',
    },
  });
  await exportOf(person);
  expect(await kept(person)).not.toEqual([]);
  await person.call('POST /auth/remove');
  await app.runJobs();
  const emails = (await app.ctx.mail.inbox?.list(50)) ?? [];
  const token =
    emails
      .filter(({ to }) => to === 'partindo@example.com')
      .map(({ text }) => /account\/remove#([\w-]+)/.exec(text)?.[1])
      .find(Boolean) ?? '';
  await app.visitor.call('POST /auth/remove-confirm', {
    body: { token, email: 'partindo@example.com', password: TEST_PASSWORD },
  });
  await app.runJobs();
  expect(await kept(person)).toEqual([]);
  const { rows } = await app.ctx.pool.query(
    'SELECT (SELECT count(*)::int FROM help_tickets WHERE profile_id = $1) AS tickets, (SELECT reporter_id FROM reports WHERE id = $2) AS reporter, (SELECT text FROM reports WHERE id = $2) AS text',
    [person.profileId, reportId],
  );
  // The report is undecided, so its text is still needed.
  expect(rows[0]).toEqual({ tickets: 0, reporter: null, text: 'texto da denúncia' });
});

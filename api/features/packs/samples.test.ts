// Samples of every part of the log, without words and names of people, and the partial pack of a
// month that is not over.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS } from '@camarim/contract/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import type { ApiClient } from '../../api-client.ts';
import { signingKey } from '../../platform/installation/signing-key.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { downloadPack, type Files, makePack, unzip } from '../../testing/packs.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { back } from '../../testing/subscribing.ts';
import { findFault } from '../../../tools/verify-pack.mjs';
import { signedText } from './pack-files.ts';

const REASON = 'Olá, Mariana Prado: o motivo é este; fale com ana@example.com ou @davi';
const TEAM = 'a person of the team';
let app: TestApp;
let owner: ApiClient;
let folder: string;
let partial: Buffer;
let whole: Buffer;

const insert = (statement: string, values: unknown[] = []) => app.ctx.pool.query(statement, values);
const text = (files: Files, path: string): string => files.get(path)?.toString() ?? '';
const save = async (archive: Buffer): Promise<string> => {
  const file = join(folder, `${createHash('sha256').update(archive).digest('hex')}.zip`);
  await writeFile(file, archive);
  return file;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-samples-'));
  app = await testApp();
  owner = await joinAdmin(app, 'dona');
  const now = app.clock.now();
  const [admin, producer, fan] = [owner.profileId, app.producer.profileId, app.fan.profileId];
  await insert(
    `INSERT INTO removal_requests (id, reference, token_hash, ground, by_representative, created_at,
      confirmed_at, due_at, decided_at, decided_by, outcome, reason) VALUES (uuidv7(), 'M-AAAA-BBBB',
      'x', 'intimateImage', false, $1, $1, $1, $1, $2, 'refused', $3)`,
    [now, admin, REASON],
  );
  await insert(
    `INSERT INTO content_reviews (id, kind, subject_id, producer_id, cause, state, reason, note,
      strike, created_at, decided_at, decided_by) SELECT uuidv7(), 'post', uuidv7(), $1, 'all',
      'refused', 'fraud', $2, n = 1, $3, $3, $4 FROM generate_series(1, 2) n`,
    [producer, REASON, now, admin],
  );
  await insert(
    `INSERT INTO age_requests (id, profile_id, stage, requested_at, decided_at, decided_by, reason)
      VALUES (uuidv7(), $1, 'refused', $2, $2, $3, $4)`,
    [fan, now, admin, REASON],
  );
  await insert(
    `INSERT INTO consent_entries (place, id, performer_id, producer_id, act, scope, text_version,
      signed_by, network, signed_at, hash) VALUES (99, uuidv7(), uuidv7(), $1, 'withdrawal', 'post',
      1, 'link', '203.0.113.0', $2, sha256('x'))`,
    [producer, now],
  );
  await insert(
    `INSERT INTO help_tickets (id, profile_id, message, created_at, answer, answered_at, answered_by,
      appeals, outcome) SELECT uuidv7(), $1, 'palavras de ana', $2, $3, $2, $4, max(id), 'overturned'
      FROM admin_log`,
    [producer, now, REASON, admin],
  );
  partial = await downloadPack(app, owner, await makePack(app, owner, '2026-01'));
  app.clock.advance(40 * DAY_MS);
  owner = await back(app, owner);
  whole = await downloadPack(app, owner, await makePack(app, owner, '2026-01'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['removal-requests', 'intimateImage', TEAM, 1],
  ['reviews', 'fraud', TEAM, 2],
  ['strikes', 'fraud', TEAM, 1],
  ['age-refusals', 'refused', TEAM, 1],
  ['appeals', 'overturned', TEAM, 1],
  ['consent-withdrawals', 'post', undefined, 1],
])(
  'a pack has samples of %s (class %s) without what people wrote',
  async (name, rule, decidedBy, count) => {
    const content = text(await unzip(whole), `samples/${name}.json`);
    const samples = JSON.parse(content);
    expect(samples).toHaveLength(count);
    expect(samples[0].class).toBe(rule);
    expect(samples[0].statement?.decidedBy).toBe(decidedBy);
    for (const secret of ['Mariana', 'motivo', 'palavras', 'davi', 'dona', '203.0', 'M-AAAA'])
      expect(content.includes(secret), secret).toBe(false);
  },
);

test('a pack of a month that is not over is marked as partial, and the one made after it is not', async () => {
  const manifestOf = async (archive: Buffer) =>
    JSON.parse(text(await unzip(archive), 'manifest.json'));
  expect((await manifestOf(partial)).partial).toBe(true);
  expect(await manifestOf(whole)).not.toHaveProperty('partial');
  expect(text(await unzip(partial), 'samples/strikes.json')).toBe(
    text(await unzip(whole), 'samples/strikes.json'),
  );
  for (const archive of [partial, whole])
    expect(findFault(await save(archive), { month: '2026-01' })).toBe(null);
  const listed = await owner.call('GET /dsb/packs', { query: {} });
  expect(listed.map((pack) => pack.partial)).toEqual([false, true]);
});

test('the program says of a partial pack that it is one, and finds one that hides it', async () => {
  const program = join(import.meta.dirname, '../../../tools/verify-pack.mjs');
  const run = async (archive: Buffer) =>
    (await promisify(execFile)(process.execPath, [program, await save(archive)])).stdout;
  expect(await run(partial)).toMatch(/Partial: made on 2026-01-.*before its month was over/);
  expect(await run(whole)).not.toContain('Partial');
  const files = await unzip(partial);
  const { partial: _partial, ...manifest } = JSON.parse(text(files, 'manifest.json'));
  const key = await signingKey(app.ctx.db);
  const hiding = JSON.stringify(manifest);
  const seal = { publicKey: key.publicKey, signature: key.sign(signedText(hiding)) };
  files.set('manifest.json', Buffer.from(hiding));
  files.set('manifest.sig.json', Buffer.from(JSON.stringify(seal)));
  const zip = new ZipFile();
  for (const [path, content] of files) zip.addBuffer(content, path);
  zip.end();
  expect(findFault(await save(await buffer(zip.outputStream)))).toMatch(/whether 2026-01 was over/);
});

test('a month that has not begun has no pack', async () => {
  const { status } = await owner.ask('POST /dsb/packs', { body: { month: '2026-03' } });
  expect(status).toBe(400);
});

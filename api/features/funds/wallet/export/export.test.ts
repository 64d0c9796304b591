// Exported statements: whole, filtered, and every way of tampering found by the script that a
// producer runs at home.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS } from '@camarim/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { newId } from '../../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../../testing/app.ts';
import { fill } from '../../../../testing/publishing.ts';
import { exportStatement } from './export-statement.ts';
import { findFault } from '../../../../../tools/verify-statement.mjs';

const TIPS = 6;
const formats = ['csv', 'jsonl'] as const;

let app: TestApp;
let fan: ApiClient;
let producer: ApiClient;
let folder: string;

const download = ({ token }: Pick<ApiClient, 'token'>, query: string) =>
  app.server.inject({
    url: `/api/funds/statements/export?${query}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
const textOf = async (person: ApiClient, query: string): Promise<string> =>
  (await download(person, query)).body;

beforeAll(async () => {
  app = await testApp();
  fan = await app.join('extrato');
  folder = await mkdtemp(join(tmpdir(), 'camarim-statement-'));
  await fill(app, fan, 10_000);
  for (let tip = 0; tip < TIPS; tip += 1) {
    app.clock.advance(DAY_MS);
    // A day later sessions are renewed.
    fan = await app.join('extrato');
    await fan.call('POST /funds/tips', {
      body: { toProfileId: app.producer.profileId, value: 500 },
      idempotencyKey: newId(),
    });
  }
  producer = await app.join(app.producer.domainName);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(formats)('a statement as %s', (format) => {
  test('an exported statement holds every entry, oldest first, and verifies', async () => {
    const reply = await download(fan, `format=${format}`);
    expect(reply.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="camarim-wallet-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
    );
    const text = reply.body;
    expect(findFault(text)).toBe(null);
    expect(text.match(/[",]tip[",]/g)).toHaveLength(TIPS);
    expect(text.indexOf('topUp')).toBeLessThan(text.indexOf('tip'));
    expect(text.split('\n')).toHaveLength((format === 'csv' ? 1 : 0) + 1 + 1 + TIPS + 1 + 1);
  });

  test("a producer's tells price and fee", async () => {
    const text = await textOf(producer, `format=${format}&account=earnings`);
    expect(findFault(text)).toBe(null);
    expect(text).toContain(
      format === 'csv'
        ? ',pending,4.00,5.00,1.00,extrato,'
        : '"amount":400,"gross":500,"fee":100,"counterpart":"extrato"',
    );
  });

  test.each([
    [
      'a changed amount',
      (lines: string[]) =>
        lines.map((line, index) =>
          index === 4 ? line.replace(/500|5\.00/, (amount) => amount.replace('5', '9')) : line,
        ),
    ],
    [
      'a changed last entry',
      (lines: string[]) =>
        lines.map((line, index) =>
          index === lines.length - 2 ? line.replace('tip', 'tap') : line,
        ),
    ],
    [
      'a changed subject',
      (lines: string[]) => lines.map((line) => line.replace('extrato', 'outro')),
    ],
    ['a removed line', (lines: string[]) => lines.filter((_, index) => index !== 4)],
    [
      'a removed last entry',
      (lines: string[]) => lines.filter((_, index) => index !== lines.length - 2),
    ],
    ['a removed end', (lines: string[]) => lines.slice(0, -1)],
    [
      'two lines that changed places',
      (lines: string[]) => lines.with(4, lines[5] ?? '').with(5, lines[4] ?? ''),
    ],
    ['a repeated line', (lines: string[]) => lines.toSpliced(4, 0, lines[4] ?? '')],
    ['a line after the end', (lines: string[]) => [...lines, lines.at(-1) ?? '']],
  ])('%s is found', async (_, tamper) => {
    const lines = (await textOf(fan, `format=${format}`)).trimEnd().split('\n');
    const tampered = tamper(lines);
    expect(tampered).not.toEqual(lines);
    expect(findFault(`${tampered.join('\n')}\n`)).toEqual(expect.any(String));
  });

  test('a file signed with another key is detected by the published key', async () => {
    const text = await textOf(fan, `format=${format}`);
    const { publicKey } = await app.visitor.call('GET /publics/funds/statement-key');
    expect(text).toContain(publicKey);
    expect(findFault(text, publicKey)).toBe(null);
    expect(findFault(text, publicKey.replace(/.{6}$/, 'AAAAA='))).toMatch(/another key/);
  });

  test('the verifier script runs on the command line with Node alone', async () => {
    const file = join(folder, `statement.${format}`);
    const run = () =>
      promisify(execFile)(process.execPath, [
        join(import.meta.dirname, '../../../../../tools/verify-statement.mjs'),
        file,
      ]);
    const text = await textOf(fan, `format=${format}`);
    await writeFile(file, text);
    expect((await run()).stdout).toMatch(new RegExp(`^Untouched: ${TIPS + 1} entries`));
    await writeFile(file, text.replace('tip', 'top'));
    await expect(run()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^NOT TRUSTWORTHY/),
    });
  });
});

test('an aborted download holds no connection, and entries posted during a download are not in the file', async () => {
  const fan = await app.join('leitora');
  await fill(app, fan, 10_000);
  const tip = () =>
    fan.call('POST /funds/tips', {
      body: { toProfileId: app.producer.profileId, value: 100 },
      idempotencyKey: newId(),
    });
  for (let time = 0; time < 40; time += 1) await tip();
  const stream = await exportStatement(app.ctx, {
    profileId: fan.profileId,
    account: 'wallet',
    filters: {},
    format: 'csv',
  });
  const lines = stream[Symbol.asyncIterator]();
  for (let line = 0; line < 20; line += 1) await lines.next();
  // A transaction of the ledger's own timer is over in a moment.
  const held = async () =>
    (
      await app.ctx.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND state = 'idle in transaction'`,
      )
    ).rows;
  await expect.poll(held).toEqual([]);
  await tip();
  let rest = '';
  for (let next = await lines.next(); !next.done; next = await lines.next()) rest += next.value;
  expect(rest.match(/,tip,/g)?.length ?? 0).toBeLessThan(40);
});

test('the verifier script can be downloaded without a session', async () => {
  const { statusCode, headers, body } = await app.server.inject({
    method: 'GET',
    url: '/api/publics/funds/statement-verifier',
  });
  expect([statusCode, headers['content-disposition'], body]).toEqual([
    200,
    'attachment; filename="verify-statement.mjs"',
    await readFile(join(import.meta.dirname, '../../../../../tools/verify-statement.mjs'), 'utf8'),
  ]);
});

describe('filters', () => {
  const amounts = async (query: object): Promise<number[]> =>
    (await fan.call('GET /funds/statements', { query: query })).map(({ amount }) => amount);

  test('filters by kind, direction and day apply to the page and the file', async () => {
    expect(await amounts({ kind: 'topUp' })).toEqual([10_000]);
    expect(await amounts({ direction: 'in' })).toEqual([10_000]);
    expect(await amounts({ direction: 'out' })).toHaveLength(TIPS);
    const [newest] = await fan.call('GET /funds/statements', { query: { limit: 1 } });
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(
      new Date(newest?.createdAt ?? 0),
    );
    expect(await amounts({ from: day, to: day })).toEqual([-500]);
    expect(await amounts({ to: '2000-01-01' })).toEqual([]);
    const file = await textOf(fan, `kind=topUp`);
    expect([file.includes(',tip,'), file.includes('kind=topUp'), findFault(file)]).toEqual([
      false,
      true,
      null,
    ]);
  });

  test('a filtered statement continues from its cursor', async () => {
    const first = await fan.ask('GET /funds/statements', {
      query: { direction: 'out', limit: 4 },
    });
    const second = await fan.ask('GET /funds/statements', {
      query: { direction: 'out', limit: 4, before: first.reply.cursor ?? '' },
    });
    expect([first.reply.data.length, second.reply.data.length, second.reply.cursor]).toEqual([
      4,
      TIPS - 4,
      null,
    ]);
  });

  test.each(['from=ontem', 'kind=gift', 'direction=up', 'format=pdf'])(
    '%s is refused',
    async (query) => {
      expect((await download(fan, query)).statusCode).toBe(400);
    },
  );

  test('a statement download requires a session', async () => {
    expect((await download(app.visitor, '')).statusCode).toBe(401);
  });
});

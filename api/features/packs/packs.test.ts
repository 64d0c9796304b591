// Monthly packs through the application: made, downloaded, and every way of tampering found by the
// program that stands alone.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { DAY_MS } from '@camarim/contract/time';
import { ZipFile } from 'yazl';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { SAMPLES_PER_CLASS } from '../../platform/archive/samples.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { signingKey } from '../../platform/installation/signing-key.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { downloadPack, type Files, makePack, unzip } from '../../testing/packs.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer, publish } from '../../testing/publishing.ts';
import { back } from '../../testing/subscribing.ts';
import { findFault } from '../../../tools/verify-pack.mjs';
import { signedText } from './pack-files.ts';

let app: TestApp;
let owner: ApiClient;
let folder: string;
let january: Buffer;
let february: Buffer;
let reportId: string;
let labelled: string;
const SAMPLES = 'samples/dismissed-reports.json';

const make = (month: string) => makePack(app, owner, month);
const download = (id: string) => downloadPack(app, owner, id);

const zip = async (files: Iterable<readonly [string, Buffer]>): Promise<string> => {
  const file = join(folder, `${newId()}.zip`);
  const archive = new ZipFile();
  for (const [path, content] of files) archive.addBuffer(content, path);
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(file));
  return file;
};
const store = async (archive: Buffer): Promise<string> => {
  const file = join(folder, `${newId()}.zip`);
  await writeFile(file, archive);
  return file;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-pack-'));
  app = await testApp();
  owner = await joinAdmin(app, 'dona');
  reportId = (
    await app.fan.call('POST /reports', {
      body: {
        targetKind: 'profile',
        targetId: app.producer.profileId,
        reason: 'fraud',
        text: 'palavras de uma pessoa',
      },
    })
  ).id;
  await owner.call('POST /dsb/reports/{id}', {
    params: { id: reportId },
    body: {
      outcome: 'dismissed',
      reason: 'motivo; fale com ana@example.com, @davi, https://x.example/1 ou +55 11 98765-4321',
    },
  });
  const author = await joinProducer(app, 'autora');
  labelled = (await publish(app, author, { seed: 1, text: 'um conto' })).id;
  await owner.call('POST /dsb/posts/{id}/ai', {
    params: { id: labelled },
    body: { ai: 'generated', reason: 'motivo de uma pessoa' },
  });
  await app.ctx.pool.query(
    `INSERT INTO moderation_decisions (id, target_kind, target_id, owner_id, origin, origin_id,
      code, reason, decided_by, decided_at) SELECT uuidv7(), 'post', $1, $2, 'moderation', uuidv7(),
      'fraud', 'oferta falsa', $3, $4 FROM generate_series(1, ${SAMPLES_PER_CLASS + 2})`,
    [labelled, author.profileId, owner.profileId, app.clock.now()],
  );
  app.clock.advance(50 * DAY_MS);
  owner = await back(app, owner);
  [january, february] = [
    await download(await make('2026-01')),
    await download(await make('2026-02')),
  ];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the pack has the exact counts, the records of the month, and no words or names of people', async () => {
  const files = await unzip(january);
  const text = (path: string) => files.get(path)?.toString() ?? '';
  expect(text('figures.csv')).toContain('reportsDecided,reason,other,fraud,1,0');
  expect(text('records/reports.csv').split('\r\n')[1]).toContain(reportId);
  expect(text('records/decisions.csv')).toContain('report.dismissed,staff');
  expect(text('figures.csv')).toContain('aiLabelsDecided,label,,generated,1,');
  expect(text('records/ai-labels.csv')).toContain(`,post,${labelled},generated,,2026-01`);
  const all = [...files.values()].join('\n');
  for (const secret of ['palavras', 'de uma pessoa', 'motivo', 'oferta', 'davi', 'dona', '@'])
    expect(all.includes(secret), secret).toBe(false);
  const manifest = JSON.parse(text('manifest.json'));
  expect(manifest).toMatchObject({ month: '2026-01', audit: { whole: true } });
  expect(manifest.files.map(({ path }: { path: string }) => path).toSorted()).toEqual(
    [...files.keys()].filter((path) => !path.startsWith('manifest')).toSorted(),
  );
  const other = await unzip(february);
  expect(other.get('records/reports.csv')?.toString().trim().split('\r\n')).toHaveLength(1);
});

test('a pack has samples of each class with the rule of the decision, without words of people', async () => {
  const files = await unzip(january);
  const samples = (path: string) => JSON.parse(files.get(path)?.toString() ?? '');
  expect(samples(SAMPLES)).toEqual([
    expect.objectContaining({
      id: reportId,
      class: 'fraud',
      statement: { decidedBy: 'a person of the team', contestWithinDays: expect.any(Number) },
    }),
  ]);
  const takedowns = samples('samples/takedowns.json');
  expect(takedowns).toHaveLength(SAMPLES_PER_CLASS);
  expect(takedowns[0]).toMatchObject({
    class: 'fraud',
    statement: { rule: expect.stringMatching(/\w/) },
  });
});

test('samples that are not among the recorded cases, or too many, are found even when signed', async () => {
  const key = await signingKey(app.ctx.db);
  const signed = async (change: (samples: { id: string }[]) => object[]) => {
    const files = await unzip(january);
    const path = 'samples/takedowns.json';
    const content = Buffer.from(
      JSON.stringify(change(JSON.parse(files.get(path)?.toString() ?? ''))),
    );
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
    const listed = manifest.files.find((file: { path: string }) => file.path === path);
    Object.assign(listed, {
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    const text = JSON.stringify(manifest);
    const signature = key.sign(signedText(text));
    const seal = Buffer.from(JSON.stringify({ publicKey: key.publicKey, signature }));
    files.set(path, content).set('manifest.json', Buffer.from(text));
    return findFault(await zip(files.set('manifest.sig.json', seal)));
  };
  expect(await signed((samples) => samples)).toBe(null);
  expect(await signed((samples) => [{ ...samples[0], id: newId() }])).toMatch(/has a case that/);
  expect(await signed((samples) => [...samples, ...samples])).toMatch(/more than 5 of one class/);
});

test('every file that the index names is in the archive', async () => {
  const files = await unzip(january);
  const { rules } = JSON.parse(files.get('index.json')?.toString() ?? '');
  const named = (Object.values(rules) as { files: string[] }[][])
    .flat()
    .flatMap((demand) => demand.files.map((file) => file.replace(/:.*/, '')));
  expect(named.filter((file) => !files.has(file))).toEqual([]);
});

test('an untouched pack verifies, by its month and by the published key, also packed again', async () => {
  const { publicKey } = await app.visitor.call('GET /publics/packs/key');
  const file = await store(january);
  expect(findFault(file, { month: '2026-01', key: publicKey })).toBe(null);
  expect(findFault(await zip(await unzip(january)))).toBe(null);
  expect(findFault(file, { month: '2026-02' })).toMatch(/not of 2026-02/);
  expect(findFault(file, { key: publicKey.replace(/.{6}$/, 'AAAAA=') })).toMatch(/another key/);
});

type Tamper = (files: Files, other: Files) => Iterable<readonly [string, Buffer]>;
const contentOf = (files: Files, path: string): Buffer => files.get(path) ?? Buffer.alloc(0);
const without = (files: Files, path: string) => [...files].filter(([name]) => name !== path);
const TAMPERINGS: readonly (readonly [string, Tamper, RegExp])[] = [
  [
    'a manifest of another month',
    (files, other) => [
      ...without(without2(files, 'manifest.json'), 'manifest.sig.json'),
      ['manifest.json', contentOf(other, 'manifest.json')],
      ['manifest.sig.json', contentOf(other, 'manifest.sig.json')],
    ],
    /was changed/,
  ],
  [
    'a signature of another manifest',
    (files, other) => [
      ...without(files, 'manifest.sig.json'),
      ['manifest.sig.json', contentOf(other, 'manifest.sig.json')],
    ],
    /signature/,
  ],
  [
    'a changed manifest',
    (files) => [
      ...without(files, 'manifest.json'),
      [
        'manifest.json',
        Buffer.from(contentOf(files, 'manifest.json').toString().replace('2026-01', '2026-03')),
      ],
    ],
    /signature/,
  ],
  ['a file that was added', (files) => [...files, ['records/more.csv', Buffer.from('x')]], /added/],
  ['a file that is in it twice', (files) => [...files, ['figures.csv', Buffer.from('x')]], /twice/],
  ['a missing manifest', (files) => without(files, 'manifest.json'), /missing/],
  ['a missing signature', (files) => without(files, 'manifest.sig.json'), /missing/],
];
const without2 = (files: Files, path: string): Files => new Map(without(files, path));

test.each(TAMPERINGS)('%s is found', async (_, tamper, fault) => {
  const [files, other] = [await unzip(january), await unzip(february)];
  expect(findFault(await zip(tamper(files, other)))).toMatch(fault);
});

test('each file that is changed, emptied or missing is found', async () => {
  const files = await unzip(january);
  for (const path of [...files.keys()].filter((name) => !name.startsWith('manifest'))) {
    const content = files.get(path) ?? Buffer.alloc(0);
    const changed = Buffer.concat([content.subarray(0, -1), Buffer.from('~')]);
    for (const other of [changed, Buffer.alloc(0)])
      expect(findFault(await zip(new Map(files).set(path, other))), path).toMatch(/was changed/);
    expect(findFault(await zip(without(files, path))), path).toMatch(/is missing/);
  }
});

test('bytes that are cut off, appended or changed anywhere in the archive are found', async () => {
  expect(findFault(await store(january.subarray(0, -1)))).toEqual(expect.any(String));
  expect(findFault(await store(Buffer.concat([january, Buffer.from('x')])))).toMatch(/follows/);
  const names = Buffer.from('figures.csv');
  const damaged = Buffer.from(january);
  damaged.write('FIGURES', january.indexOf(names));
  expect(findFault(await store(damaged))).toMatch(/another name/);
});

/** The archive with another entry for the first file, which the list of files points at. */
const edited = async (
  change: (parts: { local: Buffer; data: Buffer; central: Buffer }) => {
    local: Buffer;
    data: Buffer;
    central: Buffer;
  },
): Promise<string> => {
  const archive = await readFile(await zip((await unzip(january)).entries()));
  const [start, length] = [
    archive.readUInt32LE(archive.length - 22 + 16),
    archive.readUInt32LE(archive.length - 22 + 12),
  ];
  const list = archive.subarray(start, start + length);
  const central = (at: number) =>
    46 + [28, 30, 32].reduce((sum, place) => sum + list.readUInt16LE(at + place), 0);
  const head = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28);
  const packed = list.readUInt32LE(20);
  const first = change({
    local: Buffer.from(archive.subarray(0, head)),
    data: Buffer.from(archive.subarray(head, head + packed)),
    central: Buffer.from(list.subarray(0, central(0))),
  });
  first.central.writeUInt32LE(first.data.length, 20);
  const rest = archive.subarray(head + packed, start);
  const moved = first.local.length + first.data.length - head - packed;
  const others = Buffer.from(list.subarray(central(0)));
  for (let at = 0; at < others.length; at += central(central(0) + at))
    others.writeUInt32LE(others.readUInt32LE(at + 42) + moved, at + 42);
  const end = Buffer.from(archive.subarray(-22));
  end.writeUInt32LE(first.central.length + others.length, 12);
  end.writeUInt32LE(start + moved, 16);
  return store(Buffer.concat([first.local, first.data, rest, first.central, others, end]));
};
/** An extra field as some programs read it: the real name of the file. */
const secondName = (header: Buffer, place: number): Buffer => {
  const name = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from('../../evil.sh')]);
  const field = Buffer.concat([Buffer.from([0x75, 0x70, name.length, 0]), name]);
  const changed = Buffer.concat([header, field]);
  changed.writeUInt16LE(header.readUInt16LE(place) + field.length, place);
  return changed;
};

test('an archive whose entries other programs would read otherwise is refused', async () => {
  expect(findFault(await edited((parts) => parts))).toBe(null);
  const hidden = await edited((parts) => ({
    ...parts,
    data: Buffer.concat([parts.data, Buffer.from('words without a signature')]),
  }));
  expect(findFault(hidden)).toMatch(/more than its content/);
  const named = await edited((parts) => ({ ...parts, central: secondName(parts.central, 30) }));
  expect(findFault(named)).toMatch(/what other programs read otherwise/);
  const namedWithin = await edited((parts) => ({ ...parts, local: secondName(parts.local, 28) }));
  expect(findFault(namedWithin)).toMatch(/what other programs read otherwise/);
  const stored = await edited((parts) => {
    parts.local.writeUInt16LE(0, 8);
    return parts;
  });
  expect(findFault(stored)).toMatch(/what other programs read otherwise/);
});

test('the program runs on the command line with Node alone', async () => {
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [
      join(import.meta.dirname, '../../../tools/verify-pack.mjs'),
      ...words,
    ]);
  const { publicKey } = await app.visitor.call('GET /publics/packs/key');
  const file = await store(january);
  expect((await run(file, '--month', '2026-01', '--key', publicKey)).stdout).toBe(
    'Untouched, and signed.\n',
  );
  expect((await run(file, '--month', '2026-01')).stdout).toBe(
    `Untouched, and signed by the key that is in it. Compare it with the site's: ${publicKey}\n`,
  );
  await expect(run(await store(february), '--month', '2026-01')).rejects.toThrow();
  // As of a shell whose variable is empty, or a mistyped option: nothing is checked silently.
  for (const words of [['--key'], ['--key', ''], ['--month', ''], ['--Key', publicKey], ['x']])
    await expect(run(file, ...words), words.join(' ')).rejects.toMatchObject({ code: 2 });
  const { body } = await app.server.inject({ url: '/api/publics/packs/verifier' });
  const program = join(import.meta.dirname, '../../../tools/verify-pack.mjs');
  expect(body).toBe(await readFile(program, 'utf8'));
});

test('only owners make packs, of months that are over, and it is recorded', async () => {
  const support = await joinAdmin(app, 'ajudante', 'support');
  for (const [person, status] of [
    [app.visitor, 401],
    [await back(app, app.fan), 403],
    [support, 403],
  ] as const) {
    expect((await person.ask('POST /dsb/packs', { body: { month: '2026-01' } })).status).toBe(
      status,
    );
    expect((await person.ask('GET /dsb/packs', { query: {} })).status).toBe(status);
  }
  for (const month of ['2026-04', '2025-12'])
    expect((await owner.ask('POST /dsb/packs', { body: { month } })).status).toBe(400);
  const { rows } = await app.ctx.pool.query<{ action: string; reason: string }>(
    "SELECT action, reason FROM admin_log WHERE action LIKE 'pack.%' ORDER BY id LIMIT 2",
  );
  expect(rows).toEqual([
    { action: 'pack.requested', reason: '2026-01' },
    { action: 'pack.fileViewed', reason: '2026-01' },
  ]);
  const listed = await owner.call('GET /dsb/packs', { query: {} });
  expect(listed.map(({ month, state }) => [month, state])).toEqual([
    ['2026-02', 'ready'],
    ['2026-01', 'ready'],
  ]);
});

test('the samples of a month are the same in every pack of that month', async () => {
  const again = await unzip(await download(await make('2026-01')));
  const files = await unzip(january);
  for (const path of [SAMPLES, 'samples/takedowns.json'])
    expect(again.get(path)?.toString()).toBe(files.get(path)?.toString());
});

test('a month whose pack is being made is refused a second one', async () => {
  await owner.call('POST /dsb/packs', { body: { month: '2026-01' } });
  const { status, reply } = await owner.ask('POST /dsb/packs', {
    body: { month: '2026-01' },
  });
  expect([status, reply]).toMatchObject([409, { code: 'pack.underWay' }]);
});

// Notes: one per writer and profile, searchable, and readable by the writer only.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { block, joinProducer, unblock } from '../../testing/publishing.ts';
import { eraseNotesOf } from './notes.ts';

let app: TestApp;
let lia: ApiClient;
beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
});

const about = (whom: ApiClient) => ({ params: { profileId: whom.profileId } });
const read = (writer: ApiClient, whom: ApiClient) =>
  writer.ask('GET /profiles/{profileId}/notes', about(whom));
const write = (writer: ApiClient, whom: ApiClient, raw: string) =>
  writer.ask('POST /profiles/{profileId}/notes', { ...about(whom), body: { raw } });
const list = async (
  writer: ApiClient,
  query: { search?: string; limit?: number; offset?: number } = {},
) =>
  (await writer.call('GET /profiles/notes', { query: query })).map(({ profile, raw }) => [
    profile.domainName,
    raw,
  ]);

test('a note is stored, replaced and read back unchanged', async () => {
  expect((await read(app.fan, app.producer)).reply.data).toBeNull();
  const first = (await write(app.fan, app.producer, 'Gosta de luz.\nResponde à noite.')).reply.data;
  app.clock.advance(60_000);
  const second = (await write(app.fan, app.producer, '  <b>Ensaio</b> de terça  ')).reply.data;
  expect([first?.raw, second?.raw]).toEqual([
    'Gosta de luz.\nResponde à noite.',
    '<b>Ensaio</b> de terça',
  ]);
  expect([second?.createdAt === first?.createdAt, second?.updatedAt === first?.updatedAt]).toEqual([
    true,
    false,
  ]);
  expect((await read(app.fan, app.producer)).reply.data).toEqual(second);
});

test('only its writer can read a note', async () => {
  expect((await read(app.stranger, app.producer)).reply.data).toBeNull();
  expect([await list(app.stranger), await list(app.producer)]).toEqual([[], []]);
  const page = await app.producer.ask('GET /publics/profiles/{domainname}', {
    params: { domainname: 'iris' },
  });
  expect(JSON.stringify(page.reply)).not.toContain('Ensaio');
});

test('notes are listed last changed first, with pagination', async () => {
  app.clock.advance(60_000);
  await write(app.fan, lia, 'Canta às quintas');
  expect(await list(app.fan)).toEqual([
    ['lia.solar', 'Canta às quintas'],
    ['iris', '<b>Ensaio</b> de terça'],
  ]);
  app.clock.advance(60_000);
  await write(app.fan, app.producer, 'Ensaio mudou');
  expect(await list(app.fan, { limit: 1 })).toEqual([['iris', 'Ensaio mudou']]);
  expect(await list(app.fan, { limit: 1, offset: 1 })).toEqual([['lia.solar', 'Canta às quintas']]);
});

test.each([
  ['CANTA as', ['lia.solar']],
  ['lia.sol', ['lia.solar']],
  ['nome iris', ['iris']],
  ['%', []],
  ['_', []],
])('a search of notes for "%s" finds %o', async (search, found) => {
  expect((await list(app.fan, { search })).map(([name]) => name)).toEqual(found);
});

test('producers can write notes about members, members can’t', async () => {
  expect((await write(app.producer, app.fan, 'Paga em dia')).status).toBe(200);
  expect((await write(app.fan, app.stranger, 'oi')).reply.code).toBe('profile.notFound');
  expect((await write(app.producer, app.producer, 'eu')).reply.code).toBe('profile.notSelf');
});

test.each([
  ['', 'min'],
  ['   ', 'min'],
  ['x'.repeat(2_001), 'max'],
])('an invalid note is refused by field and the old one stays', async (raw) => {
  const { status, reply } = await write(app.fan, lia, raw);
  expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, ['raw']]);
  expect((await read(app.fan, lia)).reply.data?.raw).toBe('Canta às quintas');
});

test('a block in either direction hides the note until the block ends', async () => {
  for (const [blocker, blocked] of [
    [lia, app.fan],
    [app.fan, lia],
  ] as const) {
    await block(app, blocker, blocked);
    expect((await read(app.fan, lia)).reply.code).toBe('profile.notFound');
    expect((await write(app.fan, lia, 'oi')).reply.code).toBe('profile.notFound');
    expect((await list(app.fan)).map(([name]) => name)).toEqual(['iris']);
    await unblock(app, blocker, blocked);
  }
  expect((await read(app.fan, lia)).reply.data?.raw).toBe('Canta às quintas');
});

test('a note can be deleted repeatedly, and also while a block hides it', async () => {
  await block(app, lia, app.fan);
  for (const _ of [1, 2])
    expect((await app.fan.ask('DELETE /profiles/{profileId}/notes', about(lia))).status).toBe(200);
  await unblock(app, lia, app.fan);
  expect((await read(app.fan, lia)).reply.data).toBeNull();
});

test('account removal deletes notes by the person and about them', async () => {
  await write(app.producer, app.fan, 'Paga em dia');
  await write(app.producer, lia, 'Colega');
  await eraseNotesOf(app.ctx, app.fan.profileId);
  expect(await list(app.fan)).toEqual([]);
  expect(await list(app.producer)).toEqual([['lia.solar', 'Colega']]);
});

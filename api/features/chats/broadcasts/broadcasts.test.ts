// Mass messages: receivers, order among ordinary messages, limits, schedule, lists of them.
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { MessageContentId } from '@camarim/contract/features/chats/messages';
import { HOUR_MS, MINUTE_MS } from '@camarim/contract/time';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Audience, FAN_NAMES, openAudience } from '../../../testing/broadcasts/audience.ts';
import { follow, read, send } from '../../../testing/chatting.ts';
import { block, joinProducer, unblock } from '../../../testing/publishing.ts';
import { createSelections } from '../../lists/index.ts';
import { release, withhold } from '../../withholding/index.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { eraseChatsOf } from '../erase.ts';
import { createReceiverBatches } from './receivers.ts';
import { sendBroadcast } from './send-broadcast.ts';
import { untilWaitingForLock } from '../../../testing/until.ts';

let audience: Audience;

/** One run of the job, which may be one of several at once. */
const run = (id: BroadcastId, options: { size: number; runMs?: number }): Promise<void> => {
  const { ctx } = audience.app;
  const receivers = createReceiverBatches(ctx, { selections: createSelections(ctx) });
  return sendBroadcast(ctx, receivers, id, new AbortController().signal, options);
};

beforeAll(async () => {
  audience = await openAudience();
});

test('a mass message answers at once, and all of the selection have it once with the seal of its sender', async () => {
  const key = newId();
  const [first, again] = [
    await audience.create({ message: 'Bom dia' }, key),
    await audience.create({ message: 'Bom dia' }, key),
  ];
  expect(again.reply.data.id).toBe(first.reply.data.id);
  expect(first.reply.data).toMatchObject({ state: 'scheduled', statistics: { receivers: 0 } });
  await audience.app.runJobs();
  for (const person of audience.fans()) {
    const [message] = await read(person, 'lia.solar');
    expect(message).toMatchObject({
      content: 'Bom dia',
      seq: 1,
      writer: { kind: 'person' },
      fee: 0,
    });
    const [chat] = await person.call('GET /chats', {});
    expect(chat).toMatchObject({ unreadMessages: 1, lastMessage: 'Bom dia' });
  }
  expect(await audience.view(first.reply.data.id)).toMatchObject({
    state: 'sent',
    statistics: { receivers: FAN_NAMES.length, skipped: 0, seen: 0 },
  });
  const { rows } = await audience.app.ctx.pool.query(
    "SELECT count(*)::int AS notices FROM notifications WHERE type = 'message' AND from_profile_id = $1",
    [audience.lia().profileId],
  );
  expect(rows).toEqual([{ notices: FAN_NAMES.length }]);
});

test('conversations that a mass message began do not bury those of people who write', async () => {
  await send(audience.fan(3), audience.lia(), { message: 'Oi, Lia', fee: 100 });
  const chats = await audience.lia().call('GET /chats', {});
  expect([chats[0]?.domainName, chats.length]).toEqual(['dora', FAN_NAMES.length]);
  expect(chats.at(-1)?.lastMessageSendAt).not.toContain('1970');
  await audience.sendAll({ message: 'De novo' });
  expect((await audience.lia().call('GET /chats', {}))[0]).toMatchObject({
    domainName: 'dora',
    unreadMessages: 1,
  });
});

test('ordinary messages between batches keep the order of their places, without gaps', async () => {
  await audience.nextDay();
  const { reply } = await audience.create({ message: 'No meio' });
  const sending = run(reply.data.id, {
    size: 2,
  });
  await Promise.all(
    audience
      .fans()
      .flatMap((person, index) => [
        send(person, audience.lia(), { message: `f${index}`, fee: 100 }),
        send(audience.lia(), person, `l${index}`),
      ]),
  );
  await sending;
  for (const person of audience.fans()) {
    const messages = await read(person, 'lia.solar', { limit: 100 });
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    expect(messages.filter(({ content }) => content === 'No meio')).toHaveLength(1);
  }
  await audience.app.runJobs();
  expect((await audience.view(reply.data.id)).statistics.receivers).toBe(FAN_NAMES.length);
});

test('two runs of one mass message at once, in small batches, reach no person twice', async () => {
  await audience.nextDay();
  const { reply } = await audience.create({ message: 'Uma vez' });
  await Promise.all([1, 2, 3].map((size) => run(reply.data.id, { size })));
  for (const person of audience.fans())
    expect((await audience.texts(person)).filter((text) => text === 'Uma vez')).toHaveLength(1);
  expect((await audience.view(reply.data.id)).statistics.receivers).toBe(FAN_NAMES.length);
});

test('a run that is over its time hands the rest over to another job', async () => {
  await audience.nextDay();
  const { reply } = await audience.create({ message: 'Em partes' });
  await audience.app.ctx.pool.query("DELETE FROM pgboss.job WHERE name = 'chats.sendBroadcast'");
  await run(reply.data.id, {
    size: 2,
    runMs: 0,
  });
  expect((await audience.view(reply.data.id)).state).toBe('sending');
  await audience.app.runJobs();
  expect(await audience.view(reply.data.id)).toMatchObject({
    state: 'sent',
    statistics: { receivers: FAN_NAMES.length },
  });
});

test('a person who is blocked in either direction does not get a mass message', async () => {
  await audience.nextDay();
  await block(audience.app, audience.lia(), audience.fan(0));
  await block(audience.app, audience.fan(1), audience.lia());
  expect((await audience.sendAll({ message: 'Sem bloqueio' })).statistics.receivers).toBe(
    FAN_NAMES.length - 2,
  );
  await unblock(audience.app, audience.lia(), audience.fan(0));
  await unblock(audience.app, audience.fan(1), audience.lia());
  for (const person of [audience.fan(0), audience.fan(1)])
    expect(await audience.texts(person)).not.toContain('Sem bloqueio');
});

test('a fan gets as many mass messages of a producer in a day as the setting allows', async () => {
  await audience.nextDay();
  const limit = audience.app.ctx.config.MASS_MESSAGES_PER_DAY;
  for (let count = 0; count < limit; count += 1)
    await audience.sendAll({ include: [{ kind: 'followers' }], message: `n${count}` });
  expect((await audience.sendAll({ message: 'Demais' })).statistics).toMatchObject({
    receivers: 0,
    skipped: FAN_NAMES.length,
  });
  expect(await audience.texts(audience.fan(2))).not.toContain('Demais');
  await audience.nextDay();
  expect((await audience.sendAll({ message: 'Outro dia' })).statistics.receivers).toBe(
    FAN_NAMES.length,
  );
});

test('two mass messages that are sent at once exceed the limit of a day for no fan', async () => {
  await audience.nextDay();
  const { pool, config } = audience.app.ctx;
  for (let count = 1; count < config.MASS_MESSAGES_PER_DAY; count += 1)
    await audience.sendAll({ message: `antes ${count}` });
  const ids = [];
  for (const message of ['juntas', 'ao mesmo tempo'])
    ids.push((await audience.create({ message })).reply.data.id);
  await pool.query("DELETE FROM pgboss.job WHERE name = 'chats.sendBroadcast'");
  const { rows: last } = await pool.query('SELECT id FROM chats ORDER BY id LIMIT 1');
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM chats WHERE id = $1 FOR UPDATE', [last[0]?.id]);
  const runs = Promise.all(ids.map((id) => run(id, { size: 500 })));
  await untilWaitingForLock(pool, 2);
  await holder.query('COMMIT');
  holder.release();
  await runs;
  const [one, other] = await Promise.all(ids.map((id) => audience.view(id)));
  expect((one?.statistics.receivers ?? 0) + (other?.statistics.receivers ?? 0)).toBe(
    FAN_NAMES.length,
  );
  expect((one?.statistics.skipped ?? 0) + (other?.statistics.skipped ?? 0)).toBe(FAN_NAMES.length);
});

test('a job that comes a moment before the instant of its mass message does not lose it', async () => {
  await audience.nextDay();
  const { clock, pool } = audience.app.ctx;
  const sendAt = new Date(clock.now().getTime() + 60_000).toISOString();
  const { reply } = await audience.create({ message: 'No minuto', sendAt });
  await pool.query("DELETE FROM pgboss.job WHERE name = 'chats.sendBroadcast'");
  audience.app.clock.advance(58_000);
  await run(reply.data.id, { size: 500 });
  expect((await audience.view(reply.data.id)).state).toBe('scheduled');
  audience.app.clock.advance(2_000);
  await audience.app.runJobs();
  expect((await audience.view(reply.data.id)).state).toBe('sent');
});

test('a scheduled mass message waits for its instant, is moved and cancelled, and is in the calendar', async () => {
  await audience.nextDay();
  const at = (minutes: number) =>
    new Date(audience.app.clock.now().getTime() + minutes * 60_000).toISOString();
  const { reply } = await audience.create({ message: 'Mais tarde', sendAt: at(2) });
  const { id } = reply.data;
  await audience.app.runJobs();
  expect((await audience.view(id)).state).toBe('scheduled');
  const span = async () =>
    (
      await audience.lia().call('GET /chats/broadcasts', { query: { from: at(0), until: at(60) } })
    ).map((one) => one.id);
  expect(await span()).toEqual([id]);
  await audience.lia().call('PUT /chats/broadcasts/{id}', {
    params: { id },
    body: { message: 'Bem mais tarde', sendAt: at(5) },
  });
  audience.app.clock.advance(3 * MINUTE_MS);
  await audience.app.runJobs();
  expect((await audience.view(id)).state).toBe('scheduled');
  audience.app.clock.advance(3 * MINUTE_MS);
  await audience.app.runJobs();
  expect(await audience.view(id)).toMatchObject({
    state: 'sent',
    message: 'Bem mais tarde',
    editedAt: null,
  });
  expect(await audience.texts(audience.fan(0))).toContain('Bem mais tarde');
  const other = (await audience.create({ message: 'Nunca', sendAt: at(1) })).reply.data.id;
  expect(
    (await audience.lia().call('DELETE /chats/broadcasts/{id}', { params: { id: other } })).state,
  ).toBe('cancelled');
  audience.app.clock.advance(2 * MINUTE_MS);
  await audience.app.runJobs();
  expect(await audience.texts(audience.fan(0))).not.toContain('Nunca');
});

test('the list is newest first, and its pages meet', async () => {
  const all = await audience.lia().call('GET /chats/broadcasts', { query: { limit: 100 } });
  expect(all.length).toBeGreaterThan(8);
  expect(all.map(({ sendAt }) => sendAt)).toEqual(
    all
      .map(({ sendAt }) => sendAt)
      .toSorted()
      .toReversed(),
  );
  const ids: string[] = [];
  let before: string | undefined;
  do {
    const { reply } = await audience.lia().ask('GET /chats/broadcasts', {
      query: { limit: 4, ...(before && { before }) },
    });
    ids.push(...reply.data.map(({ id }) => id));
    before = (reply as { cursor?: string | null }).cursor ?? undefined;
  } while (before);
  expect(ids).toEqual(all.map(({ id }) => id));
});

test('what says and sells nothing is refused, and the list of another producer', async () => {
  expect((await audience.create({ message: '' })).reply.code).toBe('message.empty');
  expect((await audience.create({ price: 500 })).reply.code).toBe('message.nothingToSell');
  const bia = await joinProducer(audience.app, 'bia');
  const list = await bia.call('POST /lists', { body: { name: 'Dela' } });
  expect((await audience.create({ include: [{ kind: 'list', id: list.id }] })).reply.code).toBe(
    'list.notFound',
  );
  expect((await audience.create({}, newId(), audience.fan(0))).status).toBe(403);
});

/** The messages in the archive of a person's data. */
const archiveOf = async (person: ApiClient): Promise<string> => {
  const texts: string[] = [];
  for (const part of audience.app.services.personalData.partsOf(person.profileId))
    for await (const file of part)
      if (file.path === 'chats/messages.json')
        for await (const chunk of await file.content()) texts.push(String(chunk));
  return texts.join('');
};

test('each receiver reads the name by which they go, where a mass message has its placeholder', async () => {
  await audience.nextDay();
  const dora = audience.fan(3);
  const name = 'Nome dora';
  const { id } = await audience.sendAll({ message: 'Oi, {nome}! Tchau, {nome}.' });
  const filled = `Oi, ${name}! Tchau, ${name}.`;
  const [newest] = await read(dora, 'lia.solar', { limit: 1 });
  expect(newest?.content).toBe(filled);
  const [chat] = await dora.call('GET /chats', {});
  expect(chat?.lastMessage).toBe(filled);
  // The sender reads what each of them reads, and finds it by the name.
  const found = await audience
    .lia()
    .call('GET /chats/{slug}/search', { params: { slug: 'dora' }, query: { text: `Oi, ${name}` } });
  expect(found.map(({ content }) => content)).toEqual([filled]);
  await send(dora, audience.lia(), { message: 'Oi!', replyTo: newest?.id, fee: 100 });
  const [answer] = await read(audience.lia(), 'dora', { limit: 1 });
  expect(answer?.replyTo?.content).toBe(filled);
  const archive = await archiveOf(dora);
  expect(archive).toContain(JSON.stringify(filled));
  // The sender edits it as it was written.
  expect(await audience.view(id)).toMatchObject({ message: 'Oi, {nome}! Tchau, {nome}.' });
});

test('removing the sender ends what was scheduled', async () => {
  const rui = await joinProducer(audience.app, 'rui');
  await follow(audience.fan(0), rui);
  const sendAt = new Date(audience.app.clock.now().getTime() + HOUR_MS).toISOString();
  const { reply } = await audience.create({ sendAt, message: 'Tchau' }, newId(), rui);
  await eraseChatsOf(audience.app.ctx, rui.profileId);
  audience.app.clock.advance(2 * HOUR_MS);
  await audience.app.runJobs();
  const { rows } = await audience.app.ctx.pool.query(
    'SELECT b.state, c.text, b.receivers FROM broadcasts b JOIN message_contents c ON c.id = b.content_id WHERE b.id = $1',
    [reply.data.id],
  );
  expect(rows).toEqual([{ state: 'cancelled', text: '', receivers: 0 }]);
});

test('a mass message that is withheld while it is sent stops, and goes on when its sender asks afterwards', async () => {
  await audience.nextDay();
  const { app } = audience;
  const { id } = (await audience.create({ message: 'Retida no meio' })).reply.data;
  await run(id, { size: 2, runMs: 0 });
  const causeId = newId();
  await transaction(app.ctx.db, async (tx) => {
    const { rows } = await sql<{ id: MessageContentId }>`
      SELECT content_id AS id FROM broadcasts WHERE id = ${id}::uuid`.execute(tx);
    await withhold(app.ctx, tx, [{ kind: 'message', id: rows[0]?.id as MessageContentId }], {
      cause: 'decision',
      causeId,
      fromOwner: false,
      wholePosts: false,
    });
  });
  const reached = async () => {
    const { rows } = await app.ctx.pool.query(
      'SELECT count(*)::int AS n FROM messages WHERE broadcast_id = $1',
      [id],
    );
    return rows[0].n as number;
  };
  const go = () => audience.lia().ask('POST /chats/broadcasts/{id}/continue', { params: { id } });
  await app.runJobs();
  expect(await reached()).toBe(2);
  expect(await audience.view(id)).toMatchObject({
    state: 'sending',
    stopped: { withheld: true },
    statistics: { receivers: 2 },
  });
  expect((await go()).reply.code).toBe('broadcast.withheld');
  await transaction(app.ctx.db, (tx) =>
    release(app.ctx, tx, { cause: 'decision', causeIds: [causeId] }),
  );
  await app.runJobs();
  expect(await reached()).toBe(2);
  expect(await audience.view(id)).toMatchObject({ stopped: { withheld: false } });
  expect((await go()).status).toBe(200);
  await app.runJobs();
  expect(await reached()).toBe(FAN_NAMES.length);
  expect(await audience.view(id)).toMatchObject({ state: 'sent', stopped: null });
  expect((await go()).reply.code).toBe('broadcast.notStopped');
});

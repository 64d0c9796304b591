// What is taken back is neither unread nor pinned, and what is free closes with a block.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Audience, openAudience } from '../../../testing/broadcasts/audience.ts';
import { read, send } from '../../../testing/chatting.ts';
import { open } from '../../../testing/publishing.ts';

let audience: Audience;
beforeAll(async () => {
  audience = await openAudience();
});

/** The count of the list, the flag of the frame, and the bell. */
const unreadOf = async (fan: ApiClient) => {
  const [chat] = await fan.call('GET /chats', { query: { name: 'lia.solar' } });
  const { unread, flags } = await fan.call('GET /profiles/notifications/unread', {});
  return [chat?.unreadMessages, flags.chat, unread];
};
const markRead = async (fan: ApiClient, seq?: number) => {
  const { chat } = await fan.call('GET /chats/{slug}', { params: { slug: 'lia.solar' } });
  await fan.call('POST /chats/{id}/read', {
    params: { id: chat?.id as never },
    body: seq === undefined ? {} : { seq },
  });
};
const unsend = (id: string) =>
  audience.lia().call('DELETE /chats/messages/{id}', { params: { id: id } });

test('a message that is taken back while it is unread counts as unread no more', async () => {
  const fan = audience.fan(0);
  const first = (await send(audience.lia(), fan, 'um')).reply.data;
  const second = (await send(audience.lia(), fan, 'dois')).reply.data;
  expect(await unreadOf(fan)).toEqual([2, true, 1]);
  await unsend(first.id);
  expect(await unreadOf(fan)).toEqual([1, true, 1]);
  await unsend(second.id);
  expect(await unreadOf(fan)).toEqual([0, false, 0]);
});

test('a message that was read is taken back without a change of what is unread', async () => {
  const fan = audience.fan(1);
  const first = (await send(audience.lia(), fan, 'um')).reply.data;
  await markRead(fan);
  await send(audience.lia(), fan, 'dois');
  await unsend(first.id);
  expect((await unreadOf(fan))[0]).toBe(1);
});

test('reading up to a place leaves what is after it, without what was taken back', async () => {
  const fan = audience.fan(2);
  const sent = [];
  for (const text of ['um', 'dois', 'três', 'quatro'])
    sent.push((await send(audience.lia(), fan, text)).reply.data);
  await unsend(sent[2]?.id ?? '');
  await markRead(fan, sent[0]?.seq);
  expect((await unreadOf(fan))[0]).toBe(2);
});

test('messages that are sent and taken back while others are read leave a true count', async () => {
  const fan = audience.fan(3);
  for (let round = 0; round < 5; round += 1) {
    const one = (await send(audience.lia(), fan, 'um')).reply.data;
    await Promise.all([
      markRead(fan, one.seq),
      send(audience.lia(), fan, 'dois'),
      unsend(one.id),
      send(audience.lia(), fan, 'três'),
    ]);
    expect((await unreadOf(fan))[0]).toBe(2);
    await markRead(fan);
  }
});

test('a mass message that is taken back is neither unread nor pinned, also when it was edited just before', async () => {
  await audience.nextDay();
  const sent = await audience.sendAll({ message: 'Leiam' });
  const [fan, reader] = [audience.fan(4), audience.fan(5)];
  await markRead(reader);
  const { id } = (await read(fan, 'lia.solar')).at(-1) ?? {};
  await fan.call('PUT /chats/messages/{id}/pin', {
    params: { id: id as never },
    body: { pinned: true },
  });
  expect((await unreadOf(fan)).slice(0, 2)).toEqual([1, true]);
  await audience.lia().call('PUT /chats/broadcasts/{id}', {
    params: { id: sent.id },
    body: { message: 'Leiam!' },
  });
  await audience.lia().call('DELETE /chats/broadcasts/{id}', { params: { id: sent.id } });
  const room = () => fan.call('GET /chats/{slug}', { params: { slug: 'lia.solar' } });
  expect((await room()).pinned).toEqual([]);
  expect((await read(fan, 'lia.solar')).at(-1)).toMatchObject({ unsent: true, pinned: false });
  await audience.app.runJobs();
  expect((await unreadOf(fan)).slice(0, 2)).toEqual([0, false]);
  expect((await unreadOf(reader))[0]).toBe(0);
  await send(audience.lia(), reader, 'mais');
  expect((await unreadOf(reader))[0]).toBe(1);
});

test('a mass message is not sent again to a person from whom it was taken back', async () => {
  await audience.nextDay();
  const sent = await audience.sendAll({ message: 'De novo' });
  const spared = audience.fan(6);
  await unsend((await read(spared, 'lia.solar')).at(-1)?.id ?? '');
  await audience.lia().call('POST /chats/broadcasts/{id}/resend', {
    params: { id: sent.id },
    idempotencyKey: newId(),
  });
  await audience.app.runJobs();
  expect((await audience.texts(spared)).filter((text) => text === 'De novo')).toEqual([]);
  const other = (await audience.texts(audience.fan(0))).filter((text) => text === 'De novo');
  expect(other).toHaveLength(2);
});

test.each(['producer', 'fan'] as const)(
  'free media of a message close when the %s blocks the other one, and open again after it',
  async (blocker) => {
    await audience.nextDay();
    const fan = audience.fan(blocker === 'fan' ? 1 : 2);
    const { reply } = await send(audience.lia(), fan, { medias: [await audience.image(7)] });
    await audience.app.runJobs();
    const url = (await read(fan, 'lia.solar')).find(({ id }) => id === reply.data.id)?.medias[0]
      ?.url;
    const status = async () => (await open(audience.app, fan, url)).statusCode;
    expect(await status()).toBe(200);
    const [who, whom] = blocker === 'fan' ? [fan, audience.lia()] : [audience.lia(), fan];
    const params = { id: whom.profileId };
    await who.call('POST /profiles/{id}/block', { params });
    audience.app.clock.advance(5_001);
    expect(await status()).not.toBe(200);
    await who.call('POST /profiles/{id}/unblock', { params });
    audience.app.clock.advance(5_001);
    expect(await status()).toBe(200);
  },
);

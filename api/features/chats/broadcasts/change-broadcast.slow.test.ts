// Mass messages after they were sent: edited, bought, unsent, and sent again.
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Audience, FAN_NAMES, openAudience } from '../../../testing/broadcasts/audience.ts';
import { read } from '../../../testing/chatting.ts';
import { open, publish } from '../../../testing/publishing.ts';

let audience: Audience;

beforeAll(async () => {
  audience = await openAudience();
});

test('a sent mass message is edited for all until it is bought, and counts purchases and earnings', async () => {
  await audience.nextDay();
  const price = 1_000;
  const sent = await audience.sendAll({
    message: 'Ensaio',
    medias: [await audience.image(1), await audience.image(2)],
    price,
    free: [0],
  });
  const mediaIds = sent.medias.map(({ id }) => id);
  await audience.lia().call('PUT /chats/broadcasts/{id}', {
    params: { id: sent.id },
    body: {
      message: 'Ensaio novo',
      medias: mediaIds.map((id) => ({ id })),
      price: 800,
      free: [0],
    },
  });
  await audience.app.runJobs();
  const locked = (await read(audience.fan(0), 'lia.solar')).at(-1);
  expect(locked).toMatchObject({
    content: 'Ensaio novo',
    paidContent: { price: 800, locked: true },
  });
  const moved = await audience.lia().ask('PUT /chats/broadcasts/{id}', {
    params: { id: sent.id },
    body: { message: 'x', include: [{ kind: 'everyone' }] },
  });
  expect(moved.reply.code).toBe('broadcast.started');
  const bought = await audience.fan(0).call('POST /chats/messages/{id}/purchase', {
    params: { id: locked?.id as never },
    body: { price: 800, version: 2 },
    idempotencyKey: newId(),
  });
  expect(bought.message.paidContent).toMatchObject({ purchased: true });
  await audience.fan(1).call('POST /chats/{id}/read', {
    params: { id: (await read(audience.fan(1), 'lia.solar'))[0]?.chatId as never },
    body: {},
  });
  const after = await audience.view(sent.id);
  expect(after).toMatchObject({ editable: false, statistics: { bought: 1, earned: 640 } });
  const refused = await audience.lia().ask('PUT /chats/broadcasts/{id}', {
    params: { id: sent.id },
    body: { message: 'x' },
  });
  expect(refused.reply.code).toBe('message.sold');
  audience.app.clock.advance(61_000);
  expect((await audience.view(sent.id)).statistics.seen).toBe(1);
});

test('unsending takes it back from all who have not bought it, and its media with it', async () => {
  await audience.nextDay();
  const price = 500 as never;
  const sent = await audience.sendAll({
    message: 'Some já',
    medias: [await audience.image(5)],
    price,
  });
  const message = (await read(audience.fan(0), 'lia.solar')).at(-1);
  const bought = await audience.fan(0).call('POST /chats/messages/{id}/purchase', {
    params: { id: message?.id as never },
    body: { price, version: 1 },
    idempotencyKey: newId(),
  });
  expect(
    (await audience.lia().call('DELETE /chats/broadcasts/{id}', { params: { id: sent.id } })).state,
  ).toBe('unsent');
  await audience.app.runJobs();
  for (const person of audience.fans().slice(1)) {
    const last = (await read(person, 'lia.solar')).at(-1);
    expect(last).toMatchObject({ unsent: true, content: '', medias: [] });
    const again = await person.ask('POST /chats/messages/{id}/purchase', {
      params: { id: last?.id as never },
      body: { price, version: 1 },
      idempotencyKey: newId(),
    });
    expect(again.reply.code).toBe('message.notForSale');
  }
  expect((await read(audience.fan(0), 'lia.solar')).at(-1)).toMatchObject({
    unsent: false,
    content: 'Some já',
  });
  expect(
    (await open(audience.app, audience.fan(0), bought.message.medias[0]?.url)).statusCode,
  ).toBe(200);
});

test('unsending one of its messages leaves the others, and none is edited alone', async () => {
  await audience.nextDay();
  await audience.sendAll({ message: 'Para todos' });
  const [first] = (await read(audience.lia(), 'ana')).filter(
    ({ content }) => content === 'Para todos',
  );
  const id = first?.id as never;
  expect(
    (
      await audience
        .lia()
        .ask('PUT /chats/messages/{id}', { params: { id }, body: { message: 'x' } })
    ).reply.code,
  ).toBe('message.notEditable');
  await audience.lia().call('DELETE /chats/messages/{id}', { params: { id } });
  expect(await audience.texts(audience.fan(0))).not.toContain('Para todos');
  expect(await audience.texts(audience.fan(1))).toContain('Para todos');
});

test('sent again, it reaches those who have not read it, and is paid once', async () => {
  await audience.nextDay();
  const price = 700 as never;
  const sent = await audience.sendAll({
    message: 'Leia',
    medias: [await audience.image(9)],
    price,
  });
  for (const person of audience.fans().slice(0, 3))
    await person.call('POST /chats/{id}/read', {
      params: { id: (await read(person, 'lia.solar'))[0]?.chatId as never },
      body: {},
    });
  const resend = await audience.lia().call('POST /chats/broadcasts/{id}/resend', {
    params: { id: sent.id },
    idempotencyKey: newId(),
  });
  await audience.app.runJobs();
  expect(await audience.view(resend.id)).toMatchObject({
    resendOf: sent.id,
    state: 'sent',
    statistics: { receivers: FAN_NAMES.length - 3 },
  });
  const twice = (await read(audience.fan(4), 'lia.solar')).filter(
    ({ content }) => content === 'Leia',
  );
  expect(twice).toHaveLength(2);
  await audience.fan(4).call('POST /chats/messages/{id}/purchase', {
    params: { id: twice[0]?.id as never },
    body: { price, version: 1 },
    idempotencyKey: newId(),
  });
  const open = (await read(audience.fan(4), 'lia.solar')).filter(
    ({ content }) => content === 'Leia',
  );
  expect(open.map((one) => one.paidContent?.locked)).toEqual([false, false]);
  expect([
    (await audience.view(sent.id)).statistics.bought,
    (await audience.view(resend.id)).statistics.bought,
  ]).toEqual([0, 1]);
});

test('receivers who own its media are counted, and are offered the rest', async () => {
  await audience.nextDay();
  const { id: postId, mediaIds } = await publish(audience.app, audience.lia(), {
    seed: 31,
    price: 900 as never,
  });
  await audience.fan(2).call('POST /posts/{id}/purchase', {
    params: { id: postId },
    body: { price: 900 },
    idempotencyKey: newId(),
  });
  const sent = await audience.sendAll({
    message: 'Já tem?',
    medias: mediaIds.map((id) => ({ id })),
    price: 900,
  });
  expect(sent.statistics.owned).toBe(1);
  expect((await read(audience.fan(2), 'lia.solar')).at(-1)?.paidContent).toMatchObject({
    price: 0,
    locked: false,
  });
});

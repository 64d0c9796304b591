// The description of the socket has every event of the code, and what the server sends is what it
// says.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REALTIME_EVENTS } from '@camarim/contract/realtime-events';
import { beforeAll, expect, test } from 'vitest';
import type { RealtimeMessage } from './platform/bus/port.ts';
import { testApp, type TestApp } from './testing/app.ts';
import { follow, send } from './testing/chatting.ts';
import { fill, joinProducer, publish } from './testing/publishing.ts';

type Document = {
  asyncapi: string;
  channels: { realtime: { address: string; messages: Record<string, { payload: object }> } };
  operations: Record<string, { messages: { $ref: string }[] }>;
};

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await testApp();
  document = (await app.server.inject('/api/asyncapi.json')).json();
});

/** Names of all files of the API, tests excepted. */
const sourceFiles = (): string[] =>
  readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes('node_modules'));

test('every event that the code publishes is described, and every described one is published', () => {
  const published = new Set(
    sourceFiles().flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\bevent: '([\w-]+)'/g)].map(([, name]) => name),
    ),
  );
  // The function of the database that posts transfers publishes these.
  const schema = readFileSync(join(import.meta.dirname, 'migrations/schema.sql'), 'utf8');
  if (/SELECT 'wallets'/.test(schema)) published.add('wallets');
  const described = document.operations['receive']?.messages.map(({ $ref }) =>
    $ref.split('/').at(-1),
  );
  expect(document.asyncapi).toBe('3.0.0');
  expect([...published].toSorted()).toEqual(Object.keys(REALTIME_EVENTS).toSorted());
  expect(described?.toSorted()).toEqual(Object.keys(REALTIME_EVENTS).toSorted());
});

test('what is sent at messages, tips, purchases and comments is what the description says', async () => {
  const messages: RealtimeMessage[] = [];
  app.ctx.bus.subscribe('realtime', (message) => messages.push(message));
  app.relay.start();
  const lia = await joinProducer(app, 'lia.solar');
  await fill(app, app.fan, 10_000);
  await follow(app.fan, lia);
  await send(lia, app.fan, 'Oi!');
  await app.fan.call('POST /funds/tips', {
    body: { toProfileId: lia.profileId, value: 500 },
    idempotencyKey: randomUUID(),
  });
  const { id } = await publish(app, lia, { pictures: 1, text: 'Oi' });
  await app.fan.call('POST /comments', { body: { postId: id, text: 'oi' } });
  const wanted = ['comments', 'messages', 'notifications', 'wallets'];
  await expect
    .poll(() => [...new Set(messages.map(({ event }) => event))].toSorted())
    .toEqual(expect.arrayContaining(wanted));
  for (const { event, payload } of messages) {
    const { error } = REALTIME_EVENTS[event].payload.safeParse(payload);
    expect([event, error?.issues]).toEqual([event, undefined]);
  }
});

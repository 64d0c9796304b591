// By a secret link a program reads the events of its producer's rooms as they happen, without a
// session, and goes on where it was.
import type { LiveId } from '@camarim/contract/features/lives';
import { roomEventSchema } from '@camarim/contract/features/lives/room-events';
import {
  OVERLAY_LINKS_MAX,
  STREAM_OPENINGS_PER_MINUTE,
  STREAMS_OF_LINK_MAX,
} from '@camarim/contract/features/overlays/limits';
import { centavos } from '@camarim/contract/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { enter, partyOf } from '../../../testing/lives/party.ts';
import { type EventStream, readStream } from '../../../testing/overlays/event-stream.ts';
import { fill, joinProducer, refused } from '../../../testing/publishing.ts';

let app: TestApp;
let origin: string;
let producer: ApiClient;
let ana: ApiClient;
let made = 0;
const streams: EventStream[] = [];

beforeAll(async () => {
  app = await testApp();
  origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
  app.relay.start();
});
beforeEach(async () => {
  made += 1;
  // Another minute of the limit for openings.
  app.clock.advance(60_000);
  producer = await joinProducer(app, `fonte${made}`);
  ana = await app.join(`lina${made}`);
});
afterEach(() => streams.splice(0).forEach((stream) => stream.close()));

/** The path of a new link's page. */
const createLink = async (): Promise<{ id: string; page: string }> => {
  const { id, pageUrl } = await producer.call('POST /overlays/links', { body: { label: 'OBS' } });
  return { id, page: new URL(pageUrl).pathname };
};
const read = async (page: string, lastId?: string): Promise<EventStream> => {
  const stream = await readStream(`${origin}${page}/events`, lastId);
  streams.push(stream);
  return stream;
};
const eventsOf = ({ messages }: EventStream) => messages.filter(({ event }) => event !== 'state');
const stateOf = ({ messages }: EventStream) =>
  messages.findLast(({ event }) => event === 'state')?.data;
const room = async (): Promise<LiveId> => {
  const liveId = await partyOf(app, producer);
  await enter(app, liveId, ana);
  await fill(app, ana, 100_000);
  return liveId;
};
const tip = (liveId: LiveId, value: number, more: object = {}) =>
  ana.call('POST /funds/tips', {
    body: { liveId, value: centavos(value), ...more },
    idempotencyKey: newId(),
  });
const sendTest = () => producer.call('POST /overlays/test');

describe('an event stream', () => {
  test('an event stream has events in their order, and goals and orders as they are', async () => {
    const liveId = await room();
    const goal = await producer.call('POST /goals', {
      body: { title: 'Refletor', value: centavos(2_000) },
    });
    const item = await producer.call('POST /lives/room/menu', {
      body: { label: 'Beijo', price: centavos(700) },
    });
    const { page } = await createLink();
    const stream = await read(page);
    expect(stream).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    });
    await expect
      .poll(() => stateOf(stream))
      .toEqual({
        goals: [{ id: goal.id, title: 'Refletor', value: 2_000, balance: 0, reached: false }],
        orders: [],
      });
    await tip(liveId, 500);
    await tip(liveId, 2_000, { goalId: goal.id });
    await tip(liveId, 700, { itemId: item.id });
    await expect.poll(() => eventsOf(stream).length).toBe(4);
    expect(eventsOf(stream).map(({ event }) => event)).toEqual([
      'tip.received',
      'tip.received',
      'goal.reached',
      'menu.ordered',
    ]);
    for (const { id, data } of eventsOf(stream)) {
      expect(id).toMatch(/^\d+$/);
      expect(roomEventSchema.safeParse(data).error).toBeUndefined();
    }
    const from = `Nome ${ana.domainName}`;
    await expect
      .poll(() => stateOf(stream))
      .toMatchObject({
        goals: [{ balance: 2_000, reached: true }],
        orders: [{ item: { id: item.id, label: 'Beijo' }, from }],
      });
    // A tip outside of the show is no event, but moves the goal.
    const before = eventsOf(stream).length;
    await ana.call('POST /funds/tips', {
      body: { goalId: goal.id, value: centavos(300) },
      idempotencyKey: newId(),
    });
    await expect.poll(() => stateOf(stream)).toMatchObject({ goals: [{ balance: 2_300 }] });
    expect(eventsOf(stream)).toHaveLength(before);
  });

  test('an event stream goes on after the last event that the program has seen, else it begins now', async () => {
    const { page } = await createLink();
    const first = await read(page);
    await sendTest();
    await expect.poll(() => eventsOf(first).length).toBe(1);
    first.close();
    await sendTest();
    await sendTest();
    const lastId = eventsOf(first)[0]?.id ?? '';
    const second = await read(page, lastId);
    await expect.poll(() => eventsOf(second).length).toBe(2);
    expect(eventsOf(second).map(({ id }) => Number(id))).toEqual([
      Number(lastId) + 1,
      Number(lastId) + 2,
    ]);
    const fresh = await read(page);
    await expect.poll(() => stateOf(fresh)).toBeDefined();
    expect(eventsOf(fresh)).toEqual([]);
    // Of a log that was deleted since: from now on.
    const strange = await read(page, '999999');
    await sendTest();
    await expect.poll(() => eventsOf(strange).length).toBe(1);
  });

  test('an event stream loses and repeats no event of concurrent tips', async () => {
    const liveId = await room();
    const { page } = await createLink();
    const stream = await read(page);
    await Promise.all(Array.from({ length: 40 }, (_, index) => tip(liveId, 100 + index)));
    await expect.poll(() => eventsOf(stream).length).toBe(40);
    const ids = eventsOf(stream).map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const values = eventsOf(stream).map(
      ({ data }) => (data as { data: { value: number } }).data.value,
    );
    expect(values.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, index) => 100 + index),
    );
  });

  test('an event stream ends at once when its link is revoked, and those of other links go on', async () => {
    const [one, other] = [await createLink(), await createLink()];
    const [revoked, kept] = [await read(one.page), await read(other.page)];
    await expect.poll(() => stateOf(kept)).toBeDefined();
    await producer.call('DELETE /overlays/links/{id}', { params: { id: one.id } });
    await expect.poll(() => revoked.ended).toBe(true);
    await sendTest();
    await expect.poll(() => eventsOf(kept).length).toBe(1);
    expect((await read(one.page)).status).toBe(404);
    expect(eventsOf(revoked)).toEqual([]);
  });

  test('an event stream ends for a producer who is suspended', async () => {
    const { page } = await createLink();
    const stream = await read(page);
    await expect.poll(() => stateOf(stream)).toBeDefined();
    await app.ctx.pool.query("UPDATE profiles SET producer_stage = 'suspended' WHERE id = $1", [
      producer.profileId,
    ]);
    expect((await read(page)).status).toBe(404);
    await app.ctx.outbox.publish(app.ctx.db, {
      event: 'roomEvents',
      topics: [`member:${producer.profileId}`],
      payload: { profileId: producer.profileId },
    });
    app.ctx.outbox.nudge();
    await expect.poll(() => stream.ended).toBe(true);
  });

  test('event streams are limited for each link at once, and for each address in a minute', async () => {
    const { page } = await createLink();
    const many = await Promise.all(
      Array.from({ length: STREAMS_OF_LINK_MAX + 1 }, () => read(page)),
    );
    expect(many.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: STREAMS_OF_LINK_MAX }, () => 200),
      429,
    ]);
    many.forEach((stream) => stream.close());
    const guesses: number[] = [];
    for (let count = 0; count < STREAM_OPENINGS_PER_MINUTE; count += 1) {
      const url = `/overlays/cam_overlay_${String(count).padStart(43, 'A')}/events`;
      guesses.push((await app.server.inject({ url })).statusCode);
    }
    expect(guesses[0]).toBe(404);
    expect(guesses.at(-1)).toBe(429);
  });
});

describe('a secret link', () => {
  test('a secret link is shown once, is stored as a hash, and is in no line of the log', async () => {
    const { id, page } = await createLink();
    const key = page.split('/').at(-1) ?? '';
    await read(page);
    await app.server.inject({ url: page });
    await app.server.inject({ url: `${page}?lang=en` });
    const [listed] = await producer.call('GET /overlays/links');
    expect(listed).toMatchObject({ id, label: 'OBS', ending: key.slice(-4) });
    await expect
      .poll(async () => (await producer.call('GET /overlays/links'))[0]?.usedAt)
      .toBe(app.clock.now().toISOString());
    expect(JSON.stringify(listed)).not.toContain(key);
    const { rows } = await app.ctx.pool.query(
      "SELECT encode(key_hash, 'escape') || label || ending AS kept FROM overlay_links WHERE id = $1",
      [id],
    );
    expect(rows[0].kept).not.toContain(key);
    expect(app.lines.join('\n')).not.toContain(key);
  });

  test('a producer has a limited number of secret links, which only they revoke', async () => {
    const codes = await Promise.all(
      Array.from({ length: OVERLAY_LINKS_MAX + 2 }, () =>
        refused(producer, 'POST /overlays/links', { body: {} }),
      ),
    );
    expect(codes.filter((code) => code === 'overlay.tooManyLinks')).toHaveLength(2);
    const [link] = await producer.call('GET /overlays/links');
    const other = await joinProducer(app, `outra${made}`);
    expect(
      await refused(other, 'DELETE /overlays/links/{id}', { params: { id: link?.id ?? '' } }),
    ).toBe('overlay.linkNotFound');
  });
});

describe('the page of a browser source', () => {
  test.each([
    ['pt', 'Isto é um teste', 'pt-BR'],
    ['en', 'This is a test', 'en'],
    ['es', 'Esto es una prueba', 'es'],
    ['xx', 'Isto é um teste', 'pt-BR'],
  ])(
    'the page of a browser source in %s needs no session or proof of age, and runs our own files only',
    async (lang, sentence, language) => {
      const { page } = await createLink();
      const { statusCode, body, headers } = await app.server.inject({
        url: `${page}?lang=${lang}`,
      });
      expect(statusCode).toBe(200);
      expect(body).toContain(sentence);
      expect(body).toContain(`<html lang="${language}">`);
      expect(body).not.toMatch(/<script(?![^>]*src=)|style=|onload|https?:/);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(policy).not.toMatch(/unsafe|https?:|\*|nonce/);
    },
  );

  test('the page of a browser source is not found by another key', async () => {
    const { page } = await createLink();
    for (const url of [`${page.slice(0, -1)}_`, '/overlays/x', `${page}x`])
      expect((await app.server.inject({ url })).statusCode).toBe(404);
  });
});

// What every engine of live video does, with WebRTC peers that send and receive real packets.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  publishTo,
  type TestPeer,
  type TestViewer,
  VIEWER_TYPES,
  watchFrom,
} from '../../testing/live/peers.ts';
import { engineSuite, PUBLISHER } from '../../testing/live/engine-suite.ts';
import { ENGINES } from '../../testing/live/engines.ts';
import type { OpenEngine } from '../../testing/live/open-engine.ts';
import type { LiveEngine, LiveEvent, LiveGrant } from './port.ts';

const WITHIN = { timeout: 30_000 };

describe.each(ENGINES)('$name', ({ open }) => {
  let engine: OpenEngine;
  let live: LiveEngine;
  const { events, keep, forget, createRoom, grant } = engineSuite(open, (opened) => {
    engine = opened;
    ({ live } = opened);
  });
  const publish = async (room: string): Promise<TestPeer> => {
    const published = keep(
      await publishTo((sdp) => live.offer(grant(room, 'publisher', PUBLISHER), sdp)),
    );
    await expect.poll(() => live.publisher(room), WITHIN).not.toBeNull();
    return published;
  };
  const watch = async (
    room: string,
    user: string,
    more: Partial<LiveGrant> = {},
  ): Promise<TestViewer> => {
    let peer = '';
    // A connection that is tried again needs another grant, as it does in the product.
    const viewer = keep(
      await watchFrom((sdp) => {
        const permission = grant(room, 'viewer', user, more);
        peer = permission.peer;
        return live.offer(permission, sdp);
      }),
    );
    await expect
      .poll(async () => (await live.viewers(room)).map((known) => known.peer), WITHIN)
      .toContain(peer);
    return viewer;
  };
  const eventsOf = (room: string): string[] =>
    events
      .filter((event) => 'room' in event && event.room === room)
      .map((event) =>
        [event.type, 'user' in event ? event.user : '', 'reason' in event ? event.reason : ''].join(
          ' ',
        ),
      );
  const moreComes = async (viewer: TestViewer, kind: 'audio' | 'video'): Promise<void> => {
    const before = viewer.count(kind);
    await expect.poll(() => viewer.count(kind), WITHIN).toBeGreaterThan(before + 3);
  };
  /** How many come between two proofs, of which the first lets packets under way arrive. */
  const stillComing = async (
    viewer: TestViewer,
    kind: 'audio' | 'video',
    proof: () => Promise<void>,
  ): Promise<number> => {
    await proof();
    const before = viewer.count(kind);
    await proof();
    return viewer.count(kind) - before;
  };

  test('three viewers receive sound and picture in their own payload types, and are counted', async () => {
    const room = await createRoom();
    await publish(room);
    const viewers = [
      await watch(room, 'davi'),
      await watch(room, 'malu'),
      await watch(room, 'rui'),
    ];
    for (const viewer of viewers) {
      await moreComes(viewer, 'video');
      await moreComes(viewer, 'audio');
      for (const { kind, payloadType } of viewer.packets)
        expect(payloadType).toBe(VIEWER_TYPES[kind]);
    }
    expect((await live.viewers(room)).map(({ user }) => user)).toEqual(['davi', 'malu', 'rui']);
    expect(await live.publisher(room)).toMatchObject({ user: PUBLISHER });
    await expect
      .poll(() => eventsOf(room), WITHIN)
      .toEqual([
        `publisher.up ${PUBLISHER} `,
        'viewer.up davi ',
        'viewer.up malu ',
        'viewer.up rui ',
      ]);
    expect(await live.health()).toMatchObject({ state: 'up', problem: null });
  });

  test('media that a publisher offers within the bundle only, as Firefox does, are received', async () => {
    const room = await createRoom();
    keep(
      await publishTo((sdp) => {
        const [session = '', first = '', last = ''] = sdp.split(/(?=^m=)/m);
        const bundled = last.replace(/^(m=\w+) \d+ (.*\r\n)/, '$1 0 $2a=bundle-only\r\n');
        return live.offer(grant(room, 'publisher', PUBLISHER), session + first + bundled);
      }),
    );
    const viewer = await watch(room, 'davi');
    for (const kind of ['video', 'audio'] as const)
      await expect.poll(() => viewer.count(kind), WITHIN).toBeGreaterThan(3);
  });

  test('each viewer proves that media flows', async () => {
    const room = await createRoom();
    await publish(room);
    await watch(room, 'davi');
    await expect
      .poll(async () => (await live.viewers(room))[0]?.silentMs ?? Infinity, WITHIN)
      .toBeLessThan(3_000);
    await expect
      .poll(async () => (await live.publisher(room))?.silentMs ?? Infinity, WITHIN)
      .toBeLessThan(3_000);
  });

  test('a room that is made again takes over its settings and keeps its viewers', async () => {
    const room = await createRoom();
    await publish(room);
    const viewer = await watch(room, 'davi');
    await live.createRoom({
      room,
      publisher: PUBLISHER,
      viewers: ['davi'],
      codec: 'h264',
      maxBitrateKbps: 2_500,
      maxViewers: 20,
    });
    await moreComes(viewer, 'video');
    expect(await live.viewers(room)).toHaveLength(1);
    await expect(watch(room, 'malu')).rejects.toMatchObject({ reason: 'refused' });
  });

  test('a viewer who leaves is gone at once', async () => {
    const room = await createRoom();
    await publish(room);
    const peer = `peer-${randomUUID()}`;
    await watch(room, 'davi', { peer });
    await live.leave(room, peer);
    await live.leave(room, peer);
    await expect.poll(() => live.viewers(room), WITHIN).toEqual([]);
    await expect.poll(() => eventsOf(room), WITHIN).toContain('viewer.down davi left');
  });

  test('muting stops the picture for all while the sound goes on, until it is unmuted', async () => {
    const room = await createRoom();
    await publish(room);
    const viewer = await watch(room, 'davi');
    await moreComes(viewer, 'video');
    await live.mute(room, 'video', true);
    expect(await stillComing(viewer, 'video', () => moreComes(viewer, 'audio'))).toBe(0);
    await live.mute(room, 'video', false);
    await moreComes(viewer, 'video');
  });

  test('a kicked viewer receives nothing more, and the old grant is refused while a later one is not', async () => {
    const room = await createRoom();
    await publish(room);
    const other = await watch(room, 'malu');
    const viewer = await watch(room, 'davi');
    const old = grant(room, 'viewer', 'davi');
    await moreComes(viewer, 'video');
    await live.kick(room, 'davi');
    expect(await stillComing(viewer, 'video', () => moreComes(other, 'video'))).toBe(0);
    expect((await live.viewers(room)).map(({ user }) => user)).toEqual(['malu']);
    await expect(watchFrom((sdp) => live.offer(old, sdp))).rejects.toMatchObject({
      reason: 'refused',
    });
    engine.clock.advance(1_000);
    const again = await watch(room, 'davi');
    await moreComes(again, 'video');
  });

  test('a private room refuses a second viewer and another publisher', async () => {
    const room = await createRoom({ viewers: ['davi'] });
    await publish(room);
    await watch(room, 'davi');
    await expect(watch(room, 'malu')).rejects.toMatchObject({ reason: 'refused' });
    await expect(
      publishTo((sdp) => live.offer(grant(room, 'publisher', 'malu'), sdp)),
    ).rejects.toMatchObject({ reason: 'refused' });
    expect(await live.publisher(room)).toMatchObject({ user: PUBLISHER });
  });

  test('an expired grant, a full room and a room that is not there are refused', async () => {
    const room = await createRoom({ maxViewers: 1 });
    await publish(room);
    const expired = { expiresAt: engine.clock.now() };
    await expect(watch(room, 'davi', expired)).rejects.toMatchObject({ reason: 'refused' });
    await watch(room, 'davi');
    await expect(watch(room, 'malu')).rejects.toMatchObject({ reason: 'full' });
    await expect(watch('room-of-nothing', 'davi')).rejects.toMatchObject({ reason: 'noRoom' });
  });

  test('an offer that is no SDP is refused and harms no room', async () => {
    const room = await createRoom();
    await publish(room);
    for (const role of ['publisher', 'viewer'] as const)
      for (const sdp of ['', 'nonsense', 'v=0\r\n', 'v=0\r\nm=audio 9 X 0\r\na=mid:0\r\n'])
        await expect(live.offer(grant(room, role, PUBLISHER), sdp)).rejects.toMatchObject({
          reason: 'badOffer',
        });
    await moreComes(await watch(room, 'davi'), 'video');
  });

  test('a viewer of the picture only gets no sound', async () => {
    const room = await createRoom();
    await publish(room);
    const [spy, viewer] = [
      await watch(room, 'davi', { media: 'video' }),
      await watch(room, 'malu'),
    ];
    await moreComes(spy, 'video');
    await moreComes(viewer, 'audio');
    expect(spy.count('audio')).toBe(0);
  });

  test('a publisher who connects again resumes the show for the viewers, whose stream has no break', async () => {
    const room = await createRoom();
    const first = await publish(room);
    const viewer = await watch(room, 'davi');
    await moreComes(viewer, 'video');
    await expect.poll(() => eventsOf(room), WITHIN).toHaveLength(2);
    first.vanish();
    forget(first);
    await publish(room);
    await expect
      .poll(() => eventsOf(room).slice(2), WITHIN)
      .toEqual([`publisher.down ${PUBLISHER} replaced`, `publisher.up ${PUBLISHER} `]);
    if (!live.viewersOutlivePublishers) return moreComes(await watch(room, 'malu'), 'video');
    await moreComes(viewer, 'video');
    const sequences = viewer.packets.filter(({ kind }) => kind === 'video').map((p) => p.sequence);
    const jumps = sequences.slice(1).map((next, n) => (next - (sequences[n] ?? 0)) & 0xff_ff);
    expect(Math.max(...jumps)).toBeLessThan(10);
  });

  test('no address of one side reaches the other: the engine is the only candidate', async () => {
    const room = await createRoom();
    const leak = 'a=candidate:9 1 udp 2130706431 203.0.113.77 4444 typ host';
    const withLeak = (sdp: string): string => sdp.replaceAll(/^(a=mid:.*\r\n)/gm, `$1${leak}\r\n`);
    const publisher = keep(
      await publishTo((sdp) => live.offer(grant(room, 'publisher', PUBLISHER), withLeak(sdp))),
    );
    const viewer = keep(
      await watchFrom((sdp) => live.offer(grant(room, 'viewer', 'davi'), withLeak(sdp))),
    );
    await moreComes(viewer, 'video');
    const portsOf = (sdp: string): string[] => [
      ...new Set(
        [...sdp.matchAll(/^a=candidate:.* (\S+ \d+) typ host/gm)].map(([, at = '']) => at),
      ),
    ];
    for (const { answer } of [publisher, viewer]) {
      expect(answer).not.toContain('203.0.113.77');
      expect(portsOf(answer)).toHaveLength(1);
      expect(portsOf(answer)[0]).toMatch(/^127\.0\.0\.1 /);
    }
    const theirs = [...portsOf(publisher.offer), ...portsOf(viewer.offer)].filter((at) =>
      at.startsWith('127.0.0.1'),
    );
    expect(theirs.length).toBeGreaterThan(0);
    for (const at of theirs) {
      expect(publisher.answer).not.toContain(at);
      expect(viewer.answer).not.toContain(at);
    }
  });

  test('a room that ends ends all connections, and ending it again does nothing', async () => {
    const room = await createRoom();
    await publish(room);
    await watch(room, 'davi');
    await live.endRoom(room, 'the show is over');
    await live.endRoom(room, 'once more');
    expect(await live.viewers(room)).toEqual([]);
    expect(await live.publisher(room)).toBeNull();
    await expect(watch(room, 'davi')).rejects.toMatchObject({ reason: 'noRoom' });
    await expect
      .poll(() => eventsOf(room).filter((event) => event.startsWith('room.ended')), WITHIN)
      .toEqual(['room.ended  the show is over']);
    expect(eventsOf(room)).toContain(`publisher.down ${PUBLISHER} ended`);
    expect(eventsOf(room)).toContain('viewer.down davi ended');
  });

  test('an engine that is killed is back, knows rooms and kicks, and all peers connect again', async () => {
    const room = await createRoom();
    await publish(room);
    await watch(room, 'davi');
    const old = grant(room, 'viewer', 'malu');
    await live.kick(room, 'malu');
    const known = events.length;
    await engine.kill();
    await expect
      .poll(() => events.slice(known).map(({ type }) => type), WITHIN)
      .toContain('engine.restarted');
    expect(await live.viewers(room)).toEqual([]);
    await publish(room);
    await moreComes(await watch(room, 'davi'), 'video');
    await expect(watchFrom((sdp) => live.offer(old, sdp))).rejects.toMatchObject({
      reason: 'refused',
    });
  });

  test('a listener that comes back gets what it missed, in order and with the same ids', async () => {
    const room = await createRoom();
    await publish(room);
    await expect.poll(() => eventsOf(room), WITHIN).toHaveLength(1);
    const from = events.findLast((event) => 'room' in event && event.room === room)?.id;
    await watch(room, 'davi');
    await watch(room, 'malu');
    await expect.poll(() => eventsOf(room), WITHIN).toHaveLength(3);
    // Connections of rooms before may end late.
    const seen: LiveEvent[] = [];
    const seenHere = () => seen.filter((event) => 'room' in event && event.room === room);
    for await (const event of live.events({ from })) {
      seen.push(event);
      if (seenHere().length === 2) break;
    }
    const missed = events.slice(events.findIndex(({ id }) => id === from) + 1);
    expect(seen.map(({ id }) => id)).toEqual(missed.slice(0, seen.length).map(({ id }) => id));
    expect(seenHere()).toMatchObject([
      { type: 'viewer.up', user: 'davi' },
      { type: 'viewer.up', user: 'malu' },
    ]);
  });
});

// What the suites of engines of live video share: the engine of a suite, its events, rooms and
// grants, and the peers of a test, which are closed after it.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { LiveEvent, LiveGrant, LiveRole, LiveRoom } from '../../platform/live/port.ts';
import type { OpenEngine } from './open-engine.ts';
import type { TestPeer } from './peers.ts';

/** The publisher of rooms. */
export const PUBLISHER = 'iris';

/** `onOpen` gets the engine before the first test. */
export const engineSuite = (
  open: () => Promise<OpenEngine>,
  onOpen: (engine: OpenEngine) => void,
) => {
  let engine: OpenEngine;
  const events: LiveEvent[] = [];
  const following = new AbortController();
  const peers = new Set<TestPeer>();

  beforeAll(async () => {
    engine = await open();
    onOpen(engine);
    void (async () => {
      for await (const event of engine.live.events({ signal: following.signal }))
        events.push(event);
    })();
  });
  afterEach(async () => {
    for (const peer of peers) await peer.close();
    peers.clear();
  });
  afterAll(async () => {
    following.abort();
    await engine.close();
  });

  return {
    events,
    keep: <Peer extends TestPeer>(peer: Peer): Peer => {
      peers.add(peer);
      return peer;
    },
    /** A peer that has vanished is not closed. */
    forget: (peer: TestPeer): void => void peers.delete(peer),
    createRoom: async (changes: Partial<LiveRoom> = {}): Promise<string> => {
      const room = `room-${randomUUID()}`;
      await engine.live.createRoom({
        room,
        publisher: PUBLISHER,
        viewers: null,
        codec: 'h264',
        maxBitrateKbps: 2_500,
        maxViewers: 20,
        ...changes,
      });
      return room;
    },
    grant: (
      room: string,
      role: LiveRole,
      user: string,
      more: Partial<LiveGrant> = {},
    ): LiveGrant => {
      const issuedAt = engine.clock.now();
      const expiresAt = new Date(issuedAt.getTime() + 60_000);
      return { room, role, user, peer: `peer-${randomUUID()}`, issuedAt, expiresAt, ...more };
    },
  };
};

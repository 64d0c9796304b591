// A live engine without media, whose publishers and viewers do what the test says.
import type { Clock } from '../../platform/clock/port.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { LiveEngine, LiveGrant, LivePeer } from '../../platform/live/port.ts';
import { unavailableLive } from '../../platform/live/unavailable.ts';

/** As the embedded engine: a peer without a sign of life for as long is gone. */
const LOST_MS = 6_000;

type Peer = { peer: string; user: string; since: number; silentSince: number | null };

export type ScriptedEngine = LiveEngine & {
  /** The user sends to the room from now on, as after WHIP; instead of who sent before. */
  send(room: string, user: string): void;
  /** The user receives what is sent in the room from now on, as after WHEP. */
  receive(room: string, user: string): void;
  /** Nothing comes from the user or reaches them from now on; without a word. */
  silence(room: string, user: string): void;
  /** Who was removed from which room, in order. */
  kicked: { room: string; user: string }[];
  /** What connections were asked for, in order. */
  grants: LiveGrant[];
};

/**
 * `off` unless given: the application does not look by itself, so that only the test decides when
 * it does.
 */
export const scriptedEngine = (clock: Clock, state: 'up' | 'off' = 'off'): ScriptedEngine => {
  const publishers = new Map<string, Peer>();
  const viewers = new Map<string, Map<string, Peer>>();
  const kicked: ScriptedEngine['kicked'] = [];
  const grants: ScriptedEngine['grants'] = [];
  const nowMs = (): number => clock.now().getTime();
  const newPeer = (user: string): Peer => ({
    peer: newId(),
    user,
    since: nowMs(),
    silentSince: null,
  });
  const silentMs = ({ silentSince }: Peer): number =>
    silentSince === null ? 0 : nowMs() - silentSince;
  const reported = (peer: Peer): LivePeer[] =>
    silentMs(peer) >= LOST_MS
      ? []
      : [
          {
            peer: peer.peer,
            user: peer.user,
            connectedMs: nowMs() - peer.since,
            silentMs: silentMs(peer),
          },
        ];
  const peersOf = (room: string, user: string): Peer[] => {
    const publisher = publishers.get(room);
    const viewer = viewers.get(room)?.get(user);
    return [...(publisher?.user === user ? [publisher] : []), ...(viewer ? [viewer] : [])];
  };
  return {
    ...unavailableLive('scripted'),
    createRoom: async () => {},
    mute: async () => {},
    offer: async (grant) => {
      grants.push(grant);
      const peer = { ...newPeer(grant.user), peer: grant.peer };
      if (grant.role === 'publisher') publishers.set(grant.room, peer);
      else viewers.set(grant.room, (viewers.get(grant.room) ?? new Map()).set(grant.user, peer));
      return 'v=0';
    },
    publisher: async (room) => {
      const peer = publishers.get(room);
      return (peer && reported(peer)[0]) ?? null;
    },
    viewers: async (room) => [...(viewers.get(room)?.values() ?? [])].flatMap(reported),
    leave: async (room, id) => {
      if (publishers.get(room)?.peer === id) publishers.delete(room);
      for (const [user, { peer }] of viewers.get(room) ?? [])
        if (peer === id) viewers.get(room)?.delete(user);
    },
    kick: async (room, user) => {
      kicked.push({ room, user });
      viewers.get(room)?.delete(user);
      if (publishers.get(room)?.user === user) publishers.delete(room);
    },
    endRoom: async (room) => {
      publishers.delete(room);
      viewers.delete(room);
    },
    health: async () => ({ state, problem: null, rooms: 0, peers: 0, kbpsOut: null }),
    send: (room, user) => void publishers.set(room, newPeer(user)),
    receive: (room, user) =>
      void viewers.set(room, (viewers.get(room) ?? new Map()).set(user, newPeer(user))),
    silence: (room, user) => {
      for (const peer of peersOf(room, user)) peer.silentSince ??= nowMs();
    },
    kicked,
    grants,
  };
};

// The embedded engine: a child process that is started with the first room, supervised, and shared
// by all processes of one home.
import type { Clock } from '../../clock/port.ts';
import { timedGrant } from '../admission.ts';
import { LiveError, type LiveEngine, type LiveEvent, type LiveIceServer } from '../port.ts';
import type { EngineCall, EngineCalls } from './calls.ts';
import { Supervisor, type SupervisorOptions } from './supervisor.ts';

export type EmbeddedLiveOptions = SupervisorOptions & {
  clock: Pick<Clock, 'now'>;
  iceServers: () => LiveIceServer[];
};

/** The engine, and what makes it receive from another engine, whose outputs it then makes. */
export type EmbeddedLive = LiveEngine & {
  /** An offer for the other engine. `peer` is the publisher's there. Throws LiveError. */
  pull(room: string, peer: string): Promise<string>;
  /** Resolves when media can flow. Throws LiveError. */
  pulled(room: string, peer: string, answer: string): Promise<void>;
};

export const embeddedLive = ({
  clock,
  iceServers,
  ...options
}: EmbeddedLiveOptions): EmbeddedLive => {
  const supervisor = new Supervisor(options);

  const ask = async <Call extends EngineCall>(
    call: Call,
    argument: EngineCalls[Call][0],
  ): Promise<EngineCalls[Call][1]> => {
    const reply = await supervisor.ask(call, argument);
    if ('refused' in reply) throw new LiveError(reply.refused, reply.message);
    if ('fault' in reply) throw new Error(`the engine of live video failed: ${reply.fault}`);
    return reply.result as EngineCalls[Call][1];
  };

  async function* events(
    from: string | null,
    signal?: AbortSignal,
  ): AsyncGenerator<LiveEvent, void> {
    for await (const { id, ageMs, happening } of supervisor.follow(from, signal))
      yield { ...happening, id, at: new Date(clock.now().getTime() - ageMs) };
  }

  return {
    viewersOutlivePublishers: true,
    makesOutputs: true,
    createRoom: async (room) => void (await ask('createRoom', room)),
    offer: async (grant, sdp) => ask('offer', { grant: timedGrant(grant, clock.now()), sdp }),
    pull: (room, peer) => ask('pull', { room, peer }),
    pulled: async (room, peer, answer) => void (await ask('pulled', { room, peer, answer })),
    leave: async (room, peer) => void (await ask('leave', { room, peer })),
    kick: async (room, user) =>
      void (await ask('kick', { room, user, atMs: clock.now().getTime() })),
    mute: async (room, track, muted) => void (await ask('mute', { room, track, muted })),
    publisher: (room) => ask('publisher', { room }),
    viewers: (room) => ask('viewers', { room }),
    startOutput: async (room) => void (await ask('startOutput', { room })),
    stopOutput: async (room) => void (await ask('stopOutput', { room })),
    segments: async () => (supervisor.isIdle() ? [] : ask('segments', null)),
    dropSegment: async ({ room, series, number }) =>
      void (await ask('dropSegment', { room, series, number })),
    keyframe: async (room) => {
      const found = await ask('keyframe', { room });
      return found && { ...found, content: Buffer.from(found.content, 'base64') };
    },
    endRoom: async (room, reason) => void (await ask('endRoom', { room, reason })),
    events: ({ from, signal } = {}) => events(from ?? null, signal),
    iceServers,
    async health() {
      const nothing = { rooms: 0, peers: 0, kbpsOut: 0 };
      if (supervisor.isIdle()) return { state: 'idle', problem: null, ...nothing };
      try {
        return { state: 'up', problem: null, ...(await ask('health', null)) };
      } catch (error) {
        const problem = supervisor.problem() ?? (error instanceof Error ? error.message : 'down');
        return { state: 'down', problem, ...nothing };
      }
    },
    close: () => supervisor.close(),
  };
};

// Outputs of rooms on LiveKit whose beginning and end meet: the engine that makes them is the real
// one, and a stand-in answers for LiveKit.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterFile } from '../../../testing/after-file.ts';
import { embeddedOn } from '../../../testing/live/engines.ts';
import { KEY, openLiveKitStandIn } from '../../../testing/live/livekit-stand-in.ts';
import type { EmbeddedLive } from '../embedded/embedded-live.ts';
import type { LiveRoom } from '../port.ts';
import { connectLiveKit } from './livekit-server.ts';
import { LiveKitOutputs } from './outputs.ts';
import type { KitPeer } from './participants.ts';

const ROOM: LiveRoom = {
  room: 'room',
  publisher: 'iris',
  viewers: null,
  codec: 'h264',
  maxBitrateKbps: 2_500,
  maxViewers: 20,
};
const WANTED = { settings: ROOM, kicked: [], muted: [], output: true };

const PUBLISHER: KitPeer = {
  peer: 'publisher',
  user: ROOM.publisher,
  role: 'publisher',
  active: true,
  joinedMs: 0,
  tracks: [{ sid: 'track', kind: 'video', muted: false }],
};

const openEngine = async (): Promise<EmbeddedLive> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-outputs-'));
  const engine = embeddedOn(home);
  afterFile(async () => {
    await engine.endRoom(ROOM.room, 'over');
    await engine.close();
    await rm(home, { recursive: true, force: true });
  });
  return engine;
};

const outputsOf = async (engine: EmbeddedLive): Promise<LiveKitOutputs> => {
  const standIn = await openLiveKitStandIn();
  afterFile(() => standIn.close());
  const server = connectLiveKit({ url: standIn.url, ...KEY });
  return new LiveKitOutputs(server, { engine, home: 'home' }, { warn: () => {} });
};

/** Rejects where the engine does not have the room. */
const isMade = (engine: EmbeddedLive): Promise<string> => engine.pull(ROOM.room, 'publisher');

test('an output that is ended while it begins is made again once it is wanted again', async () => {
  const engine = await openEngine();
  const [begun, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = Object.assign(Object.create(engine) as EmbeddedLive, {
    startOutput: async (room: string) => {
      await engine.startOutput(room);
      begun.resolve();
      await may.promise;
    },
  });
  const outputs = await outputsOf(slow);
  const beginning = outputs.follow(ROOM.room, WANTED, []);
  await begun.promise;
  const ending = outputs.end(ROOM.room);
  // An end that does not wait for the beginning is over by then.
  await Promise.race([ending, sleep(1_000)]);
  may.resolve();
  await Promise.all([beginning, ending]);
  await expect(isMade(engine)).rejects.toMatchObject({ reason: 'noRoom' });

  await outputs.follow(ROOM.room, WANTED, []);
  expect(await isMade(engine)).toContain('v=0');
});

test('an output that another process of the home has ended is made again', async () => {
  const engine = await openEngine();
  const outputs = await outputsOf(engine);
  await outputs.follow(ROOM.room, WANTED, []);
  await engine.endRoom(ROOM.room, 'ended by another process');
  // The first look finds that the room is gone.
  await outputs.follow(ROOM.room, WANTED, [PUBLISHER]);
  await outputs.follow(ROOM.room, WANTED, []);
  expect(await isMade(engine)).toContain('v=0');
});

// The engines of live video that the conformance suite runs on.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeClock } from '../../platform/clock/fake.ts';
import { ADDRESS_FILE, type EngineAddress } from '../../platform/live/embedded/calls.ts';
import {
  type EmbeddedLive,
  embeddedLive,
  type EmbeddedLiveOptions,
} from '../../platform/live/embedded/embedded-live.ts';
import { openLiveKit } from './livekit-server.ts';
import type { OpenEngine } from './open-engine.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** On the loopback with free ports, its state in `home`. */
export const embeddedOn = (
  home: string,
  changes: Partial<EmbeddedLiveOptions> = {},
): EmbeddedLive =>
  embeddedLive({
    home,
    clock: fakeClock(),
    log: silent,
    bindAddress: '127.0.0.1',
    address: '127.0.0.1',
    viewerPort: 0,
    publisherPorts: null,
    iceServers: () => [],
    ...changes,
  });

/** The process of the engine that runs on this home. */
export const engineProcess = async (home: string): Promise<number> => {
  const text = await readFile(join(home, 'live', ADDRESS_FILE), 'utf8');
  return (JSON.parse(text) as EngineAddress).pid;
};

export const openEmbedded = async (): Promise<OpenEngine> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-live-'));
  const clock = fakeClock();
  const live = embeddedOn(home, { clock });
  return {
    live,
    clock,
    kill: async () => void process.kill(await engineProcess(home), 'SIGKILL'),
    close: async () => {
      await live.close();
      await rm(home, { recursive: true, force: true });
    },
  };
};

/** A program that is a LiveKit server; the suite leaves LiveKit out without one. */
const LIVEKIT_SERVER = process.env['LIVEKIT_SERVER_BIN'];

export const ENGINES = [
  { name: 'the embedded engine', open: openEmbedded },
  ...(LIVEKIT_SERVER === undefined
    ? []
    : [{ name: 'LiveKit', open: () => openLiveKit(LIVEKIT_SERVER) }]),
];

// A real LiveKit server on the loopback, for the conformance suite.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeClock } from '../../platform/clock/fake.ts';
import { freePort } from '../../platform/database/free-port.ts';
import { embeddedLive } from '../../platform/live/embedded/embedded-live.ts';
import { LiveKitLive } from '../../platform/live/livekit/livekit-live.ts';
import type { OpenEngine } from './open-engine.ts';

const KEY = { apiKey: 'camarim-test', apiSecret: 'a-secret-of-the-test-0123456789abcdef' };
const START_MS = 15_000;

/** On the loopback only; `stun_servers: []` would be ignored and public servers named instead. */
const configOf = (port: number): string => `port: ${port}
bind_addresses: ["127.0.0.1"]
rtc: {use_external_ip: false, node_ip: 127.0.0.1, udp_port: ${port + 1}, tcp_port: 0, enable_loopback_candidate: true, interfaces: {includes: [lo]}, ips: {includes: [127.0.0.1/32]}, stun_servers: ["stun.example.test:3478"]}
room: {auto_create: false, enable_remote_unmute: true}
turn: {enabled: false}
keys: {${KEY.apiKey}: ${KEY.apiSecret}}
logging: {level: error}
`;

const start = async (program: string, config: string, url: string): Promise<ChildProcess> => {
  const child = spawn(program, ['--config', config], { stdio: 'ignore' });
  for (let waitedMs = 0; waitedMs < START_MS; waitedMs += 50) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return child;
    await sleep(50);
  }
  throw new Error(`${program} did not answer at ${url}`);
};

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

/** A server of its own, with the settings of an application that uses it. */
export const startLiveKit = async (
  program: string,
): Promise<{ settings: Record<string, string>; close(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-livekit-'));
  const config = join(folder, 'livekit.yaml');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(config, configOf(port));
  const server = await start(program, config, url);
  return {
    settings: {
      LIVEKIT_URL: url,
      LIVEKIT_API_KEY: KEY.apiKey,
      LIVEKIT_API_SECRET: KEY.apiSecret,
    },
    close: async () => {
      await kill(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const openLiveKit = async (program: string): Promise<OpenEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-livekit-'));
  const config = join(folder, 'livekit.yaml');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(config, configOf(port));
  let server = await start(program, config, url);
  const clock = fakeClock();
  const engine = embeddedLive({
    home: folder,
    clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    bindAddress: '0.0.0.0',
    address: '0.0.0.0',
    viewerPort: 0,
    publisherPorts: null,
    iceServers: () => [],
  });
  const live = new LiveKitLive({
    url,
    ...KEY,
    clock,
    log: { warn: () => {} },
    iceServers: () => [],
    maker: { engine, home: 'the home of the test' },
  });
  return {
    live,
    clock,
    kill: async () => {
      await kill(server);
      server = await start(program, config, url);
    },
    close: async () => {
      await live.close();
      await kill(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

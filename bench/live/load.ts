// One publisher and many viewers of WebRTC, each side in a process of its own, at an engine that is
// measured: what it forwarded in a time and the processor time that this took.
import { execFileSync } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSecondsOf } from '../cpu.ts';
import type { PeersReply, PeersRequest } from './packet-peers.ts';

/** An engine with one room. */
export type MeasuredEngine = {
  /** Its process, of which the processor time is counted. */
  pid: number;
  publish(peers: PacketPeers): Promise<void>;
  watch(peers: PacketPeers, peer: string): Promise<void>;
  /** Ends the room. */
  close(): Promise<void>;
};

export type PacketPeers = {
  pid: number;
  /** The offer of a new connection, or its answer to an offer. */
  describe(peer: string, role: 'publisher' | 'viewer', offer?: string): Promise<string>;
  accept(peer: string, answer: string): Promise<void>;
  count(): Promise<{ connected: number; bytes: number }>;
  send(): Promise<void>;
  close(): Promise<void>;
};

export type ForwardingCost = {
  /** Megabits of RTP that viewers received, and part of those that were sent to them. */
  megabits: number;
  delivered: number;
  /** CPU of the engine and of the two processes of the load, as parts of one core. */
  engineCores: number;
  viewerCores: number;
  publisherCores: number;
  /** The engine's, for each Mbit that viewers received. */
  msPerMegabit: number;
};

const WARM_UP_MS = 2_000;
const CONNECT_WITHIN_MS = 20_000;
const POLL_MS = 50;
/** The packets of packet-peers.ts: video 20 x 8 x 1,172, audio 50 x 92 bytes. */
const BITS_PER_SECOND = (20 * 8 * 1_172 + 50 * 92) * 8;

const startPeers = (): PacketPeers => {
  const child = fork(join(import.meta.dirname, 'packet-peers.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let asked = 0;
  const waiting = new Map<number, (reply: PeersReply) => void>();
  child.on('message', (reply: PeersReply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  const ask = async (request: PeersRequest): Promise<PeersReply> => {
    const id = (asked += 1);
    const replied = new Promise<PeersReply>((resolve) => waiting.set(id, resolve));
    child.send({ id, ...request });
    return replied;
  };
  return {
    pid: child.pid ?? 0,
    describe: async (peer, role, offer) =>
      (await ask({ act: 'describe', peer, role, ...(offer === undefined ? {} : { offer }) })).sdp ??
      '',
    accept: async (peer, answer) => void (await ask({ act: 'accept', peer, answer })),
    count: async () => {
      const { connected = 0, bytes = 0 } = await ask({ act: 'count' });
      return { connected, bytes };
    },
    send: async () => void (await ask({ act: 'send' })),
    close: async () => {
      await ask({ act: 'close' });
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};

const connected = async (peers: PacketPeers, count: number): Promise<void> => {
  const deadline = performance.now() + CONNECT_WITHIN_MS;
  while ((await peers.count()).connected < count) {
    if (performance.now() > deadline) throw new Error(`fewer than ${count} are connected`);
    await sleep(POLL_MS);
  }
};

/** Keeps a process and all its threads on one core (util-linux). */
export const pin = (pid: number, core: number): void =>
  void execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });

/**
 * Connects everyone, and counts for some seconds after all receive. With `apart` the engine has the
 * first core for itself, and both processes of the load have the second.
 */
export const measureForwarding = async (
  openEngine: () => Promise<MeasuredEngine>,
  { viewers, seconds, apart = false }: { viewers: number; seconds: number; apart?: boolean },
): Promise<ForwardingCost> => {
  const engine = await openEngine();
  const [publisher, watchers] = [startPeers(), startPeers()];
  try {
    if (apart) {
      pin(engine.pid, 0);
      for (const { pid } of [publisher, watchers]) pin(pid, 1);
    }
    await engine.publish(publisher);
    await connected(publisher, 1);
    await publisher.send();
    for (let viewer = 0; viewer < viewers; viewer += 1)
      await engine.watch(watchers, `viewer${viewer}`);
    await connected(watchers, viewers);
    await sleep(WARM_UP_MS);
    const pids = [engine.pid, watchers.pid, publisher.pid];
    const used = () => Promise.all(pids.map(cpuSecondsOf));
    const [startMs, cpuBefore, before] = [performance.now(), await used(), await watchers.count()];
    await sleep(seconds * 1_000);
    const [after, cpuAfter, endMs] = [await watchers.count(), await used(), performance.now()];
    const lasted = (endMs - startMs) / 1_000;
    const [engineSeconds = 0, viewerSeconds = 0, publisherSeconds = 0] = cpuAfter.map(
      (total, index) => total - (cpuBefore[index] ?? 0),
    );
    const megabits = ((after.bytes - before.bytes) * 8) / 1e6;
    return {
      megabits,
      delivered: (megabits * 1e6) / (BITS_PER_SECOND * lasted * viewers),
      engineCores: engineSeconds / lasted,
      viewerCores: viewerSeconds / lasted,
      publisherCores: publisherSeconds / lasted,
      msPerMegabit: (engineSeconds * 1_000) / megabits,
    };
  } finally {
    await Promise.all([watchers.close(), publisher.close()]);
    await engine.close();
  }
};

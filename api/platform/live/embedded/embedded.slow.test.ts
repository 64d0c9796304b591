// The embedded engine: its process, what it survives, and peers that fall silent.
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { embeddedOn, engineProcess } from '../../../testing/live/engines.ts';
import { publishTo, type TestPeer, watchFrom } from '../../../testing/live/peers.ts';
import { fakeClock } from '../../clock/fake.ts';
import type { LiveEngine, LiveEvent, LiveGrant, LiveRole, LiveRoom } from '../port.ts';
import { ADDRESS_FILE, type EngineAddress } from './calls.ts';
import { findEngine } from './engine-process.ts';
import { hasNativeEngine } from './native.ts';

const WITHIN = { timeout: 30_000 };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const newHome = async (): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-live-'));
  closers.push(() => rm(home, { recursive: true, force: true }));
  return home;
};
const openOn = (...args: Parameters<typeof embeddedOn>): LiveEngine => {
  const live = embeddedOn(...args);
  closers.push(() => live.close());
  return live;
};
const ROOM: LiveRoom = {
  room: 'room',
  publisher: 'iris',
  viewers: null,
  codec: 'h264',
  maxBitrateKbps: 2_500,
  maxViewers: 20,
};
const grant = (role: LiveRole, user: string, room = 'room'): LiveGrant => {
  const issuedAt = fakeClock().now();
  const expiresAt = new Date(issuedAt.getTime() + 60_000);
  return { room, role, user, peer: `peer-${randomUUID()}`, issuedAt, expiresAt };
};
const kept = <Peer extends TestPeer>(peer: Peer): Peer => {
  closers.push(() => peer.close());
  return peer;
};
const publish = async (live: LiveEngine, room?: string) =>
  kept(await publishTo((sdp) => live.offer(grant('publisher', 'iris', room), sdp)));
const watch = async (live: LiveEngine, user: string, room?: string) =>
  kept(await watchFrom((sdp) => live.offer(grant('viewer', user, room), sdp)));
/** A UDP socket on a port that the system chose. */
const bindUdp = async () => {
  const socket = createSocket('udp4');
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  const free = async (): Promise<number> => {
    const { port } = socket.address();
    socket.close();
    await once(socket, 'close');
    return port;
  };
  return { port: socket.address().port, free };
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('the engine starts with the first room, and ends with the application when no one is connected', async () => {
  const home = await newHome();
  const live = openOn(home);
  expect(await live.health()).toMatchObject({ state: 'idle' });
  await live.createRoom(ROOM);
  const pid = await engineProcess(home);
  expect(process.kill(pid, 0)).toBe(true);
  await live.close();
  await expect.poll(() => isAlive(pid), WITHIN).toBe(false);
});

test('a show goes on while the application is restarted, and the next process takes the engine over', async () => {
  const home = await newHome();
  const before = openOn(home);
  await before.createRoom(ROOM);
  await publish(before);
  const viewer = await watch(before, 'davi');
  await expect.poll(() => viewer.count('video'), WITHIN).toBeGreaterThan(3);
  const pid = await engineProcess(home);
  await before.close();
  const seen = viewer.count('video');
  await expect.poll(() => viewer.count('video'), WITHIN).toBeGreaterThan(seen + 10);

  const after = openOn(home);
  expect(await after.viewers('room')).toMatchObject([{ user: 'davi' }]);
  expect(await engineProcess(home)).toBe(pid);
  await after.endRoom('room', 'over');
});

test('two processes of one home share one engine', async () => {
  const home = await newHome();
  const [one, other] = [openOn(home), openOn(home)];
  await one.createRoom(ROOM);
  const pid = await engineProcess(home);
  await publish(one);
  expect(await other.publisher('room')).toMatchObject({ user: 'iris' });
  expect(await engineProcess(home)).toBe(pid);
  await one.endRoom('room', 'over');
});

test('two processes that start the engine at the same moment share one, also after it was killed', async () => {
  const home = await newHome();
  const applications = [openOn(home), openOn(home)];
  /** How long both had to wait. */
  const startBoth = async () => {
    const sinceMs = performance.now();
    await Promise.all(applications.map((one) => one.createRoom(ROOM)));
    const waitedMs = performance.now() - sinceMs;
    const user = `davi-${randomUUID()}`;
    const [one, other] = applications;
    if (!one || !other) throw new Error('there are two');
    await watch(one, user);
    await expect.poll(() => other.viewers('room'), { timeout: 5_000 }).toMatchObject([{ user }]);
    return waitedMs;
  };
  expect(await startBoth()).toBeLessThan(15_000);
  for (let round = 0; round < 2; round += 1) {
    process.kill(await engineProcess(home), 'SIGKILL');
    expect(await startBoth()).toBeLessThan(15_000);
  }
});

test('an engine that answers late on a busy machine keeps its shows', async () => {
  const home = await newHome();
  await openOn(home).createRoom(ROOM);
  const pid = await engineProcess(home);
  process.kill(pid, 'SIGSTOP');
  const search = findEngine(join(home, 'live'));
  // Longer than one question waits for its answer.
  setTimeout(() => process.kill(pid, 'SIGCONT'), 2_500);
  expect(await search).toMatchObject({ pid });
});

test('an engine that hangs is ended, so that another can take its port', async () => {
  const home = await newHome();
  await openOn(home).createRoom(ROOM);
  const pid = await engineProcess(home);
  process.kill(pid, 'SIGSTOP');
  expect(await findEngine(join(home, 'live'), 0)).toBeNull();
  expect(isAlive(pid)).toBe(false);
});

test('an engine that was started with other settings is replaced', async () => {
  const home = await newHome();
  const before = openOn(home);
  await before.createRoom(ROOM);
  const pid = await engineProcess(home);
  const after = openOn(home, { address: '127.0.0.2' });
  expect(await after.viewers('room')).toEqual([]);
  expect(await engineProcess(home)).not.toBe(pid);
  expect(isAlive(pid)).toBe(false);
});

test('a UDP port that is taken is named, and live video comes when it is free', async () => {
  const { port, free } = await bindUdp();
  const live = openOn(await newHome(), { viewerPort: port });
  await expect(live.createRoom(ROOM)).rejects.toMatchObject({
    reason: 'unavailable',
    message: expect.stringContaining(`UDP port ${port}`),
  });
  expect(await live.health()).toMatchObject({ state: 'down', rooms: 0 });
  await free();
  await expect
    .poll(
      () =>
        live.createRoom(ROOM).then(
          () => 'made',
          () => 'refused',
        ),
      WITHIN,
    )
    .toBe('made');
  expect(await live.health()).toMatchObject({ state: 'up', problem: null, rooms: 1 });
});

test('another program can’t take the port of the viewers while no one watches', async () => {
  const home = await newHome();
  const { port: viewerPort, free } = await bindUdp();
  await free();
  const live = openOn(home, { viewerPort });
  await live.createRoom(ROOM);
  const pid = await engineProcess(home);
  await publish(live);
  const first = await watch(live, 'davi');
  await expect.poll(() => first.count('video'), WITHIN).toBeGreaterThan(3);
  await live.kick('room', 'davi');
  // libdatachannel gives its port back some time after the last connection was closed.
  for (let tried = 0; tried < 20; tried += 1) {
    const other = createSocket('udp4');
    closers.push(async () => other.close());
    const bound = once(other.bind(viewerPort, '127.0.0.1'), 'listening');
    if (
      await bound.then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  const second = await watch(live, 'malu');
  await expect.poll(() => second.count('video'), WITHIN).toBeGreaterThan(3);
  expect(await engineProcess(home)).toBe(pid);
});

test('publishers beyond the range of ports are refused until one leaves', async () => {
  const port = await (await bindUdp()).free();
  const live = openOn(await newHome(), { publisherPorts: [port, port] });
  await live.createRoom(ROOM);
  await live.createRoom({ ...ROOM, room: 'other' });
  await publish(live);
  await expect(publish(live, 'other')).rejects.toMatchObject({ reason: 'full' });
  await live.endRoom('room', 'over');
  await expect.poll(() => publish(live, 'other').catch(() => null), WITHIN).not.toBeNull();
});

test('a viewer whose checks have the tie-breaker 0 gets the media by a port of their own, one of few', async () => {
  const port = await (await bindUdp()).free();
  const live = openOn(await newHome(), { publisherPorts: [port, port + 2] });
  await live.createRoom(ROOM);
  await publish(live);
  const overTcp = (user: string) => ({ ...grant('viewer', user), overTcp: true });
  let first = overTcp('davi');
  // A connection that is tried again needs another grant, and the port of the one before.
  const signal = async (sdp: string): Promise<string> => {
    await live.leave('room', first.peer);
    first = overTcp('davi');
    return live.offer(first, sdp);
  };
  const viewer = kept(await watchFrom(signal, 0n));
  await expect.poll(() => viewer.count('video'), WITHIN).toBeGreaterThan(3);
  expect(viewer.answer).toMatch(new RegExp(` ${port + 1} typ host`));
  const { offer } = viewer;
  const second = overTcp('davi');
  await expect(live.offer(second, offer)).resolves.toContain(` ${port + 1} typ host`);
  await expect(live.offer(overTcp('malu'), offer)).rejects.toMatchObject({ reason: 'full' });
  await live.leave('room', second.peer);
  await expect(live.offer(overTcp('malu'), offer)).resolves.toContain(` ${port + 1} typ host`);
});

test('peers that vanish without a word are lost within seconds', async () => {
  const live = openOn(await newHome());
  const events: LiveEvent[] = [];
  const following = new AbortController();
  closers.push(async () => following.abort());
  void (async () => {
    for await (const event of live.events({ signal: following.signal })) events.push(event);
  })();
  await live.createRoom(ROOM);
  await live.createRoom({ ...ROOM, room: 'other' });
  const publishers = { room: await publish(live), other: await publish(live, 'other') };
  const [viewer, witness] = [await watch(live, 'davi'), await watch(live, 'malu', 'other')];
  for (const one of [viewer, witness])
    await expect.poll(() => one.count('video'), WITHIN).toBeGreaterThan(3);
  viewer.vanish();
  publishers.other.vanish();
  for (const lost of [
    { type: 'viewer.down', room: 'room', user: 'davi', reason: 'lost' },
    { type: 'publisher.down', room: 'other', user: 'iris', reason: 'lost' },
  ])
    await expect.poll(() => events, WITHIN).toContainEqual(expect.objectContaining(lost));
  expect(await live.viewers('room')).toEqual([]);
  expect(await live.publisher('room')).not.toBeNull();
  // A viewer who reports nothing because nothing comes is not lost.
  expect(await live.viewers('other')).toMatchObject([{ user: 'malu' }]);
});

test('the engine sends nothing to the addresses that an offer names', async () => {
  const stranger = createSocket('udp4');
  await once(stranger.bind(0, '127.0.0.1'), 'listening');
  closers.push(async () => stranger.close());
  let received = 0;
  stranger.on('message', () => (received += 1));
  const candidate = `a=candidate:9 1 udp 2130706431 127.0.0.1 ${stranger.address().port} typ host`;
  const naming = (sdp: string): string =>
    sdp
      .replaceAll(/^a=candidate.*\r\n/gm, '')
      .replaceAll(/^(a=mid:.*\r\n)/gm, `$1${candidate}\r\n`);
  const live = openOn(await newHome());
  await live.createRoom(ROOM);
  kept(await publishTo((sdp) => live.offer(grant('publisher', 'iris'), naming(sdp))));
  const viewer = kept(await watchFrom((sdp) => live.offer(grant('viewer', 'davi'), naming(sdp))));
  await expect.poll(() => viewer.count('video'), WITHIN).toBeGreaterThan(20);
  expect(received).toBe(0);
});

test('an offer that the libraries of WebRTC refuse is a bad offer, and the show goes on', async () => {
  const home = await newHome();
  const live = openOn(home);
  await live.createRoom(ROOM);
  await publish(live);
  const viewer = await watch(live, 'davi');
  const pid = await engineProcess(home);
  const damaged = (sdp: string): string[] => [
    sdp.replaceAll(/^a=ice-(?:ufrag|pwd):.*\r\n/gm, ''),
    sdp.replaceAll(/^a=fingerprint:.*\r\n/gm, 'a=fingerprint:sha-256 00\r\n'),
    sdp.replaceAll(/^a=rtpmap:(\d+) .*\r\n/gm, '$&a=rtpmap:x\r\n'),
  ];
  for (const sdp of damaged(viewer.offer))
    await expect(live.offer(grant('viewer', 'malu'), sdp)).rejects.toMatchObject({
      reason: 'badOffer',
    });
  const publisher = await publish(live);
  await expect(
    live.offer(grant('publisher', 'iris'), damaged(publisher.offer)[0] ?? ''),
  ).rejects.toMatchObject({ reason: 'badOffer' });
  const seen = viewer.count('video');
  await expect.poll(() => viewer.count('video'), WITHIN).toBeGreaterThan(seen + 10);
  expect(await engineProcess(home)).toBe(pid);
});

test('the engine takes no call without its token, which its user alone can read', async () => {
  const home = await newHome();
  await openOn(home).createRoom(ROOM);
  const file = join(home, 'live', ADDRESS_FILE);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { port, token } = JSON.parse(await readFile(file, 'utf8')) as EngineAddress;
  const ask = async (authorization?: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/health`, {
      method: 'POST',
      headers: authorization === undefined ? {} : { authorization },
      body: 'null',
    });
    return response.status;
  };
  expect(await ask()).toBe(401);
  expect(await ask(`Bearer ${'0'.repeat(token.length)}`)).toBe(401);
  expect(await ask(`Bearer ${token}`)).toBe(200);
});

test('answers of the engine name the announced address only, with the ports of the settings', async () => {
  const [viewerPort, publisherPort] = [
    await (await bindUdp()).free(),
    await (await bindUdp()).free(),
  ];
  const live = openOn(await newHome(), {
    bindAddress: '0.0.0.0',
    address: '127.0.0.1',
    viewerPort,
    publisherPorts: [publisherPort, publisherPort],
  });
  await live.createRoom(ROOM);
  const [publisher, viewer] = [await publish(live), await watch(live, 'davi')];
  await expect.poll(() => viewer.count('video'), WITHIN).toBeGreaterThan(3);
  const candidatesOf = (sdp: string): string[] => [
    ...new Set(
      [...sdp.matchAll(/^a=candidate:\S+ \d (?:UDP|udp) \d+ (\S+ \d+) /gm)].map(
        ([, at = '']) => at,
      ),
    ),
  ];
  expect(candidatesOf(publisher.answer)).toEqual([`127.0.0.1 ${publisherPort}`]);
  expect(candidatesOf(viewer.answer)).toEqual([`127.0.0.1 ${viewerPort}`]);
});

test('a machine for which there is no native program has no embedded engine', () => {
  expect(hasNativeEngine()).toBe(true);
  expect(hasNativeEngine('freebsd-riscv64')).toBe(false);
});

// Debian's Janus with its plugin of video rooms: another engine for the same packets.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../api/platform/database/free-port.ts';
import type { MeasuredEngine } from './load.ts';

const LIBRARIES = '/usr/lib/x86_64-linux-gnu/janus';
const START_WITHIN_MS = 10_000;
const REPLY_WITHIN_MS = 10_000;

/** What is not named here is as Janus has it without a setting. */
const configurationOf = (folder: string): string => `
general: {
  configs_folder = "${folder}"
  plugins_folder = "${folder}/plugins"
  transports_folder = "${folder}/transports"
  events_folder = "${folder}/none"
  loggers_folder = "${folder}/none"
  debug_level = 2
  log_to_stdout = true
}
`;

type Jsep = { type: 'offer' | 'answer'; sdp: string };
type Body = Record<string, unknown>;
type Message = {
  janus: string;
  transaction?: string;
  data?: { id: number };
  plugindata?: { data: { id?: number; room?: number; error?: string } };
  jsep?: Jsep;
  error?: { reason: string };
};

/** One session of its WebSocket API. */
const openSession = async (port: number) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, 'janus-protocol');
  await Promise.race([
    once(socket, 'open'),
    once(socket, 'error').then(() => Promise.reject(new Error('Janus does not answer'))),
  ]);
  let sent = 0;
  const waiting = new Map<string, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    // What takes longer is acknowledged first.
    if (message.transaction === undefined || message.janus === 'ack') return;
    waiting.get(message.transaction)?.(message);
    waiting.delete(message.transaction);
  });
  const ask = async (request: Body): Promise<Message> => {
    const transaction = String((sent += 1));
    const replied = new Promise<Message>((resolve) => waiting.set(transaction, resolve));
    socket.send(JSON.stringify({ ...request, transaction }));
    const late = sleep(REPLY_WITHIN_MS, null, { ref: false });
    const reply = await Promise.race([replied, late]);
    const problem =
      reply === null ? 'no answer' : (reply.error?.reason ?? reply.plugindata?.data.error);
    if (reply === null || problem !== undefined)
      throw new Error(`Janus, ${JSON.stringify(request).slice(0, 100)}: ${problem}`);
    return reply;
  };
  const session = { session_id: (await ask({ janus: 'create' })).data?.id };
  const attach = async () => {
    const plugin = 'janus.plugin.videoroom';
    const handle = (await ask({ ...session, janus: 'attach', plugin })).data?.id;
    return (body: Body, jsep?: Jsep): Promise<Message> =>
      ask({ ...session, janus: 'message', handle_id: handle, body, ...(jsep ? { jsep } : {}) });
  };
  // Janus ends a session that says nothing for 60 seconds.
  const alive = setInterval(
    () => void ask({ ...session, janus: 'keepalive' }).catch(() => {}),
    20_000,
  );
  return {
    attach,
    close: async () => {
      clearInterval(alive);
      await ask({ ...session, janus: 'destroy' });
      socket.close();
    },
  };
};

/** With a room of its own. */
const openRoom = async (port: number, pid: number): Promise<MeasuredEngine> => {
  const { attach, close } = await openSession(port);
  const publisher = await attach();
  const created = await publisher({
    request: 'create',
    publishers: 1,
    bitrate: 2_500_000,
    audiocodec: 'opus',
    videocodec: 'h264',
    h264_profile: '42e01f',
  });
  const room = created.plugindata?.data.room;
  let feed: number | undefined;
  return {
    pid,
    async publish(peers) {
      const sdp = await peers.describe('publisher', 'publisher');
      const joined = await publisher({ request: 'join', ptype: 'publisher', room });
      feed = joined.plugindata?.data.id;
      const { jsep } = await publisher({ request: 'publish' }, { type: 'offer', sdp });
      await peers.accept('publisher', jsep?.sdp ?? '');
    },
    async watch(peers, peer) {
      const viewer = await attach();
      const streams = [{ feed }];
      const { jsep } = await viewer({ request: 'join', ptype: 'subscriber', room, streams });
      const sdp = await peers.describe(peer, 'viewer', jsep?.sdp ?? '');
      await viewer({ request: 'start' }, { type: 'answer', sdp });
    },
    close: async () => {
      await publisher({ request: 'destroy', room });
      await close();
    },
  };
};

/** The parts that are loaded: others would listen on ports of the machine. */
const linkParts = async (folder: string): Promise<void> => {
  for (const [kind, name] of [
    ['plugins', 'libjanus_videoroom.so'],
    ['transports', 'libjanus_websockets.so'],
  ] as const) {
    await mkdir(join(folder, kind), { recursive: true });
    await symlink(join(LIBRARIES, kind, name), join(folder, kind, name));
  }
};

const started = async (janus: ChildProcess, port: number): Promise<boolean> => {
  const deadline = performance.now() + START_WITHIN_MS;
  while (janus.exitCode === null && janus.pid !== undefined && performance.now() < deadline) {
    const session = await openSession(port).catch(() => null);
    if (session) {
      await session.close();
      return true;
    }
    await sleep(100);
  }
  return false;
};

export type Janus = { openRoom(): Promise<MeasuredEngine>; close(): Promise<void> };

/** Null where Debian's package `janus` is not installed. `folder` is empty. */
export const startJanus = async (folder: string): Promise<Janus | null> => {
  if (!(await readdir(LIBRARIES).catch(() => null))) return null;
  const port = await freePort();
  await linkParts(folder);
  await writeFile(join(folder, 'janus.jcfg'), configurationOf(folder));
  await writeFile(
    join(folder, 'janus.transport.websockets.jcfg'),
    `general: { json = "plain" ws = true ws_port = ${port} ws_ip = "127.0.0.1" }`,
  );
  const janus = spawn('janus', ['-F', folder, '-C', join(folder, 'janus.jcfg')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  janus.on('error', () => {});
  const close = async (): Promise<void> => {
    janus.kill('SIGTERM');
    if (janus.exitCode === null && janus.signalCode === null && janus.pid !== undefined)
      await once(janus, 'exit');
  };
  if (await started(janus, port)) return { openRoom: () => openRoom(port, janus.pid ?? 0), close };
  await close();
  throw new Error('Janus did not start');
};

// The process of the embedded engine: WebRTC from browsers, calls from the application on the
// loopback. It decodes in native code what strangers send, where a fault would end the whole
// process: so it is a process of its own, without the application's environment.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createEventLog } from '../event-log.ts';
import { LiveError } from '../port.ts';
import {
  ADDRESS_FILE,
  type EngineAddress,
  type EngineOptions,
  type EngineReply,
  OTHER_ENGINE_EXIT_CODE,
} from './calls.ts';
import { createEngine, type Handlers } from './engine.ts';
import { holdViewerPort } from './viewer-port.ts';

/**
 * Without a process of the application the shows go on for so long: enough for its restart.
 */
const ORPHAN_MS = 60_000;

/** A line that says why it does not start, and the end. */
const giveUp = (message: string, exitCode = 1): never => {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
};

let folderLock: DatabaseSync | null = null;

/**
 * Holds the folder until this process ends; false when another process holds it. The lock is that
 * of a SQLite file, because Node has no other one that the system takes back when its process ends,
 * in whatever way.
 */
const holdFolder = (folder: string): boolean => {
  folderLock ??= new DatabaseSync(join(folder, 'engine.lock'));
  try {
    folderLock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch {
    return false;
  }
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const answer = async (handlers: Handlers, call: string, body: string): Promise<EngineReply> => {
  try {
    if (!Object.hasOwn(handlers, call)) return { fault: `no such call: ${call}` };
    const handler = handlers[call as keyof Handlers] as (argument: unknown) => unknown;
    return { result: await handler(JSON.parse(body)) };
  } catch (error) {
    return error instanceof LiveError
      ? { refused: error.reason, message: error.message }
      : { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

const run = async (options: EngineOptions): Promise<void> => {
  const { viewerPort: wanted, bindAddress, folder } = options;
  if (!holdFolder(folder)) giveUp(`another engine runs on ${folder}`, OTHER_ENGINE_EXIT_CODE);
  const held = await holdViewerPort(wanted, bindAddress).catch((error: unknown) =>
    giveUp(`LIVE_UDP_PORT: UDP port ${wanted} of ${bindAddress} can't be bound: ${String(error)}`),
  );
  const events = createEventLog();
  const engine = createEngine({ ...options, viewerPort: held.port }, events);
  const token = randomBytes(32).toString('hex');
  const expected = Buffer.from(`Bearer ${token}`);
  const isOurs = ({ headers: { authorization = '' } }: IncomingMessage): boolean =>
    authorization.length === expected.length &&
    timingSafeEqual(Buffer.from(authorization), expected);
  let followers = 0;
  let aloneSinceMs = performance.now();
  const end = (): never => {
    engine.close();
    held.release();
    process.exit(0);
  };
  let released = false;
  const endIfReleased = (): void => {
    if (released && followers === 0 && engine.peerCount() === 0) end();
  };

  const follow = (request: IncomingMessage, response: ServerResponse, from: string | null) => {
    followers += 1;
    released = false;
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.flushHeaders();
    const stop = events.follow(from, (event) => response.write(`${JSON.stringify(event)}\n`));
    request.socket.once('close', () => {
      stop();
      followers -= 1;
      aloneSinceMs = performance.now();
      endIfReleased();
    });
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://engine');
    if (!isOurs(request)) return void response.writeHead(401).end();
    const call = pathname.slice(1);
    if (call === 'events') return follow(request, response, searchParams.get('from'));
    if (call === 'release') {
      released = true;
      response.once('close', endIfReleased);
      return void response.end(JSON.stringify({ result: null }));
    }
    return void readBody(request)
      .then((body) => answer(engine.handlers, call, body))
      .then((reply) => response.end(JSON.stringify(reply)));
  });
  // A connection that the server closes for its age fails a call that is sent on it at that moment.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const own: EngineAddress = { pid: process.pid, port, token, fingerprint: options.fingerprint };
  const file = join(folder, ADDRESS_FILE);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(own), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
  // Otherwise written at an orderly end only; the engine that follows a killed one needs it most.
  flushCompileCache();
  setInterval(() => {
    endIfReleased();
    if (followers === 0 && performance.now() - aloneSinceMs > ORPHAN_MS) end();
  }, 1_000);
  process.once('SIGTERM', end);
};

// Ctrl-C in a terminal is for the application.
process.on('SIGINT', () => {});
await run(JSON.parse(process.argv[2] ?? '{}') as EngineOptions);

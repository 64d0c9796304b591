// Replies under overload, during a database outage, and while a process is being replaced.
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { stallingProxy } from '../../testing/stalling-proxy.ts';
import { readConfig } from '../config/config.ts';
import { connectDatabase } from '../database/database.ts';
import { createLogger } from '../log/log.ts';
import { mountHealth } from './health.ts';
import { ALWAYS_ADMITTED, COUNTED } from './overload.ts';
import { createReadiness, type ReadinessParts } from './readiness.ts';
import { createServer } from './server.ts';

const IN_FLIGHT_MAX = 10;
const ROOM = async (): Promise<number> => 1e12;

/** Generous, for a busy machine. */
const eventually = <T>(read: () => T) => expect.poll(read);

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const setUp = async (
  declare: (app: FastifyInstance) => void,
  isDraining?: () => boolean,
  settings: Record<string, string> = {},
) => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'warn',
    format: 'json',
    write: (line) => void lines.push(line),
  });
  const app = await createServer(
    readConfig({ CAMARIM_ENV: 'test', MAX_IN_FLIGHT: String(IN_FLIGHT_MAX), ...settings }),
    log,
    isDraining,
  );
  declare(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  ends.push(() => app.close());
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { app, lines, ask: (path: string) => fetch(`${origin}${path}`), origin };
};

/** A route that answers when the test releases it. */
const gate = () => {
  const open = Promise.withResolvers<void>();
  let waiting = 0;
  return {
    open: () => open.resolve(),
    waiting: () => waiting,
    handler: async () => ((waiting += 1), await open.promise, { done: true }),
  };
};

test('calls above the limit get 503 and Retry-After at once, while probes and notifications are answered', async () => {
  const { handler, open, waiting } = gate();
  const { ask, lines } = await setUp((app) => {
    app.get('/call', { config: COUNTED }, handler);
    app.get('/notification', { config: ALWAYS_ADMITTED }, async () => 'taken');
    app.get('/file', async () => 'bytes');
  });
  const admitted = Array.from({ length: IN_FLIGHT_MAX }, () => ask('/call'));
  await eventually(waiting).toBe(IN_FLIGHT_MAX);
  const refused = await Promise.all([ask('/call'), ask('/call')]);
  for (const reply of refused) {
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await reply.json()).toMatchObject({ success: false, code: 'server.unavailable' });
  }
  expect((await ask('/notification')).status).toBe(200);
  expect((await ask('/file')).status).toBe(200);
  open();
  expect((await Promise.all(admitted)).map(({ status }) => status)).toEqual(
    Array(IN_FLIGHT_MAX).fill(200),
  );
  expect((await ask('/call')).status).toBe(200);
  expect(lines.filter((line) => line.includes('overloaded'))).toHaveLength(1);
});

test('callers who disconnect free their slot', async () => {
  const { handler, open, waiting } = gate();
  const { app, ask, origin } = await setUp(
    (server) => void server.get('/call', { config: COUNTED }, handler),
  );
  const leaving = Array.from({ length: IN_FLIGHT_MAX }, () =>
    http.get(`${origin}/call`).on('error', () => undefined),
  );
  await eventually(waiting).toBe(IN_FLIGHT_MAX);
  expect((await ask('/call')).status).toBe(503);
  for (const request of leaving) request.destroy();
  const inside = app.inject('/call');
  open();
  expect((await inside).statusCode).toBe(200);
  await eventually(async () => (await ask('/call')).status).toBe(200);
});

/** Sends the first line and the host of a request by a connection that reads nothing yet. */
const connect = (app: FastifyInstance, head: string): net.Socket => {
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  ends.push(async () => socket.destroy());
  socket.write(`${head} HTTP/1.1\r\nhost: test\r\n`);
  return socket;
};

test('callers take a slot only when their body has arrived', async () => {
  const { handler, open, waiting } = gate();
  let begun = 0;
  const { app, ask } = await setUp((server) => {
    server.post('/call', { config: COUNTED, onRequest: async () => void (begun += 1) }, handler);
    server.get('/call', { config: COUNTED }, async () => 'answered');
  });
  const slow = Array.from({ length: IN_FLIGHT_MAX + 2 }, () => connect(app, 'POST /call'));
  for (const socket of slow)
    socket.write('content-type: application/json\r\ncontent-length: 2\r\n\r\n');
  await eventually(() => begun).toBe(IN_FLIGHT_MAX + 2);
  expect((await ask('/call')).status).toBe(200);
  const answers: string[] = [];
  for (const socket of slow)
    socket.on('data', (bytes) => void answers.push(bytes.toString().slice(9, 12))).write('{}');
  await eventually(() => answers).toEqual(['503', '503']);
  expect([waiting(), (await ask('/call')).status]).toEqual([IN_FLIGHT_MAX, 503]);
  open();
  await eventually(() => answers.filter((status) => status === '200').length).toBe(IN_FLIGHT_MAX);
  expect((await ask('/call')).status).toBe(200);
});

test('callers who do not read their replies take no slot', async () => {
  const large = Buffer.alloc(32 * 1024 ** 2);
  let made = 0;
  const { app, ask } = await setUp((server) => {
    server.get('/large', { config: COUNTED }, async () => ((made += 1), large));
    server.get('/call', { config: COUNTED }, async () => 'answered');
  });
  for (let index = 0; index < IN_FLIGHT_MAX; index++)
    connect(app, 'GET /large').pause().write('\r\n');
  await eventually(() => made).toBe(IN_FLIGHT_MAX);
  expect((await ask('/call')).status).toBe(200);
});

test('a call with a body that exceeds its route’s deadline gets 503 and frees its slot', async () => {
  const { handler, waiting, open } = gate();
  const { origin, ask } = await setUp((app) => {
    app.post('/api/call', { config: COUNTED, handlerTimeout: 2_000 }, handler);
    app.get('/api/call', { config: COUNTED }, async () => 'answered');
  });
  const send = () =>
    fetch(`${origin}/api/call`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  const replies = await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, send));
  expect([replies.map(({ status }) => status), waiting()]).toEqual([
    Array(IN_FLIGHT_MAX).fill(503),
    IN_FLIGHT_MAX,
  ]);
  open();
  for (let index = 0; index <= IN_FLIGHT_MAX; index++)
    expect((await ask('/api/call')).status).toBe(200);
});

test.each(['ECONNREFUSED', '57P03', '53100', '57014'])(
  'a call without a usable database (%s) is 503 with Retry-After and logged once',
  async (code) => {
    const { ask, lines } = await setUp((app) => {
      app.get('/api/call', async () => {
        throw Object.assign(new Error('of the database'), { code });
      });
    });
    for (let index = 0; index < 5; index++) {
      const reply = await ask('/api/call');
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await reply.json()).toMatchObject({ code: 'server.unavailable' });
    }
    expect(lines).toHaveLength(1);
  },
);

test('a defect is still a plain 500, logged each time', async () => {
  const { ask, lines } = await setUp((app) => {
    app.get('/api/call', async () => {
      throw new Error('a defect');
    });
  });
  expect([(await ask('/api/call')).status, (await ask('/api/call')).status]).toEqual([500, 500]);
  expect(lines).toHaveLength(2);
});

test('a call that exceeds its route’s deadline gets 503', async () => {
  const { ask } = await setUp(
    (app) => void app.get('/api/call', { handlerTimeout: 50 }, () => new Promise(() => undefined)),
  );
  const reply = await ask('/api/call');
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
});

const readinessOn = async (url: string, parts: Partial<ReadinessParts> = {}) => {
  const connection = connectDatabase(url, { max: 2 });
  ends.push(() => connection.close());
  const readiness = createReadiness({ db: connection.db, home: '/', freeBytes: ROOM, ...parts });
  const { ask } = await setUp((app) => mountHealth(app, readiness), readiness.isDraining);
  const probe = async () => {
    const reply = await ask('/readyz');
    return [reply.status, ((await reply.json()) as { status: string }).status];
  };
  return { readiness, probe, ask };
};

test('readiness reports within about a second that the database hangs, and that it is back', async () => {
  const database = await testDatabase({ empty: true, max: 1 });
  const url = new URL(database.url);
  const proxy = await stallingProxy({ host: url.hostname, port: Number(url.port) });
  ends.push(() => proxy.close());
  url.port = String(proxy.port);
  const { probe, ask } = await readinessOn(url.href);
  // It asks the database with little patience, which a busy machine may exceed.
  await expect.poll(probe).toEqual([200, 'ready']);
  proxy.stall();
  expect(await probe()).toEqual([503, 'database unavailable']);
  expect((await ask('/healthz')).status).toBe(200);
  proxy.resume();
  await expect.poll(probe).toEqual([200, 'ready']);
});

test('readiness reports a full disk', async () => {
  const database = await testDatabase({ empty: true, max: 1 });
  let free = 1024 ** 2;
  const { probe } = await readinessOn(database.url, { freeBytes: async () => free });
  await expect.poll(probe).toEqual([503, 'disk full']);
  free = 1024 ** 3;
  await expect.poll(probe).toEqual([200, 'ready']);
});

test('a draining process is not ready, answers all calls, and closes each connection after its reply', async () => {
  const database = await testDatabase({ empty: true, max: 1 });
  const { readiness, probe, ask } = await readinessOn(database.url);
  readiness.drain();
  expect(await probe()).toEqual([503, 'stopping']);
  const reply = await ask('/healthz');
  expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close']);
});

test('a request on a keep-alive connection is answered while the server closes', async () => {
  const { handler, open, waiting } = gate();
  const { app } = await setUp((server) => {
    server.get('/slow', handler);
    server.get('/quick', async () => 'answered');
  });
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const received: string[] = [];
  socket.on('data', (bytes) => received.push(bytes.toString()));
  socket.write('GET /slow HTTP/1.1\r\nhost: test\r\n\r\n');
  await eventually(waiting).toBe(1);
  const closing = app.close();
  socket.write('GET /quick HTTP/1.1\r\nhost: test\r\n\r\n');
  // Once the closing server has read it, the first may end.
  await eventually(() => app.server.listening).toBe(false);
  await new Promise(setImmediate);
  open();
  await once(socket, 'close');
  expect(received.join('').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  await closing;
});

test('a request that was running when draining began closes its connection', async () => {
  const { handler, open, waiting } = gate();
  let draining = false;
  const { ask } = await setUp(
    (app) => void app.get('/slow', handler),
    () => draining,
  );
  const slow = ask('/slow');
  await eventually(waiting).toBe(1);
  draining = true;
  open();
  expect((await slow).headers.get('connection')).toBe('close');
});

/** Asks for a file and reads one piece of it each time the socket is resumed. */
const openDownload = async (
  origin: string,
): Promise<{ socket: net.Socket; received: () => number }> => {
  const socket = net.connect(Number(new URL(origin).port), '127.0.0.1');
  ends.push(async () => socket.destroy());
  socket.on('error', () => undefined);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    socket.pause();
  });
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /video HTTP/1.1\r\nHost: here\r\n\r\n');
  return { socket, received: () => bytes };
};

test('a download without progress is closed after the configured time, and a slow one continues', async () => {
  let closed = 0;
  const { origin, app } = await setUp(
    (server) => {
      server.get('/video', (_request, reply) => {
        reply.raw.on('close', () => (closed += 1));
        // Without an end, so that only the server ends it.
        return reply.send(
          Readable.from(
            (function* () {
              for (;;) yield Buffer.alloc(65_536);
            })(),
          ),
        );
      });
    },
    undefined,
    { CONNECTION_STALL_SECONDS: '2' },
  );
  expect(app.server.timeout).toBe(2_000);
  const slow = await openDownload(origin);
  // The server's side progresses only when much of what the kernel holds has been read.
  const reading = setInterval(() => slow.socket.resume(), 20);
  ends.push(async () => clearInterval(reading));
  await openDownload(origin);
  await eventually(() => closed).toBe(1);
  const before = slow.received();
  await eventually(() => slow.received()).toBeGreaterThan(before + 1_000_000);
  expect([closed, slow.socket.destroyed]).toEqual([1, false]);
});

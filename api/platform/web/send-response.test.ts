// Streamed pages whose client disconnects before the end.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { installErrorHook } from '../http/errors.ts';
import { sendResponse } from './send-response.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/**
 * A server that answers every request with `body` when `ready` is settled, and the lines that it
 * logged.
 */
const serve = async (
  body: () => ReadableStream<Uint8Array>,
  ready: Promise<unknown> = Promise.resolve(),
) => {
  const lines: { level: number; msg: string }[] = [];
  const stream = new Writable({
    write: (line, _encoding, done) => (lines.push(JSON.parse(String(line))), done()),
  });
  const server = Fastify({ logger: { level: 'debug', stream } });
  closing.push(() => server.close());
  installErrorHook(server);
  const closed = Promise.withResolvers<void>();
  server.all('/', async (request, reply) => {
    reply.raw.once('close', closed.resolve);
    await ready;
    return sendResponse(request, reply, new Response(body()));
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    lines,
    closed: closed.promise,
    port: (server.server.address() as { port: number }).port,
  };
};

const ENCODINGS = ['br', 'gzip', 'identity'];

test.each(ENCODINGS)(
  'a client that leaves before its page is rendered causes no error (accept-encoding: %s)',
  async (encoding) => {
    const rendered = Promise.withResolvers<void>();
    const cancelled = Promise.withResolvers<void>();
    const { lines, port, closed } = await serve(
      () => new ReadableStream({ cancel: () => cancelled.resolve() }),
      rendered.promise,
    );
    // A body that was read: otherwise Fastify itself sees that the request was aborted.
    const request = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nAccept-Encoding: ${encoding}\r\n\r\n{}`;
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    await expect.poll(() => lines.some(({ msg }) => msg === 'incoming request')).toBe(true);
    socket.destroy();
    await closed;
    rendered.resolve();
    await cancelled.promise;
    await expect
      .poll(() => lines.map(({ msg }) => msg))
      .toContain('the client left before the response ended');
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  },
);

test.each(ENCODINGS)(
  'the rendering of a page ends when the client leaves (accept-encoding: %s)',
  async (encoding) => {
    const cancelled = Promise.withResolvers<void>();
    const { lines, port } = await serve(
      () =>
        new ReadableStream({
          start: (page) => page.enqueue(Buffer.from('<p>first</p>')),
          cancel: () => cancelled.resolve(),
        }),
    );
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`),
    );
    await once(socket, 'data');
    socket.destroy();
    await cancelled.promise;
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  },
);

test('a page whose rendering fails is an error', async () => {
  const { lines, port } = await serve(
    () => new ReadableStream({ pull: () => Promise.reject(new Error('rendering failed')) }),
  );
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(response.status).toBe(500);
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, msg: 'request failed' }));
});

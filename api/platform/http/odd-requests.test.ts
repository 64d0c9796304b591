// Malformed requests are refused with 4xx and never answered with 5xx.
import { connect } from 'node:net';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp({ pages: 'built' });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.server.address() as { port: number }).port;
});

/**
 * Sends these bytes and returns what came back until the server closed, or until there is a status
 * line and `wait` ended.
 */
const send = (request: string, { hangUp = false } = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request);
      if (hangUp) socket.end();
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\r\n\r\n')) socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
const failures = (): string[] =>
  app.lines.filter((line) => JSON.parse(line).level === 'error' || JSON.parse(line).level === 50);

test.each(['/api/auth/captcha', '/', '/media/x', '/api/openapi.json'])(
  'the method QUERY without a body is a client error at %s',
  async (path) => {
    const status = statusOf(
      await send(`QUERY ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(failures()).toEqual([]);
  },
);

test.each(['/assets/../x', '/assets/..%5c..', '/assets/%00', '/assets/..%2f..%2fpackage.json'])(
  'a file outside of the folder is not found: %s',
  async (path) => {
    expect(
      statusOf(await send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)),
    ).toBe(404);
    expect(failures()).toEqual([]);
  },
);

test('a request with two Host headers is refused', async () => {
  expect(
    statusOf(
      await send(
        'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      ),
    ),
  ).toBe(400);
  expect(
    statusOf(await send('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')),
  ).toBe(200);
});

test('an upgrade to another protocol than WebSocket is answered as a plain request', async () => {
  expect(
    statusOf(
      await send(
        'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n',
      ),
    ),
  ).toBe(200);
});

test('a request with an incomplete body is not logged as a server error', async () => {
  const cutOff = () =>
    app.lines.filter(
      (line) => line.includes('"refused"') && line.includes('validate.invalidRequest'),
    ).length >= 3;
  app.lines.length = 0;
  for (let count = 0; count < 3; count++)
    await send(
      'POST /api/auth HTTP/1.1\r\nHost: localhost\r\nx-origin: CAM\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"username":',
      { hangUp: true },
    );
  await expect.poll(cutOff).toBe(true);
  expect(failures()).toEqual([]);
});

test('an unknown upload id answers not found', async () => {
  const key = `uploads/${app.producer.profileId}/${randomUUID()}`;
  for (const uploadId of ['../../', 'x', randomUUID()]) {
    expect(
      (
        await app.producer.ask('GET /auth/multi-upload', {
          query: { key, uploadId, size: '10000000' },
        })
      ).reply.code,
    ).toBe('upload.notFound');
    const ended = await app.producer.ask('DELETE /auth/multi-upload', {
      query: { key, uploadId },
    });
    expect([200, 400]).toContain(ended.status);
  }
});

test.each(['0'.repeat(36), '-'.repeat(36), 'x'])(
  'a post id in the filter of comments that is no UUID is the mistake of who asks: %s',
  async (postId) => {
    const { status, reply } = await app.fan.ask('GET /comments', {
      query: { filter: `post_id:eq:${postId}` },
    });
    expect([status, reply.fields]).toEqual([
      400,
      { filter: expect.objectContaining({ code: 'validate.invalid' }) },
    ]);
    expect(
      (
        await app.fan.ask('GET /comments', {
          query: { filter: `post_id:eq:${randomUUID().toUpperCase()}` },
        })
      ).reply.code,
    ).toBe('post.notFound');
  },
);

test('half of a surrogate pair is refused with the name of its field', async () => {
  for (const message of ['ab\ud800cd', '\udc00', '\udc00\ud800']) {
    const { status, reply } = await app.fan.ask('POST /funds/tips', {
      body: { toProfileId: app.producer.profileId, value: 500, message },
      idempotencyKey: randomUUID(),
    });
    expect([status, reply.fields]).toEqual([
      400,
      { message: expect.objectContaining({ code: 'validate.invalid' }) },
    ]);
  }
});

test('a page of another site gets no upload grant', async () => {
  const url = '/api/auth/private-upload/image?contentType=image%2Fpng&size=100';
  const asked = (headers: object) =>
    app.server.inject({ url, headers: { cookie: `token=${app.producer.token}`, ...headers } });
  expect((await asked({})).json()).toMatchObject({ code: 'request.originMissing' });
  expect((await asked({ 'x-origin': 'CAM' })).statusCode).toBe(200);
});

test('a reply of the API may not be framed and runs no script', async () => {
  const { headers } = await app.server.inject({ url: '/api/publics/countries' });
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
  });
  expect(headers['permissions-policy']).toContain('geolocation=()');
});

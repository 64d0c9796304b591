// What holds for every call there is: mounted, guarded, documented, refused in words.
import { routes } from '@camarim/contract';
import { errors } from '@camarim/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from './testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

type Operation = {
  operationId: string;
  summary?: string;
  security?: unknown[];
  responses: Record<string, { content?: unknown }>;
};
const operations = async (): Promise<Map<string, Operation>> => {
  const document = (await app.server.inject('/api/openapi.json')).json() as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  };
  expect(document.openapi).toMatch(/^3\.1/);
  return new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replace('/api', '')}`, operation] as const,
      ),
    ),
  );
};

describe('the contract', () => {
  it('the whole contract is mounted, and no other route is', () => {
    expect(Object.keys(app.handlers).sort()).toEqual(Object.keys(routes).sort());
  });

  it('the contract is documented whole, with ids, security and refusals', async () => {
    const documented = await operations();
    for (const [key, { id, auth, errors: listed = [] }] of Object.entries(routes) as [
      string,
      { id: string; auth: string; errors?: readonly (keyof typeof errors)[] },
    ][]) {
      const operation = documented.get(key);
      expect(operation?.operationId, key).toBe(id);
      expect(operation?.summary, key).toBeTruthy();
      expect((operation?.security?.length ?? 0) > 0, key).toBe(
        auth !== 'public' && auth !== 'provider',
      );
      for (const code of listed)
        expect(operation?.responses[errors[code]], `${key} ${code}`).toBeDefined();
    }
  });

  it('the contract has a limit on every list', () => {
    const unlimited = Object.entries(routes).filter(
      ([, definition]) => 'list' in definition && !('limit' in definition.query.shape),
    );
    expect(unlimited.map(([key]) => key)).toEqual([]);
  });

  it('the contract has examples that its own schemas take, and shows them', async () => {
    const examples = Object.entries(routes).flatMap(([key, definition]) =>
      'example' in definition ? [[key, definition] as const] : [],
    );
    expect(examples.length).toBeGreaterThan(8);
    for (const [key, { body, example }] of examples)
      expect(body.safeParse(example).error, key).toBeUndefined();
    expect(JSON.stringify((await app.server.inject('/api/openapi.json')).json())).toContain(
      'Terça de ensaio',
    );
  });
});

describe('every call', () => {
  const keys = Object.entries(routes) as [string, { auth: string }][];
  const send = (key: string, headers: Record<string, string> = {}) => {
    const [method, path] = key.split(' ') as ['GET', string];
    return app.server.inject({
      method,
      url: `/api${path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')}`,
      headers,
    });
  };

  it.each(
    keys
      .filter(([, { auth }]) => ['member', 'earner', 'producer', 'admin'].includes(auth))
      .map(([key]) => key),
  )('%s wants a session', async (key) => {
    const response = await send(key, { 'x-origin': 'CAM' });
    expect([response.statusCode, response.json().code]).toEqual([401, 'auth.required']);
  });

  it.each(
    keys
      .filter(([key, { auth }]) => !key.startsWith('GET') && auth !== 'provider')
      .map(([key]) => key),
  )('%s is refused without the header x-origin, for every caller', async (key) => {
    const response = await send(key, { authorization: `Bearer ${app.producer.token}` });
    expect([response.statusCode, response.json().code]).toEqual([403, 'request.originMissing']);
  });

  it.each(
    keys.filter(([, { auth }]) => auth === 'producer' || auth === 'earner').map(([key]) => key),
  )('%s is for producers', async (key) => {
    const response = await send(key, {
      'x-origin': 'CAM',
      authorization: `Bearer ${app.fan.token}`,
    });
    expect([response.statusCode, response.json().code]).toEqual([403, 'auth.producersOnly']);
  });

  it('a call that does not exist is refused in the reader’s language', async () => {
    const pt = await app.server.inject('/api/nothing');
    const en = await app.server.inject({ url: '/api/nothing', headers: { lang: 'en' } });
    expect(pt.statusCode).toBe(404);
    expect(pt.json()).toMatchObject({
      success: false,
      code: 'route.notFound',
      requestId: expect.any(String),
    });
    expect(en.json().message).not.toBe(pt.json().message);
  });

  it('a call with bad input names the field, in the reader’s language', async () => {
    const { status, reply } = await app.fan.ask('POST /funds/tips', {
      body: { toProfileId: 'x', value: 1 },
      idempotencyKey: 'bad-input',
    });
    expect(status).toBe(400);
    expect(reply.fields).toMatchObject({
      toProfileId: { code: 'validate.invalid' },
      value: { code: 'validate.minValue' },
    });
  });

  it.each([
    ['GET /publics/profiles/{domainname}', { params: { domainname: 'a\u0000' } }, 'domainname'],
    ['GET /publics/profiles/online', { query: { search: 'a\u0000' } }, 'search'],
    ['PUT /profiles', { body: { about: 'a\u0000' } }, 'about'],
  ] as const)('%s names the field whose text no database can hold', async (key, input, field) => {
    const { status, reply } = await app.fan.ask(key, input);
    expect([status, reply.code, reply.fields?.[field]?.code]).toEqual([
      400,
      'validate.invalid',
      'validate.invalid',
    ]);
  });

  it('a call carries a request id, its own or the caller’s', async () => {
    expect((await send('GET /auth/captcha')).headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(
      (await send('GET /auth/captcha', { 'x-request-id': 'mine-12345' })).headers['x-request-id'],
    ).toBe('mine-12345');
  });
});

describe('the log', () => {
  it('the log has no token, password, email or query string', () => {
    const all = app.lines.join('\n');
    expect(all).toContain('/api/auth/register');
    for (const secret of [
      app.fan.token,
      app.fan.refreshToken,
      'cavalo-bateria-grampo',
      'davi@example.com',
    ])
      expect(all).not.toContain(secret);
  });
});

describe('probes', () => {
  /** It asks the database with little patience, which a busy machine may exceed. */
  const ready = async () => (await app.server.inject('/readyz')).json();

  it('the probes answer', async () => {
    expect((await app.server.inject('/healthz')).statusCode).toBe(200);
    await expect.poll(ready).toEqual({ status: 'ready' });
  });

  it('probes answer while calls hold every connection of the pool', async () => {
    const { pool } = app.ctx;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      await expect.poll(ready).toEqual({ status: 'ready' });
    } finally {
      for (const connection of held) connection.release();
    }
  });
});

// The API's description is enough to write a client by: each header, body and answer that a call
// needs is in it.
import { errors } from '@camarim/contract';
import { beforeAll, expect, test } from 'vitest';
import { type RouteDefinition } from '@camarim/contract/route';
import { routes } from '@camarim/contract';
import type { Operation } from './platform/http/openapi/exact.ts';
import { testApp, type TestApp } from './testing/app.ts';

type Schema = {
  type?: string;
  enum?: string[];
  pattern?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type ApiDescription = {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Schema & Parameter>>;
};

let app: TestApp;
let document: ApiDescription;

beforeAll(async () => {
  app = await testApp();
  document = (await app.server.inject('/api/openapi.json')).json();
});

const resolve = <T>(value: T & { $ref?: string }): T => {
  if (value.$ref === undefined) return value;
  const [kind = '', name = ''] = value.$ref.replace('#/components/', '').split('/');
  return document.components[kind]?.[name] as T;
};

const find = (id: string): { method: string; path: string; operation: Operation } => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return { method, path, operation };
  }
  throw new Error(`${id} is not described`);
};

let nextKey = 0;
/** A value that the description allows, because a client has no other source. */
const valueOf = ({ enum: allowed, pattern }: Schema): string =>
  allowed?.[0] ?? (pattern === undefined ? 'text' : `generated-key-${(nextKey += 1)}`);

/** Calls an operation with what its description asks for, and nothing that it does not name. */
const byDescription = (
  id: string,
  {
    token,
    path: places = {},
    body,
  }: { token?: string | null; path?: Record<string, string>; body?: unknown } = {},
) => {
  const { method, path, operation } = find(id);
  const parameters = (operation.parameters ?? []).map((parameter) =>
    resolve(parameter as Parameter),
  );
  const required = parameters.filter(
    (parameter) => parameter.in === 'header' && parameter.required,
  );
  return app.server.inject({
    method: method.toUpperCase() as 'GET',
    url: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? ''),
    headers: {
      ...Object.fromEntries(required.map(({ name, schema }) => [name, valueOf(schema)])),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { payload: body as object }),
  });
};

test('a client generated from the OpenAPI document follows, pays and gets typed errors', async () => {
  const { token } = app.fan;
  const followed = await byDescription('profiles.follow', {
    token,
    path: { id: app.producer.profileId },
    body: { following: true },
  });
  expect(followed.statusCode, followed.body).toBe(200);
  const tip = await byDescription('funds.tip', {
    token,
    body: { toProfileId: app.producer.profileId, value: 1_000 },
  });
  expect([tip.statusCode, tip.json().code], tip.body).toEqual([402, 'wallet.insufficient']);
  expect(find('funds.tip').operation.responses?.['402']).toMatchObject({
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Refusal' },
            { properties: { data: { $ref: '#/components/schemas/InsufficientFunds' } } },
          ],
        },
      },
    },
  });
  expect(Object.keys(tip.json().data)).toEqual(
    expect.arrayContaining(
      Object.keys(
        resolve(document.components['schemas']?.['InsufficientFunds'] as Schema).properties ?? {},
      ),
    ),
  );
});

test('each call names the headers that it refuses to be without', () => {
  for (const [key, definition] of Object.entries(routes) as [string, RouteDefinition][]) {
    const { operation } = find(definition.id);
    const required = (operation.parameters ?? [])
      .map((parameter) => resolve(parameter as Parameter))
      .filter((parameter) => parameter.in === 'header' && parameter.required)
      .map(({ name }) => name);
    const writes =
      (!key.startsWith('GET') || definition.creates === true) && definition.auth !== 'provider';
    expect([key, required]).toEqual([
      key,
      [
        ...(writes ? ['x-origin'] : []),
        ...(definition.idempotency === 'required' ? ['Idempotency-Key'] : []),
      ],
    ]);
  }
});

test('each operation has a summary, a description, a success, and says when to come back', () => {
  for (const definition of Object.values(routes) as RouteDefinition[]) {
    const { operation } = find(definition.id);
    expect(operation.description, definition.id).toBeTruthy();
    const replies = operation.responses ?? {};
    expect(
      Object.keys(replies).some((status) => status.startsWith('2')),
      definition.id,
    ).toBe(true);
    expect(
      Object.values(replies).map(({ description }) => description),
      definition.id,
    ).not.toContain('Default Response');
    for (const status of ['429', '503'])
      expect(replies[status]?.headers, `${definition.id} ${status}`).toHaveProperty('retry-after');
    if (definition.file)
      expect(Object.keys(replies['200']?.content ?? {})).toEqual([definition.file].flat());
  }
});

test('each call that reads an Idempotency-Key names it, and its refusal of a key used for another call', () => {
  for (const definition of Object.values(routes) as RouteDefinition[]) {
    const { operation } = find(definition.id);
    const named = (operation.parameters ?? []).some(
      (parameter) => resolve(parameter as Parameter).name === 'Idempotency-Key',
    );
    expect([definition.id, named]).toEqual([definition.id, definition.idempotency !== undefined]);
    if (named)
      expect(operation.responses?.['409']?.description, definition.id).toContain(
        'request.idempotencyMismatch',
      );
  }
});

test('the description has the answers to a wrong origin, a long body and a body of another type', async () => {
  const undescribed: string[] = [];
  for (const [key, definition] of Object.entries(routes) as [string, RouteDefinition][]) {
    const [method = '', path = ''] = key.split(' ');
    const ask = (headers: Record<string, string>, payload?: string) =>
      app.server.inject({
        method: method as 'GET',
        url: `/api${path.replaceAll(/\{\w+\}/g, app.producer.profileId)}`,
        headers,
        ...(payload !== undefined && { payload }),
      });
    const signedIn = { 'x-origin': 'CAM', authorization: `Bearer ${app.producer.token}` };
    const replies = [await ask({})];
    if (definition.body && !definition.rawBody)
      replies.push(
        await ask({ ...signedIn, 'content-type': 'text/csv' }, 'a,b'),
        await ask({ ...signedIn, 'content-type': 'application/json' }, ' '.repeat(3_000_000)),
      );
    for (const { statusCode } of replies)
      if (!find(definition.id).operation.responses?.[statusCode])
        undescribed.push(`${key} ${statusCode}`);
  }
  expect(undescribed).toEqual([]);
});

test('a file of several types names each type that is answered', async () => {
  for (const [format, type] of [
    ['csv', 'text/csv'],
    ['jsonl', 'application/jsonl'],
  ] as const) {
    const reply = await app.server.inject({
      url: `/api/funds/statements/export?format=${format}`,
      headers: { authorization: `Bearer ${app.fan.token}` },
    });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      `${type}; charset=utf-8`,
    ]);
    expect(find('funds.exportStatement').operation.responses?.['200']?.content).toHaveProperty([
      type,
    ]);
  }
});

test('an unknown language is no error of the caller, neither here nor in the description', async () => {
  expect(
    (await app.server.inject({ url: '/api/publics/countries', headers: { lang: 'xx' } }))
      .statusCode,
  ).toBe(200);
  expect(document.components['parameters']?.['Language']?.schema.enum).toBeUndefined();
});

test('a call that looks at a session only when there is one can be made without', () => {
  for (const definition of Object.values(routes) as RouteDefinition[]) {
    const without = (find(definition.id).operation.security ?? []).some(
      (way) => Object.keys(way).length === 0,
    );
    expect([definition.id, without]).toEqual([definition.id, definition.auth === 'optional']);
  }
});

test('a body that may be left out is not required, and a flag of the query is a boolean', () => {
  expect(find('posts.like').operation.requestBody).toMatchObject({ required: false });
  expect(find('auth.login').operation.requestBody).toMatchObject({ required: true });
  const others = (find('posts.timeline').operation.parameters as Parameter[]).find(
    ({ name }) => name === 'others',
  );
  expect(others?.schema).toMatchObject({ type: 'boolean' });
});

const pascal = (name: string): string => name.replace(/^./, (first) => first.toUpperCase());

test('no component is called as a generator calls a part of another one', () => {
  const schemas = document.components['schemas'] ?? {};
  const parts = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(
        ([, part]) =>
          part.$ref === undefined && (part.enum !== undefined || part.properties !== undefined),
      )
      .map(([property]) => name + pascal(property)),
  );
  expect(parts.filter((name) => name in schemas)).toEqual([]);
});

test('no component is nullable by itself, because generators make two classes of it', () => {
  const nullable = Object.entries(document.components['schemas'] ?? {}).filter(([, { anyOf }]) =>
    anyOf?.some(({ type }) => type === 'null'),
  );
  expect(nullable.map(([name]) => name)).toEqual([]);
});

test('every component is used, and every reference leads somewhere', () => {
  const text = JSON.stringify(document);
  const named = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(
      ([, kind, name]) => `${kind}/${name}`,
    ),
  );
  const there = ['schemas', 'parameters', 'headers'].flatMap((kind) =>
    Object.keys(document.components[kind] ?? {}).map((name) => `${kind}/${name}`),
  );
  expect(there.filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !there.includes(name))).toEqual([]);
});

test('the socket, the captcha and relative addresses are explained', () => {
  expect(find('realtime.connect').operation.description).toContain('transports: ["websocket"]');
  for (const word of ['Idempotency-Key', 'keyPrefix', 'big-endian', 'relative', 'device'])
    expect(document.info.description).toContain(word);
});

test('a refusal that any call may answer is declared by every call', () => {
  for (const definition of Object.values(routes) as RouteDefinition[])
    expect(
      find(definition.id).operation.responses?.[errors['server.unavailable']],
      definition.id,
    ).toBeDefined();
});

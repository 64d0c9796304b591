// Bad input of every kind: each declared field of every call, spoiled in every way its schema
// tells, is named in a 400 in the reader's language.
import { type RouteKey, routes } from '@camarim/contract';
import { errors } from '@camarim/contract';
import { LOCALES } from '@camarim/contract/limits';
import type { Auth } from '@camarim/contract/route';
import type { Refusal } from '@camarim/contract/wire';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiClient } from './api-client.ts';
import { text, type TextKey } from './platform/text/text.ts';
import { testApp, type TestApp } from './testing/app.ts';
import { joinAdmin } from './testing/producing.ts';

let app: TestApp;
let callers: Record<Auth, ApiClient>;
beforeAll(async () => {
  app = await testApp();
  const { visitor, fan: member, producer } = app;
  callers = {
    public: visitor,
    optional: visitor,
    provider: visitor,
    member,
    earner: producer,
    producer,
    admin: await joinAdmin(app, 'chefe'),
  };
});

type Schema = {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
};
const MISSING = Symbol('missing');
/** The path of a wrong value and the value. */
type WrongValue = { path: string[]; value: unknown };

const limitsBroken = ({
  type,
  minLength = 0,
  maxLength,
  minimum,
  maximum,
  minItems = 0,
  maxItems,
}: Schema): unknown[] => [
  ...(type === 'string' && minLength > 0 ? ['', 'x'.repeat(minLength - 1)] : []),
  ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  // Numbers that no double holds are refused as numbers already.
  ...(minimum === undefined ? [] : [minimum - 1]),
  ...(maximum === undefined || maximum > 2 ** 52 ? [] : [maximum + 1]),
  ...(minItems > 0 ? [[]] : []),
  ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'x')]),
];

/**
 * What this schema refuses, as it says itself. In a query or a path everything is text, and a
 * repeated name is a list.
 */
const refusedBy = (schema: Schema, inAddress: boolean): unknown[] => {
  const { type, format, pattern, enum: choices, const: only, anyOf } = schema;
  if (anyOf)
    return [
      ...(inAddress ? [] : [[], { wrong: true }]),
      ...anyOf.flatMap((one) => limitsBroken(one)),
    ];
  const narrow =
    format !== undefined || pattern !== undefined || choices !== undefined || only !== undefined;
  const ofKind = inAddress
    ? type === 'integer' || type === 'number' || type === 'boolean' || narrow
      ? ['§']
      : []
    : type === undefined
      ? []
      : [
          type === 'string' ? 7 : 'x',
          type === 'object' ? [] : { wrong: true },
          ...(type === 'integer' ? [1.5] : []),
          null,
        ];
  return [...ofKind, ...(narrow && type === 'string' ? ['§'] : []), ...limitsBroken(schema)];
};

const resolve = (schema: Schema, defs: Record<string, Schema>): Schema =>
  schema.$ref ? (defs[schema.$ref.replace('#/$defs/', '')] ?? {}) : schema;

/** Everything that can be wrong in an object; `required` says whether leaving a field out is. */
const wrongValuesOf = (
  object: Schema,
  defs: Record<string, Schema>,
  inAddress = false,
  above: string[] = [],
): WrongValue[] =>
  Object.entries(object.properties ?? {}).flatMap(([name, given]) => {
    const [schema, path] = [resolve(given, defs), [...above, name]];
    const left =
      object.required?.includes(name) && above.length === 0 ? [{ path, value: MISSING }] : [];
    return [
      ...left,
      ...refusedBy(schema, inAddress).map((value) => ({ path, value })),
      ...wrongValuesOf(schema, defs, inAddress, path),
    ];
  });

const shapesOf = (
  schema: z.ZodType,
  inAddress = false,
): { given: Record<string, unknown>; spoiled: WrongValue[] }[] => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const shapes = json.oneOf ?? json.anyOf ?? [json];
  return shapes.map((shape) => {
    const object = resolve(shape, json.$defs ?? {});
    // A wrong discriminator matches no shape of the union.
    const given =
      shapes.length === 1
        ? {}
        : Object.fromEntries(
            Object.entries(object.properties ?? {}).flatMap(([name, { const: only }]) =>
              only === undefined ? [] : [[name, only]],
            ),
          );
    return {
      given,
      spoiled: wrongValuesOf(object, json.$defs ?? {}, inAddress).filter(
        ({ path }) => !((path[0] ?? '') in given),
      ),
    };
  });
};

const withWrong = (given: object, { path, value }: WrongValue): object => {
  if (value === MISSING) return given;
  const [name = '', ...rest] = path;
  return { ...given, [name]: rest.length === 0 ? value : withWrong({}, { path: rest, value }) };
};

/** Something that stands in a path where it is declared so. */
const sampleOf = ({ enum: choices, minimum }: Schema = {}): unknown =>
  choices?.[0] ?? minimum ?? '00000000-0000-7000-8000-000000000000';
const paramsOf = (key: RouteKey): Record<string, unknown> => {
  const schema = (routes[key] as { params?: z.ZodType }).params;
  const { properties = {} } = schema ? (z.toJSONSchema(schema, { io: 'input' }) as Schema) : {};
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]));
};

type RequestParts = { params?: object; query?: object; body?: object };
const send = async (
  key: RouteKey,
  { params = {}, query = {}, body }: RequestParts,
  lang: string,
) => {
  const [method, template] = key.split(' ') as ['GET', string];
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String({ ...paramsOf(key), ...params }[name])),
  );
  const { token } = callers[routes[key].auth];
  const response = await app.server.inject({
    method,
    url: `/api${path}`,
    query: query as Record<string, string>,
    headers: {
      'x-origin': 'CAM',
      lang,
      'idempotency-key': 'bad-input',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, reply: response.json<Refusal>() };
};

let turn = 0;
/**
 * Sends it in the next language; returns what is wrong with the refusal, null when it names the
 * field in that language.
 */
const complaint = async (
  key: RouteKey,
  sent: RequestParts,
  { path, value }: WrongValue,
): Promise<string | null> => {
  const locale = LOCALES[(turn += 1) % LOCALES.length] ?? 'pt';
  const { status, reply } = await send(key, sent, locale);
  const name = path.join('.');
  const inside = Object.keys(reply.fields ?? {}).find((one) => one.startsWith(`${name}.`));
  // A wrong part may make the whole wrong: then the whole is named. Of an object without its fields
  // the fields are named.
  const field =
    reply.fields?.[name] ?? reply.fields?.[inside ?? ''] ?? reply.fields?.[path[0] ?? ''];
  const inOthers = LOCALES.flatMap((other) =>
    field && other !== locale ? [text(other, field.code as TextKey)] : [],
  );
  const inWords =
    field !== undefined &&
    field.message.length > 3 &&
    !inOthers.includes(field.message) &&
    reply.message === text(locale, 'validate.invalidRequest');
  const at = `${path.join('.')} = ${value === MISSING ? 'left out' : JSON.stringify(value)?.slice(0, 60)}`;
  return status === 400 && reply.code === 'validate.invalidRequest' && inWords
    ? null
    : `${at}: ${status} ${JSON.stringify(reply)}`;
};

const keys = (Object.keys(routes) as RouteKey[]).filter((key) => !('rawBody' in routes[key]));
const routesWith = (part: 'params' | 'query' | 'body') =>
  keys.flatMap((key) => {
    const schema = (routes[key] as Partial<Record<typeof part, z.ZodType>>)[part];
    return schema ? [{ key, shapes: shapesOf(schema, part !== 'body') }] : [];
  });

describe.each(['body', 'query', 'params'] as const)('%s', (part) => {
  const cases = routesWith(part).filter(({ shapes }) =>
    shapes.some(({ spoiled }) => spoiled.length > 0),
  );

  it(`calls with ${part} are found by the walk`, () => expect(cases.length).toBeGreaterThan(30));

  it.each(cases)(`wrong ${part} of $key is refused by field`, async ({ key, shapes }) => {
    const complaints: (string | null)[] = [];
    for (const { given, spoiled } of shapes)
      for (const one of spoiled) {
        // A path without its last part is another path.
        if (part === 'params' && (one.value === MISSING || one.value === '')) continue;
        complaints.push(await complaint(key, { [part]: withWrong(given, one) }, one));
      }
    expect(complaints.filter((one) => one !== null)).toEqual([]);
  });
});

it('a query parameter that a call does not declare is refused by name, also where a call declares none', async () => {
  const calls = (Object.keys(routes) as RouteKey[]).filter(
    (key) => key.startsWith('GET ') && routes[key].auth !== 'provider' && !key.includes('{'),
  );
  expect(calls.length).toBeGreaterThan(40);
  const complaints: (string | null)[] = [];
  for (const key of calls)
    complaints.push(
      await complaint(key, { query: { undeclared: 'x' } }, { path: ['undeclared'], value: 'x' }),
    );
  expect(complaints.filter((one) => one !== null)).toEqual([]);
});

it('a name given twice in a query is no text', async () => {
  const complaints: (string | null)[] = [];
  for (const { key, shapes } of routesWith('query'))
    for (const { spoiled } of shapes) {
      for (const name of new Set(spoiled.map(({ path }) => path[0] ?? '')))
        complaints.push(
          await complaint(
            key,
            { query: { [name]: ['a', 'b'] } },
            { path: [name], value: ['a', 'b'] },
          ),
        );
    }
  expect(complaints.length).toBeGreaterThan(50);
  expect(complaints.filter((one) => one !== null)).toEqual([]);
});

describe('a body that can’t be parsed', () => {
  it.each([
    ['{"name":', 'application/json'],
    ['[1]', 'application/json'],
    ['"x"', 'application/json'],
    ['null', 'application/json'],
  ])('%s is refused in words', async (payload, type) => {
    for (const lang of LOCALES) {
      const response = await app.server.inject({
        method: 'POST',
        url: '/api/comments',
        payload,
        headers: {
          'x-origin': 'CAM',
          lang,
          'content-type': type,
          authorization: `Bearer ${app.fan.token}`,
        },
      });
      expect([response.statusCode, response.json<Refusal>().message]).toEqual([
        errors['validate.invalidRequest'],
        text(lang, 'validate.invalidRequest', {}),
      ]);
    }
  });
});

// Completes the OpenAPI document with what the generator can't derive: headers, roles, files,
// optional bodies.
import { errors } from '@camarim/contract';
import { LOCALES } from '@camarim/contract/limits';
import type { RouteDefinition } from '@camarim/contract/route';
import type { z } from 'zod';
import { IDEMPOTENCY_KEY } from '../context.ts';
import { asksForOrigin } from '../origin.ts';
import { socketPaths } from './guide.ts';

type Schema = Record<string, unknown>;
type Reply = {
  description?: string;
  headers?: Schema;
  content?: Record<string, { schema?: Schema }>;
};
export type Operation = {
  operationId?: string;
  description?: string;
  parameters?: unknown[];
  requestBody?: { required?: boolean };
  security?: Record<string, string[]>[];
  responses?: Record<string, Reply>;
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Schema>>;
};

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const HEADERS = {
  Origin: {
    name: 'x-origin',
    in: 'header',
    required: true,
    schema: { type: 'string', enum: ['CAM'] },
    description:
      'A page of another site can’t send it, which is its purpose. Without it: 403 request.originMissing',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
    description:
      'New for each intent, the same for each repetition: a call with a key that was used answers what it answered before and does nothing again',
  },
  Language: {
    name: 'lang',
    in: 'header',
    schema: { type: 'string', examples: [...LOCALES] },
    description: `Language of messages: ${LOCALES.join(', ')}. Another counts as none: the locale cookie decides, else Portuguese`,
  },
} as const;

const PARAMETERS = {
  ...HEADERS,
  OptionalIdempotencyKey: { ...HEADERS.IdempotencyKey, required: false },
};
const RETRY_AFTER = {
  RetryAfter: {
    schema: { type: 'integer', minimum: 1 },
    description: 'Seconds after which trying again makes sense',
  },
};

const headersOf = (method: string, definition: RouteDefinition): unknown[] => {
  const { auth, idempotency } = definition;
  if (auth === 'provider') return [];
  const names: (keyof typeof PARAMETERS)[] = [
    ...(asksForOrigin(method, definition) ? (['Origin'] as const) : []),
    ...(idempotency === 'required'
      ? (['IdempotencyKey'] as const)
      : idempotency
        ? (['OptionalIdempotencyKey'] as const)
        : []),
    'Language',
  ];
  return names.map((name) => ref('parameters', name));
};

const WHO: Record<RouteDefinition['auth'], string> = {
  public: 'Anyone may call; a session is not looked at.',
  optional:
    'Anyone may call; with a session the answer is for that person. A token that is not valid counts as none.',
  member: 'Asks for a session.',
  producer: 'Asks for the session of a producer.',
  earner:
    'Asks for the session of a person who is or was a producer: what was earned stays theirs.',
  admin: 'Asks for the session of an administrator.',
  provider: 'For payment providers, who prove themselves in their own way.',
};
const LISTS = {
  offset: 'A page of a list: `limit` and `offset` in the query, `total` in the reply.',
  cursor:
    'A page of a list: send `cursor` of a reply as `cursor` of the query; null: there is no more.',
};

const descriptionOf = ({ auth, list, idempotency, perMinute }: RouteDefinition): string =>
  [
    WHO[auth],
    list && LISTS[list],
    idempotency === 'required' && 'Moves money: an Idempotency-Key is required.',
    (idempotency === 'accepted' || idempotency === 'remembered') &&
      'With an Idempotency-Key a repetition does nothing again.',
    perMinute !== undefined && `At most ${perMinute} calls a minute by one caller.`,
  ]
    .filter(Boolean)
    .join(' ');

const repliesOf = (
  replies: Record<string, Reply>,
  definition: RouteDefinition,
): Record<string, Reply> => {
  const success: Record<string, Reply> = definition.file
    ? {
        200: {
          description: 'The file',
          content: Object.fromEntries(
            [definition.file].flat().map((type) => [
              type,
              {
                schema: {
                  type: 'string',
                  ...(type === 'application/pdf' && { format: 'binary' }),
                },
              },
            ]),
          ),
        },
      }
    : { 200: { ...replies['200'], description: 'Done' } };
  // Pages for people are left by a redirect.
  if (definition.file === 'text/html')
    success['303'] = {
      description: 'Back to the site',
      headers: { location: { schema: { type: 'string' } } },
    };
  const refusals = Object.entries(replies)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, reply]): [string, Reply] => {
      const headers =
        status === '429' || status === '503'
          ? { 'retry-after': ref('headers', 'RetryAfter') }
          : undefined;
      const short = Number(status) === errors['wallet.insufficient'];
      return [
        status,
        {
          ...reply,
          ...(headers && { headers }),
          ...(short && {
            content: {
              'application/json': {
                schema: {
                  allOf: [
                    ref('schemas', 'Refusal'),
                    { type: 'object', properties: { data: ref('schemas', 'InsufficientFunds') } },
                  ],
                },
              },
            },
          }),
        },
      ];
    });
  return { ...success, ...Object.fromEntries(refusals) };
};

/**
 * Flags are read from text (`z.stringbool`), which the generator calls a string; the field's own
 * answer to "false" says what it is.
 */
const isFlag = (definition: RouteDefinition, name: string): boolean =>
  (definition.query?.shape[name] as z.ZodType | undefined)?.safeParse('false').data === false;

const withFlags = (parameters: readonly unknown[], definition: RouteDefinition): unknown[] =>
  (parameters as { name?: string; in?: string; schema?: Schema }[]).map((parameter) =>
    parameter.in === 'query' && isFlag(definition, parameter.name ?? '')
      ? { ...parameter, schema: { ...parameter.schema, type: 'boolean' } }
      : parameter,
  );

const exact = (operation: Operation, method: string, definition: RouteDefinition): void => {
  operation.description = descriptionOf(definition);
  operation.parameters = [
    ...withFlags(operation.parameters ?? [], definition),
    ...headersOf(method, definition),
  ];
  // A body that was left out is an empty one (mount.ts).
  if (operation.requestBody && definition.body?.safeParse({}).success)
    operation.requestBody.required = false;
  if (definition.auth === 'optional') operation.security = [{}, { bearer: [] }, { cookie: [] }];
  operation.responses = repliesOf(operation.responses ?? {}, definition);
};

/** Formats make these patterns redundant, which were a fifth of the document. */
const FORMATS = new Set(['uuid', 'date-time', 'date', 'email']);

/** Visits every object of the document and collects the referenced components. */
const removePatterns = (value: unknown, used: Set<string>): void => {
  if (typeof value !== 'object' || value === null) return;
  const node = value as Schema;
  if (typeof node['$ref'] === 'string') used.add(node['$ref']);
  if (typeof node['pattern'] === 'string' && FORMATS.has(node['format'] as string))
    delete node['pattern'];
  for (const inner of Object.values(node)) removePatterns(inner, used);
};

/** The schemas that something refers to, directly or by another one. */
const usedSchemas = ({ paths, components }: ApiDocument): Record<string, Schema> => {
  const all = components['schemas'] ?? {};
  const used = new Set<string>();
  removePatterns(paths, used);
  for (let before = -1; before !== used.size;) {
    before = used.size;
    for (const name of Object.keys(all))
      if (used.has(`#/components/schemas/${name}`)) removePatterns(all[name], used);
  }
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => used.has(`#/components/schemas/${name}`)),
  );
};

/** Completes what the generator made of `definitions`, which are found by their operation ids. */
export const exactDocument = (
  document: ApiDocument,
  definitions: readonly RouteDefinition[],
): ApiDocument => {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const definition = byId.get(operation.operationId ?? '');
      if (definition) exact(operation, method, definition);
    }
  }
  const complete = {
    ...document,
    paths: { ...document.paths, ...(socketPaths as unknown as ApiDocument['paths']) },
    components: { ...document.components, parameters: PARAMETERS, headers: RETRY_AFTER },
  };
  return {
    ...complete,
    components: { ...complete.components, schemas: usedSchemas(complete) },
  } as ApiDocument;
};

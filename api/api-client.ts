// A client of the API that calls the application in memory, for the demo and for tests.
import type { RouteKey, Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyInput, ParamsInput, QueryInput, ReplyOf } from '@camarim/contract/route';
import type { Refusal } from '@camarim/contract/wire';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';

type CallInput<K extends RouteKey> = {
  params?: ParamsInput<Routes[K]>;
  query?: QueryInput<Routes[K]>;
  body?: BodyInput<Routes[K]>;
  idempotencyKey?: string;
  headers?: Record<string, string>;
};

/** A reply with its status: the envelope of a success, or a refusal. */
export type ApiResponse<K extends RouteKey> = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  reply: Omit<ReplyOf<Routes[K]>, 'success'> &
    Partial<Omit<Refusal, 'success' | 'data'>> & { success: boolean };
};

export type ApiClient = {
  /** Access token; null for a visitor. */
  token: string | null;
  refreshToken: string | null;
  profileId: ProfileId;
  domainName: string;
  /** Makes a call and returns its response, also when it is a refusal. */
  ask<K extends RouteKey>(key: K, input?: CallInput<K>): Promise<ApiResponse<K>>;
  /** Makes a call that must succeed and returns its `data`. */
  call<K extends RouteKey>(key: K, input?: CallInput<K>): Promise<ReplyOf<Routes[K]>['data']>;
};

type ClientSession = Pick<ApiClient, 'token' | 'refreshToken' | 'profileId' | 'domainName'>;
/** A visitor has no profile: the empty id names none. */
const ANONYMOUS: ClientSession = {
  token: null,
  refreshToken: null,
  profileId: '' as ProfileId,
  domainName: '',
};

export type ApiClientOptions = {
  /**
   * Refreshes an expired access token, as the web app does. Off by default, for tests of expiry.
   */
  renews?: boolean;
};

/** The API client of a visitor, or of the person behind a session. */
export const createApiClient = (
  app: FastifyInstance,
  names: ClientSession = ANONYMOUS,
  { renews = false }: ApiClientOptions = {},
): ApiClient => {
  const renew = async (): Promise<boolean> => {
    const { refreshToken } = person;
    if (!renews || refreshToken === null) return false;
    const { status, reply } = await send('POST /auth/refresh-token', { body: { refreshToken } });
    if (status !== 200) return false;
    Object.assign(person, { token: reply.data.token, refreshToken: reply.data.refreshToken });
    return true;
  };
  const ask = async <K extends RouteKey>(
    key: K,
    input: CallInput<K> = {},
  ): Promise<ApiResponse<K>> => {
    const response = await send(key, input);
    return response.status === 401 && (await renew()) ? send(key, input) : response;
  };
  const send = async <K extends RouteKey>(
    key: K,
    { params = {} as never, query, body, idempotencyKey, headers }: CallInput<K> = {},
  ): Promise<ApiResponse<K>> => {
    const [method, template] = key.split(' ') as ['GET', string];
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)[name])),
    );
    const response = await app.inject({
      method,
      url: `/api${path}`,
      query: Object.fromEntries(
        Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
      ),
      headers: {
        'x-origin': 'CAM',
        ...(person.token && { authorization: `Bearer ${person.token}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
    });
    return { status: response.statusCode, headers: response.headers, reply: response.json() };
  };
  const person: ApiClient = {
    ...names,
    ask,
    call: async (key, input) => {
      const { status, reply } = await ask(key, input);
      if (status !== 200)
        throw new Error(`${key} answered ${status} ${reply.code}: ${reply.message}`);
      return reply.data;
    },
  };
  return person;
};

/** Requests a captcha and solves it. */
export const solveCaptcha = async (visitor: Pick<ApiClient, 'call'>): Promise<string> => {
  const challenge = (await visitor.call('GET /auth/captcha')) as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};

export type Credentials = { username: string; email: string; password: string; name: string };

/** Registers an account; logs in when the name is taken. */
export const registerOrLogIn = async (
  app: FastifyInstance,
  { username, email, password, name }: Credentials,
  options: ApiClientOptions = {},
): Promise<ApiClient> => {
  const visitor = createApiClient(app);
  const registered = await visitor.ask('POST /auth/register', {
    body: { username, email, password, name, recapcha: await solveCaptcha(visitor) },
  });
  if (registered.status === 200) return signedInClient(app, registered.reply.data, options);
  if (registered.reply.fields?.['username']?.code !== 'validate.taken')
    throw new Error(`${username} could not register: ${registered.reply.message}`);
  return signedInClient(
    app,
    await visitor.call('POST /auth', {
      body: { username, password, recapcha: await solveCaptcha(visitor) },
    }),
    options,
  );
};

const signedInClient = (
  app: FastifyInstance,
  { token, refreshToken, user }: ReplyOf<Routes['POST /auth']>['data'],
  options: ApiClientOptions,
): ApiClient =>
  createApiClient(
    app,
    { token, refreshToken, profileId: user.profile.id, domainName: user.profile.domainName },
    options,
  );

const UPLOADS = {
  private: 'GET /auth/private-upload/{type}',
  public: 'GET /auth/public-upload/{type}',
  document: 'GET /auth/doc-public-upload/any',
} as const;

const postForm = async (
  url: string,
  body: Buffer,
  headers: Record<string, string>,
): Promise<{ statusCode: number; body: string }> => {
  const response = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers });
  return { statusCode: response.status, body: await response.text() };
};

/** Uploads a file by the presigned form, as a browser does, and returns its key. */
export const upload = async (
  app: FastifyInstance,
  person: ApiClient,
  content: Buffer,
  contentType: string,
  as: keyof typeof UPLOADS = 'private',
): Promise<string> => {
  const route = UPLOADS[as];
  const type = /^(?:video|audio)(?=\/)|zip$/.exec(contentType)?.[0] ?? 'image';
  const { url, fields } = await person.call(route, {
    params: { type } as never,
    query: { contentType, size: String(content.length) } as never,
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)], { type: contentType }), 'file');
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  // An external object store has an address of its own.
  const { statusCode, body } = url.startsWith('/')
    ? await app.inject({ method: 'POST', url, payload, headers })
    : await postForm(url, payload, headers);
  if (statusCode !== 201) throw new Error(`the upload was refused: ${statusCode} ${body}`);
  return fields['key'] ?? '';
};

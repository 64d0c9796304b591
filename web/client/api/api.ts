// The API client: `call('GET /posts/{id}', { params })`, typed by the contract's types alone, so no
// schema reaches the browser.
import type { RouteKey, Routes } from '@camarim/contract';
import type { BodyInput, ParamsInput, QueryInput, ReplyOf } from '@camarim/contract/route';
import type { Refusal } from '@camarim/contract/wire';
import { ApiError, NetworkError } from './errors.ts';

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };
type KeyPart<R> = R extends { idempotency: 'required' }
  ? { idempotencyKey: string }
  : { idempotencyKey?: string };

type Options = {
  signal?: AbortSignal | undefined;
  /**
   * Statuses that the caller reports itself, or ignores, instead of the error catalogue; 0 is no
   * answer.
   */
  handled?: readonly number[];
};

/**
 * What a call takes: its params, query and body as the contract says, and its idempotency key where
 * money moves.
 */
export type CallInput<K extends RouteKey> = Part<'params', ParamsInput<Routes[K]>> &
  Part<'query', QueryInput<Routes[K]>> &
  Part<'body', BodyInput<Routes[K]>> &
  KeyPart<Routes[K]> &
  Options;

type Arguments<K extends RouteKey> =
  Record<never, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];

/** `data` of a call's reply. */
export type Data<K extends RouteKey> = ReplyOf<Routes[K]>['data'];

export type WireRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
};
export type WireReply = { status: number; body: unknown };

/**
 * How a request travels: fetch in the browser, in memory on the server. Rejects only when there is
 * no answer.
 */
export type Transport = (request: WireRequest) => Promise<WireReply>;

/** Notified of every call, for the parts of the error catalogue that are the same everywhere. */
export type Observer = {
  message(text: string): void;
  failure(error: ApiError | NetworkError, handled: readonly number[]): void;
};

let transport: Transport | undefined;
let observer: Observer | undefined;

export const installTransport = (installed: Transport, watching?: Observer): void => {
  transport = installed;
  observer = watching;
};

type AnyInput = Options & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
};

const addressOf = (template: string, { params = {}, query = {} }: AnyInput): string => {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
};

/**
 * Keys of creating calls that are under way or got no reply of the work: pressing again asks for
 * the same thing, and must not make it twice.
 */
const unanswered = new Map<string, string>();
const UNANSWERED_MAX = 50;

const keyOf = (
  method: string,
  {
    path,
    body,
    idempotencyKey,
  }: { path: string; body: string | undefined; idempotencyKey: string | undefined },
): { key: string; done(): void } | null => {
  if (idempotencyKey !== undefined) return { key: idempotencyKey, done: () => undefined };
  if (method !== 'POST') return null;
  const name = `${path} ${body ?? ''}`;
  const key = unanswered.get(name) ?? newIdempotencyKey();
  if (unanswered.size >= UNANSWERED_MAX) unanswered.clear();
  unanswered.set(name, key);
  return { key, done: () => void unanswered.delete(name) };
};

/**
 * Makes a call and gives the whole envelope. Throws ApiError when refused, NetworkError when
 * unanswered.
 */
export const call = async <K extends RouteKey>(
  key: K,
  ...[given]: Arguments<K>
): Promise<ReplyOf<Routes[K]>> => {
  if (!transport) throw new Error('no transport installed');
  const input: AnyInput = given ?? {};
  const [method, template] = key.split(' ') as [string, string];
  const path = addressOf(template, input);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const idempotency = keyOf(method, { path, body, idempotencyKey: input.idempotencyKey });
  const request: WireRequest = {
    method,
    path,
    headers: idempotency ? { 'idempotency-key': idempotency.key } : {},
    ...(body !== undefined && { body }),
    signal: input.signal,
  };
  try {
    const reply = await transport(request);
    // Of a proxy or a deadline: the work may be done.
    if (reply.status < 500) idempotency?.done();
    if (reply.status < 200 || reply.status > 299)
      throw new ApiError(
        reply.status,
        reply.body as Partial<Refusal>,
        input.handled?.includes(reply.status),
      );
    const envelope = reply.body as ReplyOf<Routes[K]>;
    if (envelope.message) observer?.message(envelope.message);
    return envelope;
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError)
      observer?.failure(error, input.handled ?? []);
    throw error;
  }
};

/** One per thing a person asks for, kept when it is tried again. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

// How calls leave the browser: headers of the specification, and one refresh of the session when it
// has expired.
import { ApiError, NetworkError } from './errors.ts';
import type { Refusal } from '@camarim/contract/wire';
import type { Transport, WireReply, WireRequest } from './api.ts';
import { getLocale } from '../../paraglide/runtime.js';
import { readCookie } from '../preferences.ts';

const headersOf = (request: WireRequest): Record<string, string> => {
  const referral = readCookie(document.cookie, 'ref');
  return {
    ...request.headers,
    'x-origin': 'CAM',
    lang: getLocale(),
    ...(referral && { 'x-ref': referral }),
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
  };
};

/**
 * In characters. Browsers keep at most 64 KiB of all calls under way alive, and refuse what is over
 * it; a character takes up to three bytes.
 */
const KEEPALIVE_MAX = 16_000;

/** What changes something would be cancelled with a page that is left at once. */
const outlivesPage = ({ method, body = '' }: WireRequest): boolean =>
  (method !== 'GET' || document.hidden) && body.length < KEEPALIVE_MAX;

const send = async (request: WireRequest): Promise<WireReply> => {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/api${request.path}`, {
      method: request.method,
      headers: headersOf(request),
      ...(request.body !== undefined && { body: request.body }),
      keepalive: outlivesPage(request),
      ...(request.signal && { signal: request.signal }),
    });
    text = await response.text();
  } catch (error) {
    // Cancelled by the caller: no failure to report.
    if (request.signal?.aborted) throw error;
    throw new NetworkError('no answer', { cause: error });
  }
  const json = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: json && text !== '' ? JSON.parse(text) : null };
};

/** Another tab may have rotated the refresh token a moment ago: its cookies are ours too. */
const REFRESH_SHARED_MS = 5_000;
const REFRESHED_AT = 'camarim.refreshedAt';
let refreshing: Promise<boolean> | undefined;

const rotate = async (): Promise<boolean> => {
  // A moment in the future is of a clock that was set back, and says nothing.
  const agoMs = Date.now() - Number(localStorage.getItem(REFRESHED_AT));
  if (agoMs >= 0 && agoMs < REFRESH_SHARED_MS) return true;
  const reply = await send({
    method: 'POST',
    path: '/auth/refresh-token',
    headers: {},
    body: '{}',
  });
  if (reply.status === 401) return false;
  // Busy or broken is not refused: the session may still be good.
  if (reply.status !== 200) throw new ApiError(reply.status, reply.body as Partial<Refusal> | null);
  localStorage.setItem(REFRESHED_AT, String(Date.now()));
  return true;
};

/**
 * Renews the session once however many calls ask; false when it is over, and no answer says
 * nothing. Tabs take turns: a token used twice would end the session.
 */
export const refreshSession = (): Promise<boolean> => {
  refreshing ??= (
    navigator.locks ? navigator.locks.request('camarim.refresh', rotate) : rotate()
  ).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
};

/**
 * `signedIn` says whether there is a session to renew; `lost` is called when it can't be.
 * `replaced` says that the page is being left because its cookies are another person's by now: no
 * call is sent or answered.
 */
export const browserTransport =
  ({
    signedIn,
    lost,
    replaced,
  }: {
    signedIn(): boolean;
    lost(): void;
    replaced(): boolean;
  }): Transport =>
  async (request) => {
    if (replaced()) return new Promise(() => {});
    const reply = await send(request);
    if (reply.status !== 401 || !signedIn()) return reply;
    if (await refreshSession()) {
      const second = await send(request);
      if (second.status !== 401) return second;
    }
    lost();
    return reply;
  };

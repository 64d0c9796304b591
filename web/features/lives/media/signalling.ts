// Sends SDP offers to our own API and takes the answers: WHIP (RFC 9725) to publish, WHEP to watch.
import type { Refusal } from '@camarim/contract/wire';
import { refreshSession } from '../../../client/api/browser-transport.ts';
import { ApiError, NetworkError } from '../../../client/api/errors.ts';
import { getLocale } from '../../../paraglide/runtime.js';

export type Protocol = 'whip' | 'whep';

/** `resource`: the address of the connection, which a DELETE ends. */
export type Answer = { sdp: string; resource: string };

const headers = (): Record<string, string> => ({ 'x-origin': 'CAM', lang: getLocale() });

const post = async (address: string, sdp: string, signal: AbortSignal): Promise<Response> => {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/sdp' },
      body: sdp,
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new NetworkError('no answer', { cause: error });
  }
};

/**
 * Throws ApiError when refused and NetworkError without an answer; neither is reported here,
 * because connections are tried again.
 */
export const sendOffer = async (
  address: string,
  sdp: string,
  signal: AbortSignal,
): Promise<Answer> => {
  let response = await post(address, sdp, signal);
  if (response.status === 401 && (await refreshSession()))
    response = await post(address, sdp, signal);
  if (response.status !== 201) {
    const refusal = (await response.json().catch(() => ({}))) as Partial<Refusal>;
    throw new ApiError(response.status, refusal, true);
  }
  return { sdp: await response.text(), resource: response.headers.get('location') ?? '' };
};

/** Also while the page is left, which would cancel other requests. */
export const endConnection = (resource: string): void => {
  if (resource !== '')
    void fetch(resource, { method: 'DELETE', keepalive: true, headers: headers() }).catch(() => {
      // Without an answer the server notices by itself that the connection is gone.
    });
};

/** Where a show is published and watched. */
export const endpointOf = (protocol: Protocol, liveId: string): string =>
  `/api/lives/${liveId}/${protocol}`;

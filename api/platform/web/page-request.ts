// Between Fastify and the pages: their request, and their calls of the API.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HostReply, HostRequest, PageHost } from '@camarim/contract/page-host';

/** Headers of the trusted proxy, forwarded so that limits and places are the visitor's. */
const FORWARDED = [
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
] as const;

const TOO_MANY = 429;
const SERVER_FAILURES = 500;

const forwardedHeaders = (
  request: FastifyRequest,
  places: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    [...FORWARDED, ...places].flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]],
    ),
  );

/**
 * Calls the API without a socket, in the visitor's name and under the same request id; `places` are
 * the proxy's headers of places. `noteFailure` is called when a call failed that may succeed later.
 */
export const apiInMemory =
  (
    app: FastifyInstance,
    request: FastifyRequest,
    places: readonly string[],
    noteFailure: () => void,
  ): PageHost['api'] =>
  async ({ method, path, headers, body }: HostRequest): Promise<HostReply> => {
    const reply = await app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: { ...forwardedHeaders(request, places), ...headers, 'x-request-id': request.id },
      ...(body !== undefined && { payload: body }),
      ...(request.socket.remoteAddress && { remoteAddress: request.socket.remoteAddress }),
    });
    if (reply.statusCode === TOO_MANY || reply.statusCode >= SERVER_FAILURES) noteFailure();
    const json = reply.headers['content-type']?.includes('json') ?? false;
    return {
      status: reply.statusCode,
      body: json ? reply.json() : null,
      setCookies: [reply.headers['set-cookie'] ?? []].flat(),
    };
  };

/**
 * Path and query of what was asked for, below our address. A target may name a host itself
 * (`http://...`), or begin with `//`, which would be read as a host.
 */
const addressOf = (target: string, publicUrl: string): URL => {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/^[/\\]+/, '');
  return new URL(`${new URL(publicUrl).origin}/${path}`);
};

/**
 * The address is our public one, whatever host the request names: pages are shared, and links must
 * not be poisoned.
 */
export const toWebRequest = (
  request: FastifyRequest,
  address: string,
  publicUrl: string,
): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The router compares Origin with the host that was asked for. Ours was compared already, and may
  // have another name here.
  if (headers.has('origin')) headers.set('origin', new URL(publicUrl).origin);
  headers.set('host', new URL(publicUrl).host);
  headers.delete('x-forwarded-host');
  const { body } = request;
  return new Request(addressOf(address, publicUrl), {
    method: request.method,
    headers,
    ...(body instanceof Uint8Array && { body: body as Uint8Array<ArrayBuffer> }),
  });
};

// Calls with an OAuth 2 token (client credentials) that is fetched once, shared, and renewed before
// it ends.
import { z } from 'zod';
import type { Clock } from '../clock/port.ts';
import {
  connectGateway,
  type GatewayHttpOptions,
  type GatewayReply,
  type GatewayRequest,
} from './gateway-http.ts';
import { GatewayError } from './port.ts';

export type TokenClientOptions = GatewayHttpOptions & {
  /** Where tokens are given. */
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope?: string;
};

export type TokenClient = {
  /** The answer whatever its status below 500. Throws GatewayError (`unknown`). */
  send: (request: GatewayRequest) => Promise<GatewayReply>;
  close: () => Promise<void>;
};

/** A token this near its end is not used any more. */
const RENEW_BEFORE_MS = 60_000;

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
});

/** Opens the connection; nothing is sent before the first call. */
export const connectWithToken = (options: TokenClientOptions, clock: Clock): TokenClient => {
  const http = connectGateway(options);
  const issuer = connectGateway({ ...options, baseUrl: options.tokenUrl });
  const authorization = `Basic ${Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64')}`;
  const form = {
    grant_type: 'client_credentials',
    ...(options.scope === undefined ? {} : { scope: options.scope }),
  };
  let current: { token: string; goodUntilMs: number } | null = null;
  let renewal: Promise<{ token: string; goodUntilMs: number }> | null = null;

  const fetchToken = async () => {
    const { status, body } = await issuer.send({
      method: 'POST',
      path: '',
      headers: { authorization },
      form,
    });
    const parsed = tokenSchema.safeParse(body);
    // Our credentials are wrong, not the charge: nothing can be said of it.
    if (status !== 200 || !parsed.success)
      throw new GatewayError('unknown', `the gateway gave no token (${status})`);
    const lifeMs = parsed.data.expires_in * 1000;
    return {
      token: parsed.data.access_token,
      goodUntilMs: clock.now().getTime() + Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2),
    };
  };

  const getToken = async (): Promise<string> => {
    if (current && clock.now().getTime() < current.goodUntilMs) return current.token;
    // Callers that come meanwhile share one request.
    renewal ??= fetchToken().finally(() => {
      renewal = null;
    });
    current = await renewal;
    return current.token;
  };

  const sendWith = (token: string, request: GatewayRequest): Promise<GatewayReply> =>
    http.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });

  return {
    send: async (request) => {
      const token = await getToken();
      const reply = await sendWith(token, request);
      if (reply.status !== 401) return reply;
      // The gateway forgot the token (it restarted, say). One new one; a second refusal means what
      // it says.
      if (current?.token === token) current = null;
      const again = await sendWith(await getToken(), request);
      if (again.status === 401)
        throw new GatewayError('unknown', 'the gateway refuses the token it has just given');
      return again;
    },
    close: async () => {
      await Promise.all([http.close(), issuer.close()]);
    },
  };
};

// HTTP calls with an OAuth 2 token (client credentials), fetched once, shared, and renewed before
// its expiry.
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
  /** Token address. */
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope?: string;
};

export type TokenClient = {
  /** Returns every reply below 500. Throws GatewayError (`unknown`). */
  send: (request: GatewayRequest) => Promise<GatewayReply>;
  close: () => Promise<void>;
};

/** A token is renewed this long before its expiry. */
const RENEW_BEFORE_MS = 60_000;

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
});

/** Opens the connection; the first call sends the first request. */
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
    // Wrong credentials say nothing about the charge.
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
    // Concurrent callers share one request.
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
      // The gateway lost the token, by a restart for example: one new token, and a second 401 is
      // final.
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

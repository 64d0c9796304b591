// Who may call the bank: OAuth 2 client credentials, and the scope each call needs.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { Problem } from './problem.ts';

export type Client = { id: string; secret: string };

const SCOPES = [
  'cob.write',
  'cob.read',
  'cobv.write',
  'cobv.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
  'pix.send',
  'gn.pix.send.read',
  'rec.write',
  'rec.read',
  'cobr.write',
  'cobr.read',
  'payloadlocationrec.write',
  'payloadlocationrec.read',
  'webhookrec.write',
  'webhookrec.read',
  'webhookcobr.write',
  'webhookcobr.read',
] as const;
export type Scope = (typeof SCOPES)[number];

const TOKEN_SECONDS = 3600;

const basicCredentials = (request: FastifyRequest): string | undefined => {
  const [scheme, value] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'basic' && value
    ? Buffer.from(value, 'base64').toString('utf8')
    : undefined;
};

/**
 * The tokens of the one client: the route that issues them, and the check that the other routes put
 * in front.
 */
export const openAccess = (client: Client, clock: Clock) => {
  // Tokens do not survive a restart, as at a real bank: clients must cope with a 401.
  const tokens = new Map<string, { scopes: readonly string[]; expiresAtMs: number }>();

  const issueTokens = (app: FastifyInstance): void => {
    app.post('/oauth/token', async (request, reply) => {
      if (basicCredentials(request) !== `${client.id}:${client.secret}`)
        return reply.code(401).send({ error: 'invalid_client' });
      const { grant_type: grant, scope } = (request.body ?? {}) as {
        grant_type?: string;
        scope?: string;
      };
      if (grant !== 'client_credentials')
        return reply.code(400).send({ error: 'unsupported_grant_type' });
      const requested = scope?.split(' ') ?? SCOPES;
      const scopes = SCOPES.filter((known) => requested.includes(known));
      const token = randomBytes(24).toString('base64url');
      tokens.set(token, { scopes, expiresAtMs: clock.now().getTime() + TOKEN_SECONDS * 1000 });
      return {
        access_token: token,
        token_type: 'Bearer',
        expires_in: TOKEN_SECONDS,
        scope: scopes.join(' '),
      };
    });
  };

  const allow = (scope: Scope) => async (request: FastifyRequest) => {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const token = bearer === undefined ? undefined : tokens.get(bearer);
    if (!token || token.expiresAtMs <= clock.now().getTime()) throw new UnauthenticatedError();
    if (!token.scopes.includes(scope))
      throw new Problem('AcessoNegado', `Falta o escopo ${scope}.`);
  };
  return { issueTokens, allow };
};

/** No token, or one that has ended. */
export class UnauthenticatedError extends Error {
  readonly statusCode = 401;
}

/** The check in front of a call. */
export type WithScope = (scope: Scope) => {
  onRequest: ReturnType<ReturnType<typeof openAccess>['allow']>;
};

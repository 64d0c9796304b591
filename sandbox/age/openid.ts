// An OpenID provider that knows whether a person is of age: discovery, authorization code with
// PKCE, an identity token signed with ES256, and a page with the answers that a tester can give.
import { createHash, randomBytes, sign, webcrypto, createPrivateKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import type { SandboxContext } from '../core/order-store.ts';
import { html, page, send } from '../pages/html.ts';
import { makeKeys } from './certificates.ts';

export type OpenIdClient = { clientId: string; clientSecret: string };

/** `text` stands for a provider that sends the word instead of the boolean. */
const ANSWERS = {
  over: { text: 'Confirmar: 18 anos ou mais', claim: true },
  under: { text: 'Confirmar: menos de 18 anos', claim: false },
  text: { text: 'Enviar texto em vez do valor', claim: 'true' },
  nothing: { text: 'Não dizer a idade', claim: undefined },
} as const;
type AnswerName = keyof typeof ANSWERS;

const requestSchema = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  scope: z.string(),
  state: z.string().min(1).max(500),
  nonce: z.string().min(1).max(500),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
});
type AuthorizationRequest = z.output<typeof requestSchema>;
const answerSchema = requestSchema.extend({
  answer: z.enum([...(Object.keys(ANSWERS) as AnswerName[]), 'declined'] as const),
});
const tokenSchema = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
});

const base64url = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

const choicePage = (request: AuthorizationRequest): string => {
  const query = (answer: string) => new URLSearchParams({ ...request, answer }).toString();
  return page(
    'Provedor de idade',
    html`<section class="card"><h1>Provedor de idade</h1><p><b>${new URL(request.redirect_uri).host}</b> pergunta se você tem 18 anos ou mais.</p>
${Object.entries(ANSWERS).map(([name, { text }]) => html`<p><a class="button quiet" href="/age/openid/answer?${query(name)}">${text}</a></p>`)}
<p><a class="button quiet" href="/age/openid/answer?${query('declined')}">Cancelar</a></p></section>`,
  );
};

type CodeGrant = { nonce: string; answer: AnswerName };

const createTokens = (
  { clock }: Pick<SandboxContext, 'clock'>,
  { clientId }: OpenIdClient,
  issuer: () => string,
) => {
  let keys: ReturnType<typeof makeKeys> | undefined;
  const known = () => (keys ??= makeKeys());
  return {
    publicKey: async () => ({
      ...(await webcrypto.subtle.exportKey('jwk', (await known()).publicKey)),
      kid: 'age',
      alg: 'ES256',
      use: 'sig',
    }),
    issue: async ({ nonce, answer }: CodeGrant): Promise<string> => {
      const seconds = Math.floor(clock.now().getTime() / 1_000);
      const signed = `${base64url({ alg: 'ES256', typ: 'JWT', kid: 'age' })}.${base64url({
        iss: issuer(),
        aud: clientId,
        // Another at each visit: it can't be compared.
        sub: randomBytes(16).toString('hex'),
        iat: seconds,
        exp: seconds + 300,
        nonce,
        age_over_18: ANSWERS[answer].claim,
      })}`;
      const key = createPrivateKey({
        key: await webcrypto.subtle.exportKey('jwk', (await known()).privateKey),
        format: 'jwk',
      });
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      return `${signed}.${signature.toString('base64url')}`;
    },
  };
};

/** Codes are good once, for the address and the verifier that they were asked for with. */
const createCodes = ({ clientId, clientSecret }: OpenIdClient) => {
  const codes = new Map<string, AuthorizationRequest & CodeGrant>();
  return {
    issue: (request: AuthorizationRequest & CodeGrant): string => {
      const code = randomBytes(24).toString('base64url');
      codes.set(code, request);
      return code;
    },
    redeem: (body: unknown): CodeGrant | 'invalid_client' | 'invalid_grant' => {
      const given = tokenSchema.safeParse(body);
      if (!given.success) return 'invalid_grant';
      const { client_id: id, client_secret: secret, code } = given.data;
      if (id !== clientId || secret !== clientSecret) return 'invalid_client';
      const found = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256').update(given.data.code_verifier).digest('base64url');
      return found?.redirect_uri === given.data.redirect_uri && challenge === found.code_challenge
        ? found
        : 'invalid_grant';
    },
  };
};

export const openIdRoutes =
  (context: Pick<SandboxContext, 'clock' | 'faults'>, client: OpenIdClient) =>
  async (app: FastifyInstance): Promise<void> => {
    applyFaults(app, context.faults);
    const issuer = () => `${app.listeningOrigin}/age/openid`;
    const tokens = createTokens(context, client, issuer);
    const codes = createCodes(client);

    app.get('/age/openid/.well-known/openid-configuration', async () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      claims_supported: ['age_over_18'],
    }));
    app.get('/age/openid/jwks', async () => ({ keys: [await tokens.publicKey()] }));
    app.get('/age/openid/authorize', async ({ query }, reply) => {
      const given = requestSchema.safeParse(query);
      return given.success && given.data.client_id === client.clientId
        ? send(reply, 200, choicePage(given.data))
        : reply.code(400).send({ error: 'invalid_request' });
    });
    app.get('/age/openid/answer', async ({ query }, reply) => {
      const { answer, ...request } = answerSchema.parse(query);
      const back = new URL(request.redirect_uri);
      back.searchParams.set('state', request.state);
      if (answer === 'declined') back.searchParams.set('error', 'access_denied');
      else back.searchParams.set('code', codes.issue({ ...request, answer }));
      return reply.redirect(back.href);
    });
    app.post('/age/openid/token', async ({ body }, reply) => {
      const redeemed = codes.redeem(body);
      if (typeof redeemed === 'string')
        return reply.code(redeemed === 'invalid_client' ? 401 : 400).send({ error: redeemed });
      return {
        access_token: randomBytes(24).toString('base64url'),
        token_type: 'Bearer',
        expires_in: 60,
        id_token: await tokens.issue(redeemed),
      };
    });
  };

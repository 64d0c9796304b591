// Cielo's 3-D Secure 2 (MPI v2.1) at its real paths: the token, the script that a shop's page runs,
// and the frame in which the card's bank asks.
import { randomBytes, randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import type { SandboxContext } from '../core/order-store.ts';
import { framePage, SCRIPT } from './mpi-page.ts';

export type CieloMpiClient = { clientId: string; clientSecret: string };

const TOKENS = 'cielo-mpi-token';
const CHALLENGES = 'cielo-mpi-asked';
const CRYPTOGRAMS = 'cielo-mpi-cavv';
const TOKEN_MS = 24 * 60 * MINUTE_MS;

// docs.cielo.com.br/ecommerce-cielo, "Criar o token de acesso".
const tokenSchema = z.object({
  EstablishmentCode: z.string().regex(/^\d{1,10}$/),
  MerchantName: z.string().min(1).max(25),
  MCC: z.string().regex(/^\d{4}$/),
});

// The classes that are mandatory: docs.cielo.com.br/ecommerce-cielo, "Mapeamento de classes".
const fieldsSchema = z
  .object({
    bpmpi_auth: z.enum(['true', 'false']),
    bpmpi_ordernumber: z.string().regex(/^[A-Za-z0-9-]{1,50}$/),
    bpmpi_currency: z.literal('BRL'),
    bpmpi_totalamount: z.string().regex(/^\d{1,15}$/),
    bpmpi_installments: z.string().regex(/^\d{1,2}$/),
    bpmpi_paymentmethod: z.enum(['Credit', 'Debit']),
    bpmpi_cardnumber: z.string().regex(/^\d{13,19}$/),
    bpmpi_cardexpirationmonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
    bpmpi_cardexpirationyear: z.string().regex(/^20\d\d$/),
    bpmpi_order_productcode: z.enum(['PHY', 'CHA', 'ACF', 'QCT', 'PAL']),
    bpmpi_merchant_url: z.string().min(1).max(100),
  })
  .loose();

/**
 * What the bank of a test card does: the two digits before the last, of the numbers that 3-D
 * Secure's test cards have.
 */
const BEHAVIOURS: Record<string, 'failed' | 'unenrolled' | 'challenge'> = {
  '01': 'failed',
  '03': 'unenrolled',
  '05': 'unenrolled',
  '09': 'challenge',
};
const TEST_CARD = /^(?:4000|5200)0{8}1(\d\d)\d$/;
/** The brands that 3-D Secure is offered for: Visa, Mastercard, Elo and American Express. */
const SUPPORTED = /^(?:4|5[1-5]|2[2-7]|3[47]|50|6[35])/;

type AuthenticationAmount = { amountCentavos: number };

/** Whether a bank issued this cryptogram for a charge of this amount. */
export const hasCryptogram = (
  { store }: SandboxContext,
  cavv: string,
  amountCentavos: number,
): boolean => store.get<AuthenticationAmount>(CRYPTOGRAMS, cavv)?.amountCentavos === amountCentavos;

/** Token, script and frame. */
const accessRoutes = (
  app: FastifyInstance,
  { store, clock }: SandboxContext,
  client: CieloMpiClient,
): void => {
  app.setErrorHandler((error, _request, reply) => {
    // The input is left out: it holds a card.
    if (error instanceof z.ZodError)
      return reply.code(400).send({
        ReturnCode: 'MPI902',
        ReturnMessage: `Invalid field: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`,
      });
    throw error;
  });
  app.post('/v2/auth/token', async ({ headers, body }, reply) => {
    if (
      headers.authorization !==
      `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`
    )
      return reply.code(401).send({ error: 'invalid_client' });
    tokenSchema.parse(body);
    const token = randomBytes(32).toString('base64url');
    store.put(TOKENS, token, clock.now().getTime() + TOKEN_MS);
    return reply.code(201).send({
      access_token: token,
      token_type: 'Bearer',
      expires_in: new Date(clock.now().getTime() + TOKEN_MS).toISOString(),
    });
  });
  app.get('/Scripts/BP.Mpi.3ds21.min.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(SCRIPT),
  );
  app.get('/mpi/frame', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'`,
      )
      .send(framePage(nonce));
  });
};

/** Replies to authentications, and their pending references. */
const createReplies = (store: SandboxContext['store']) => {
  const success = (reference: string, amountCentavos: number) => {
    const cavv = randomBytes(20).toString('base64');
    store.put(CRYPTOGRAMS, cavv, { amountCentavos } satisfies AuthenticationAmount);
    store.remove(CHALLENGES, reference);
    return {
      Status: 'AUTHENTICATED',
      Cavv: cavv,
      Xid: randomBytes(20).toString('base64'),
      Eci: '05',
      Version: '2',
      ReferenceId: reference,
    };
  };
  const refusal = (Status: string, Eci: string, reference: string, ReturnMessage: string) => ({
    Status,
    Eci,
    Version: '2',
    ReferenceId: reference,
    ReturnCode: 'MPI600',
    ReturnMessage,
  });
  const knownReference = (value: unknown): string =>
    z
      .string()
      .refine((reference) => store.get(CHALLENGES, reference) !== undefined, 'unknown')
      .parse(value);

  return { success, refusal, knownReference };
};

export const mpiRoutes =
  (context: SandboxContext, client: CieloMpiClient) =>
  async (app: FastifyInstance): Promise<void> => {
    applyFaults(app, context.faults);
    accessRoutes(app, context, client);
    authenticationRoutes(app, context);
  };

const authenticationRoutes = (app: FastifyInstance, { store, clock }: SandboxContext): void => {
  /** A token is valid for one authentication. */
  app.post('/v2/3ds/init', async ({ headers }, reply) => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const ends = store.get<number>(TOKENS, token) ?? 0;
    store.remove(TOKENS, token);
    if (ends <= clock.now().getTime())
      return reply.code(401).send({
        ReturnCode: 'MPI900',
        ReturnMessage: 'An error has occurred: invalid access token',
      });
    const reference = randomUUID();
    store.put(CHALLENGES, reference, { amountCentavos: 0 } satisfies AuthenticationAmount);
    return { ReferenceId: reference };
  });
  const { success, refusal, knownReference } = createReplies(store);
  app.post<{ Body: { ReferenceId?: unknown; Fields?: unknown } }>(
    '/v2/3ds/enroll',
    async ({ body }) => {
      const reference = knownReference(body.ReferenceId);
      const fields = fieldsSchema.parse(body.Fields);
      const amountCentavos = Number(fields.bpmpi_totalamount);
      if (fields.bpmpi_auth === 'false') return { Status: 'DISABLED' };
      if (!SUPPORTED.test(fields.bpmpi_cardnumber))
        return refusal('UNSUPPORTED_BRAND', '', reference, 'Brand not supported');
      const behaviour = BEHAVIOURS[TEST_CARD.exec(fields.bpmpi_cardnumber)?.[1] ?? ''];
      if (behaviour === 'failed')
        return refusal('FAILED', '07', reference, 'Authentication failed');
      if (behaviour === 'unenrolled')
        return refusal('UNENROLLED', '06', reference, 'Cardholder not enrolled');
      if (behaviour !== 'challenge') return success(reference, amountCentavos);
      store.put(CHALLENGES, reference, { amountCentavos } satisfies AuthenticationAmount);
      return { Status: 'CHALLENGE', ReferenceId: reference };
    },
  );
  /** The holder's answer on the page of their bank. */
  app.post<{ Body: { ReferenceId?: unknown; Confirmed?: unknown } }>(
    '/v2/3ds/validate',
    async ({ body }) => {
      const reference = knownReference(body.ReferenceId);
      if (body.Confirmed === true)
        return success(
          reference,
          store.get<AuthenticationAmount>(CHALLENGES, reference)?.amountCentavos ?? 0,
        );
      store.remove(CHALLENGES, reference);
      return refusal('FAILED', '07', reference, 'Authentication failed');
    },
  );
};

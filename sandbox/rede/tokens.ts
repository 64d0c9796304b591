// e.Rede's token service at its real paths: a card becomes a network token, which is charged with
// one cryptogram per charge.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { DAY_MS } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type DisplayCard, displayCardOf } from '../cards/bank.ts';
import { Refusal, type SandboxContext } from '../core/order-store.ts';

type Status = 'Pending' | 'Active' | 'Suspended' | 'Deleted' | 'Failed';
type Brand = 'Visa' | 'Mastercard' | 'Elo';

/** The stored part of a card, never its number. `code` is the network token. */
type Token = DisplayCard & {
  id: string;
  brand: Brand;
  code: string;
  expirationDate: string;
  email: string;
  asked: Status;
  activeAt: string;
  changedAt: string;
};

/** A card as a charge by its token names it. */
export type TokenCharge = {
  cardNumber: string;
  expirationMonth: number;
  expirationYear: number;
  tokenCryptogram?: string | undefined;
  securityAuthentication?: { sai: string } | undefined;
};

/** A field of the protocol is missing or contradicts another. */
export class InvalidFieldError extends Error {}

const [TOKEN, CODE, CRYPTOGRAM] = ['rede-token', 'rede-token-code', 'rede-cryptogram'];
/**
 * A holder with DEMORA in the name is activated after a minute, one with FALHA never; every other
 * card is active at the first query.
 */
const SLOW_MS = 60_000;
const PATH = '/redelabs/token-service/oauth/v2';

export const brandOf = (number: string): Brand =>
  number.startsWith('4') ? 'Visa' : /^(5|2)/.test(number) ? 'Mastercard' : 'Elo';

const text = z.union([z.string(), z.int()]).transform(String);
// Rules of the manual of e.Rede v1.38, "Card brand tokenization": the email is mandatory, a month
// has two digits, and storageCard excludes 1.
const createSchema = z.object({
  filiation: text,
  cardNumber: z.string().regex(/^\d{13,19}$/),
  expirationMonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
  expirationYear: z.string().regex(/^20\d\d$/),
  email: z.email().max(200),
  storageCard: text.pipe(z.enum(['0', '2'])).optional(),
  cardholderName: z.string().max(200).optional(),
  securityCode: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
});
const changeSchema = z.object({
  filiation: text,
  tokenizationStatus: z.enum(['deleted', 'suspend', 'resume']),
  reason: z.literal([1, 2]),
});
const STATUS_AFTER: Record<z.output<typeof changeSchema>['tokenizationStatus'], Status> = {
  deleted: 'Deleted',
  suspend: 'Suspended',
  resume: 'Active',
};
const cryptogramSchema = z.object({ filiation: text, subscription: z.boolean() });

const statusOf = (token: Token, now: Date): Status =>
  token.asked === 'Active' && now < new Date(token.activeAt) ? 'Pending' : token.asked;

export type TokenStore = {
  /**
   * The card of a network token; null for an unknown token. Throws Refusal and InvalidFieldError
   * when it can't be charged.
   */
  charged: (charge: TokenCharge) => DisplayCard | null;
};

export const createTokenStore = ({ store, clock }: SandboxContext): TokenStore => ({
  charged: ({
    cardNumber,
    expirationMonth,
    expirationYear,
    tokenCryptogram,
    securityAuthentication,
  }) => {
    const id = store.get<string>(CODE, cardNumber);
    const token = id === undefined ? undefined : store.get<Token>(TOKEN, id);
    if (!token) return null;
    if (statusOf(token, clock.now()) !== 'Active') throw new Refusal('unknown', 'Token not active');
    const [month, year] = token.expirationDate.split('/').map(Number);
    if (expirationMonth !== month || expirationYear !== year)
      throw new InvalidFieldError('expirationMonth, expirationYear');
    const cryptogram =
      tokenCryptogram === undefined ? undefined : store.get<string>(CRYPTOGRAM, tokenCryptogram);
    if (cryptogram !== token.id) throw new InvalidFieldError('tokenCryptogram');
    if (token.brand !== 'Mastercard' && !securityAuthentication)
      throw new InvalidFieldError('securityAuthentication.sai');
    store.remove(CRYPTOGRAM, tokenCryptogram ?? '');
    return { cardBin: token.cardBin, last4: token.last4, holder: token.holder };
  },
});

const DONE = { returnCode: '00', returnMessage: 'Success.' };

const findToken = (store: SandboxContext['store'], id: string): Token => {
  const token = store.get<Token>(TOKEN, id);
  if (!token) throw new Refusal('unknown', 'Token not found');
  return token;
};

const newToken = (card: z.output<typeof createSchema>, now: Date): Token => {
  const holder = card.cardholderName ?? '';
  const words = holder.toUpperCase().split(/\s+/);
  const code = `${card.cardNumber.slice(0, 6)}${Array.from({ length: 10 }, () => randomInt(10)).join('')}`;
  return {
    ...displayCardOf(card.cardNumber, holder),
    id: randomUUID(),
    brand: brandOf(card.cardNumber),
    code,
    expirationDate: `${card.expirationMonth}/${card.expirationYear}`,
    email: card.email,
    asked: words.includes('FALHA') ? 'Failed' : 'Active',
    activeAt: new Date(now.getTime() + (words.includes('DEMORA') ? SLOW_MS : 0)).toISOString(),
    changedAt: now.toISOString(),
  };
};

type ById = { Params: { id: string } };

/**
 * `POST`, `GET`, `PUT .../tokenization` and `POST .../cryptogram`. None of them consults the card's
 * bank.
 */
export const tokenRoutes = (
  app: FastifyInstance,
  { store, clock }: SandboxContext,
  { pv }: { pv: string },
): void => {
  const ofMerchant = (filiation: string): void => {
    if (filiation !== pv) throw new InvalidFieldError('filiation');
  };
  app.post(`${PATH}/tokenization`, async (request, reply) => {
    const card = createSchema.parse(request.body);
    ofMerchant(card.filiation);
    const token = newToken(card, clock.now());
    store.put(TOKEN, token.id, token);
    store.put(CODE, token.code, token.id);
    return reply.code(201).send({ ...DONE, tokenizationId: token.id });
  });
  app.get<ById & { Querystring: { filiation?: string } }>(
    `${PATH}/tokenization/:id`,
    async ({ params, query }) => {
      ofMerchant(query.filiation ?? '');
      const token = findToken(store, params.id);
      const status = statusOf(token, clock.now());
      return {
        ...DONE,
        tokenizationId: token.id,
        tokenizationStatus: status,
        affiliation: Number(pv),
        brand: { name: token.brand },
        lastModifiedDate: token.changedAt,
        last4: token.last4,
        ...(status === 'Active' && {
          token: { code: token.code, expirationDate: token.expirationDate },
        }),
      };
    },
  );
  app.put<ById>(`${PATH}/tokenization/:id`, async ({ params, body }) => {
    const { filiation, tokenizationStatus } = changeSchema.parse(body);
    ofMerchant(filiation);
    const token = findToken(store, params.id);
    if (token.asked === 'Deleted') throw new Refusal('canceled', 'Token already deleted');
    store.put(TOKEN, token.id, {
      ...token,
      asked: STATUS_AFTER[tokenizationStatus],
      changedAt: clock.now().toISOString(),
    });
    return { ...DONE, tokenizationId: token.id };
  });
  app.post<ById>(`${PATH}/cryptogram/:id`, async ({ params, body }) => {
    ofMerchant(cryptogramSchema.parse(body).filiation);
    const token = findToken(store, params.id);
    if (statusOf(token, clock.now()) !== 'Active')
      throw new Refusal('notAgreed', 'Token not active');
    const tokenCryptogram = randomBytes(20).toString('base64');
    store.put(CRYPTOGRAM, tokenCryptogram, token.id);
    return {
      ...DONE,
      tokenizationId: token.id,
      cryptogramInfo: {
        tokenCryptogram,
        eci: token.brand === 'Mastercard' ? '02' : '05',
        expirationDate: new Date(clock.now().getTime() + DAY_MS).toISOString(),
      },
    };
  });
};

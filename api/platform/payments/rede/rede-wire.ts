// e.Rede v2 on the wire: the shapes that are read, their mapping to the port, and which declines
// are irreversible.
import type { ChargeId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, centavos } from '@camarim/contract/money';
import { z } from 'zod';
import { challengeState } from '../cards/challenge.ts';
import { read, shortReference } from '../gateway-replies.ts';
import {
  type ChargeReport,
  type ChargeState,
  type Decline,
  GatewayError,
  type StoredCardState,
  type RefundReport,
} from '../port.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const amount = z.int().transform(centavos);
const refundSchema = z.object({
  refundId: z.string(),
  refundDateTime: instant.nullish(),
  amount,
  status: z.string(),
});
const transactionSchema = z.object({
  authorization: z.object({
    dateTime: instant.nullish(),
    tid: z.string(),
    reference: z.string(),
    status: z.string(),
    returnCode: z.string(),
    returnMessage: z.string().default(''),
    amount,
    brand: z
      .object({
        name: z.string().nullish(),
        merchantAdviceCode: z.string().nullish(),
        brandTid: z.union([z.string(), z.number()]).transform(String).nullish(),
      })
      .nullish(),
  }),
  capture: z.object({ dateTime: instant.nullish(), amount }).nullish(),
  refunds: z.array(refundSchema).default([]),
  threeDSecure: z.object({ url: z.url().nullish() }).nullish(),
});
const codeSchema = z.object({
  returnCode: z.string(),
  returnMessage: z.string().default(''),
  threeDSecure: z.object({ url: z.url() }).nullish(),
});

/** References of the protocol have sixteen alphanumeric characters. */
export const toReference = (reference: string): string => shortReference(reference, 16);

/**
 * The merchant number (PV) without the leading zeros of the client id, which the acquirer answers
 * with `invalid_client`.
 */
export const affiliationOf = ({ clientId }: { clientId: string }): string =>
  clientId.replace(/^0+/, '');

/** Success, success without a charge, a completed refund, and an accepted refund. */
const SUCCESS = new Set(['00', '174', '359', '360']);
/** Irreversible: the card has expired, or its holder cancelled the recurrence. */
const IRREVERSIBLE = new Set(['112', '123']);
/** Reversible: no funds today, a wrong security code. */
const REVERSIBLE = new Set(['111', '119']);
/** The 3-D Secure authentication failed. */
const UNAUTHENTICATED = '202';
/** Mastercard's advice codes: never try this card again. */
const ADVICE_NEVER = new Set(['03', '21']);

export const declineOf = (code: string, words: string, advice?: string | null): Decline => {
  const never = IRREVERSIBLE.has(code) || ADVICE_NEVER.has(advice ?? '');
  return {
    code,
    class: never
      ? 'irreversible'
      : code === UNAUTHENTICATED
        ? 'unauthenticated'
        : REVERSIBLE.has(code)
          ? 'reversible'
          : 'unknown',
    words,
  };
};

/** The return code of a reply; null without one. */
export const codeOf = (
  body: unknown,
): { returnCode: string; returnMessage: string; success: boolean } | null => {
  const parsed = codeSchema.safeParse(body);
  return parsed.success ? { ...parsed.data, success: SUCCESS.has(parsed.data.returnCode) } : null;
};

const REFUND_STATES: Record<string, RefundReport['state']> = { Done: 'done', Denied: 'failed' };

const refundOf = (refund: z.output<typeof refundSchema>, now: Date): RefundReport => ({
  refundId: refund.refundId,
  ref: refund.refundId,
  origin: 'requested',
  state: REFUND_STATES[refund.status] ?? 'processing',
  amountCentavos: refund.amount,
  at: refund.refundDateTime ?? now,
});

const sum = (refunds: readonly RefundReport[]): Centavos =>
  refunds.reduce<Centavos>(
    (total, { amountCentavos }) => centavos(total + amountCentavos),
    ZERO_CENTAVOS,
  );

const stateOf = (
  status: string,
  capturedCentavos: Centavos,
  refunds: readonly RefundReport[],
): ChargeState => {
  if (status === 'Denied') return 'failed';
  if (capturedCentavos === 0)
    return status === 'Approved' ? 'authorized' : status === 'Canceled' ? 'canceled' : 'pending';
  const returned = sum(refunds.filter(({ state }) => state === 'done'));
  if (returned === 0) return 'paid';
  return returned >= capturedCentavos ? 'refunded' : 'partially_refunded';
};

/** The transaction awaits its 3-D Secure challenge. */
const CHALLENGED = '220';

/**
 * A transaction as a report; `challengeUrl` is only in the first reply. Throws GatewayError
 * (`invalid`).
 */
export const readTransaction = (
  body: unknown,
  chargeId: ChargeId,
  now: Date,
  challengeUrl: string | null = null,
): ChargeReport => {
  const {
    authorization,
    capture,
    refunds: raw,
    threeDSecure,
  } = read(transactionSchema, body, 'transaction');
  if (authorization.reference !== toReference(chargeId))
    throw new GatewayError('invalid', 'the gateway answered another charge than the requested one');
  const refunds = raw.map((refund) => refundOf(refund, now));
  const paidCentavos =
    authorization.status === 'Denied' ? ZERO_CENTAVOS : (capture?.amount ?? ZERO_CENTAVOS);
  const state = stateOf(authorization.status, paidCentavos, refunds);
  return {
    chargeId,
    providerRef: authorization.tid,
    state,
    amountCentavos: authorization.amount,
    paidCentavos,
    receipts:
      paidCentavos === 0
        ? []
        : [
            {
              ref: authorization.tid,
              amountCentavos: paidCentavos,
              receivedAt: capture?.dateTime ?? now,
              refunds,
            },
          ],
    presentment: null,
    ...(state === 'pending' &&
      authorization.returnCode === CHALLENGED &&
      challengeState(
        challengeUrl ?? threeDSecure?.url ?? null,
        authorization.dateTime ?? now,
        now,
      )),
    ...(authorization.brand?.brandTid && { networkRef: authorization.brand.brandTid }),
    ...(state === 'failed' && {
      decline: declineOf(
        authorization.returnCode,
        authorization.returnMessage,
        authorization.brand?.merchantAdviceCode,
      ),
    }),
  };
};

const storedCardSchema = z.object({ tokenizationId: z.string().min(8).max(200) });

/** The token of a stored card. */
export const readStoredCard = (body: unknown): string =>
  read(storedCardSchema, body, 'stored card').tokenizationId;

const stateSchema = z.object({ tokenizationStatus: z.string() });
const STORED_CARD_STATES: Record<string, StoredCardState> = { Pending: 'pending', Active: 'ready' };

/**
 * State of a stored card: `Inactive`, `Suspended`, `Deleted` and `Failed` can't be charged. Throws
 * GatewayError (`invalid`).
 */
export const readStoredCardState = (body: unknown): StoredCardState =>
  STORED_CARD_STATES[read(stateSchema, body, 'stored card').tokenizationStatus] ?? 'ended';

/** Address of the 3-D Secure challenge; null without one. */
export const challengeIn = (body: unknown): string | null => {
  const parsed = codeSchema.safeParse(body);
  return (parsed.success && parsed.data.threeDSecure?.url) || null;
};

/**
 * Address of the token service, next to the OAuth address: `.../redelabs/oauth2/token` ->
 * `.../redelabs/token-service/oauth/v2`, which takes OAuth; `/token-service/v1` takes only Basic
 * credentials.
 */
export const tokenServiceUrl = ({ tokenUrl }: { tokenUrl: string }): string =>
  new URL('../token-service/oauth/v2', tokenUrl).href;

/** The refunds of a transaction. */
export const readRefunds = (body: unknown, now: Date): RefundReport[] =>
  read(transactionSchema, body, 'transaction').refunds.map((refund) => refundOf(refund, now));

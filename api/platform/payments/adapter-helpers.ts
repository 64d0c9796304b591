// What every adapter does with a gateway's answers: refuse, look again after a lost one, read
// shapes, compare secrets.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { ZERO_CENTAVOS } from '@camarim/contract/money';
import { z } from 'zod';
import type { GatewayReply } from './gateway-http.ts';
import {
  type ChargeReport,
  type ChargeRequest,
  GatewayError,
  type RefundLookup,
  type RefundReport,
} from './port.ts';

/**
 * A lost reply is asked for once and, when there is nothing, the request is sent once more: both
 * are idempotent.
 */
const MAX_SENDS = 2;

/**
 * Our credentials are wrong, not the request; or the gateway has something of this id already.
 * Neither says that nothing happened.
 */
const INCONCLUSIVE_STATUSES = new Set([401, 403, 409]);

/** The error of an answer that says no. `reason` is what the gateway said, in its words. */
export const refusalError = (
  { status }: Pick<GatewayReply, 'status'>,
  reason: unknown,
): GatewayError =>
  new GatewayError(
    INCONCLUSIVE_STATUSES.has(status) ? 'unknown' : 'refused',
    `the gateway refused (${status}): ${typeof reason === 'string' && reason !== '' ? reason : 'no reason given'}`,
  );

const isUnknown = (error: unknown): boolean =>
  error instanceof GatewayError && error.outcome === 'unknown';

/** How one request is sent, understood, looked for and refused. */
export type RequestWithLookup<T> = {
  send: () => Promise<GatewayReply>;
  parse: (body: unknown) => T;
  /** What is at the gateway now, null when the work was not done. */
  lookUp: () => Promise<T | null>;
  toError: (reply: GatewayReply) => GatewayError;
  /** How often it may be sent: once where a second request would do the work again. */
  maxSends?: number;
};

/**
 * After a request whose answer was lost no refusal is believed, neither of a second request nor of
 * a look: look-ups lag behind at some gateways, and what refuses may be a step before the work (a
 * card's token, a key of the vault).
 */
export const asUnknown = (error: unknown): unknown =>
  error instanceof GatewayError && error.outcome === 'refused'
    ? new GatewayError(
        'unknown',
        `an earlier request of the same id was not answered; ${error.message}`,
        error,
      )
    : error;

/**
 * Sends an idempotent request and, when its answer is lost or says no, looks what is there: the
 * work may have been done by this request, or by an earlier one with the same id. A "no" is
 * `refused` only when no request before it was lost.
 */
export const sendWithLookup = async <T>({
  send,
  parse: accept,
  lookUp: look,
  toError: refuse,
  maxSends: sends = MAX_SENDS,
}: RequestWithLookup<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await send();
      if (reply.status < 300) return accept(reply.body);
      const found = await look();
      if (found !== null) return found;
      throw refuse(reply);
    } catch (error) {
      const failure = attempt === 1 ? error : asUnknown(error);
      if (!isUnknown(failure)) throw failure;
      const found = await look().catch((looking: unknown) => Promise.reject(asUnknown(looking)));
      if (found !== null) return found;
      if (attempt >= sends) throw failure;
    }
  }
};

/**
 * Our refund among those that a gateway lists without ids of ours: the one with the reference that
 * an answer named, else the one of its amount that was not there before it was first asked for.
 * Null when it is not there (yet).
 */
export const findOurRefund = (
  listed: readonly RefundReport[],
  { refundId, ref, amountCentavos = ZERO_CENTAVOS, otherRefs = [] }: RefundLookup,
): RefundReport | null => {
  const named = ref === undefined ? undefined : listed.find((refund) => refund.ref === ref);
  const found =
    named ??
    listed.find(
      (refund) => refund.amountCentavos === amountCentavos && !otherRefs.includes(refund.ref),
    );
  return found ? { ...found, refundId } : null;
};

/**
 * For a protocol that would do the work again for a second request: those of one charge that come
 * at once share one answer.
 */
export const shareConcurrentCreates = (
  create: (request: ChargeRequest) => Promise<ChargeReport>,
): ((request: ChargeRequest) => Promise<ChargeReport>) => {
  const inFlight = new Map<ChargeId, Promise<ChargeReport>>();
  return (request) => {
    const pending =
      inFlight.get(request.chargeId) ??
      create(request).finally(() => inFlight.delete(request.chargeId));
    inFlight.set(request.chargeId, pending);
    return pending;
  };
};

/** Reads a shape. Throws GatewayError (`invalid`) that says what of `subject` is wrong. */
export const read = <S extends z.ZodType>(
  schema: S,
  body: unknown,
  subject: string,
): z.output<S> => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new GatewayError(
    'invalid',
    `the gateway's ${subject} is not what the protocol says: ${z.prettifyError(parsed.error)}`,
  );
};

/** The JSON of a notification. Throws GatewayError (`invalid`). */
export const parseJson = (raw: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch (error) {
    throw new GatewayError('invalid', 'the notification is not JSON', error);
  }
};

/** Compares in the same time whatever was given: both are hashed first. */
export const secretsEqual = (given: string, expected: string): boolean => {
  const [left, right] = [given, expected].map((text) =>
    createHash('sha256').update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
};

/**
 * Our id in 20 lower-case letters and digits (some 103 bits of its SHA-256), for gateways whose
 * references are shorter than a UUID. One way: what comes back is compared, never decoded.
 */
export const shortReference = (uuid: string, length: 16 | 20): string => {
  const digest = BigInt(`0x${createHash('sha256').update(uuid).digest('hex')}`);
  return digest.toString(36).padStart(50, '0').slice(-length);
};

// Interpretation of gateway replies, shared by the adapters: refusals, lookups after a lost reply,
// schemas and secrets.
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
 * After a lost reply the state is looked up once and, when it shows nothing, the request is sent
 * once more: both are idempotent.
 */
const MAX_SENDS = 2;

/** Wrong credentials, or an object with this id exists: neither proves that nothing happened. */
const INCONCLUSIVE_STATUSES = new Set([401, 403, 409]);

/** The error of a refusal. `reason` is the gateway's own text. */
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

/** How to send one request, parse its reply, look its effect up, and translate its refusal. */
export type RequestWithLookup<T> = {
  send: () => Promise<GatewayReply>;
  parse: (body: unknown) => T;
  /** The current object at the gateway; null when the request had no effect. */
  lookUp: () => Promise<T | null>;
  toError: (reply: GatewayReply) => GatewayError;
  /** Maximum of sends: 1 where a second request would act again. */
  maxSends?: number;
};

/**
 * Downgrades a refusal to `unknown`. After a lost reply no refusal is conclusive, neither of a
 * second request nor of a lookup: lookups lag behind at some gateways, and the refusing step may
 * precede the work (a card's token, a key of the vault).
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
 * Sends an idempotent request and, after a lost reply or a refusal, looks its effect up: this
 * request or an earlier one with the same id may have done the work. A refusal is `refused` only
 * when no earlier reply was lost.
 */
export const sendWithLookup = async <T>({
  send,
  parse: accept,
  lookUp,
  toError: refuse,
  maxSends: sends = MAX_SENDS,
}: RequestWithLookup<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await send();
      if (reply.status < 300) return accept(reply.body);
      const found = await lookUp();
      if (found !== null) return found;
      throw refuse(reply);
    } catch (error) {
      const failure = attempt === 1 ? error : asUnknown(error);
      if (!isUnknown(failure)) throw failure;
      const found = await lookUp().catch((looking: unknown) => Promise.reject(asUnknown(looking)));
      if (found !== null) return found;
      if (attempt >= sends) throw failure;
    }
  }
};

/**
 * Finds our refund in a gateway's list without ids of ours: by the reference of a former reply,
 * else by amount among the refunds that were not there before the first request. Null when it is
 * not there (yet).
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
 * For protocols where a second request acts again: concurrent requests of one charge share one
 * reply.
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

/** Parses with a schema. Throws GatewayError (`invalid`) that names what is wrong in `subject`. */
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

/** Compares in constant time: both are hashed first. */
export const secretsEqual = (given: string, expected: string): boolean => {
  const [left, right] = [given, expected].map((text) =>
    createHash('sha256').update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
};

/**
 * Our id in 16 or 20 lower-case alphanumeric characters of its SHA-256 (some 103 bits for 20), for
 * gateways whose references are shorter than a UUID. One way: references are compared, never
 * decoded.
 */
export const shortReference = (uuid: string, length: 16 | 20): string => {
  const digest = BigInt(`0x${createHash('sha256').update(uuid).digest('hex')}`);
  return digest.toString(36).padStart(50, '0').slice(-length);
};

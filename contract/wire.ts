// Schemas shared by every feature: ids, money, instants, pages and the reply envelope.
import { z } from 'zod';
import type { Centavos } from './money.ts';
import type { ErrorCode } from './errors.ts';
import type { Id } from './ids.ts';

/**
 * A UUID, which senders may write in capitals. It is read in lower case, as the database writes it,
 * so that two of them compare as strings.
 */
export const uuid = () => z.uuid().toLowerCase();

/** An id of the given kind: a UUID. */
export const id = <Kind extends string>(kind: Kind) =>
  uuid().meta({ description: `id of a ${kind}` }) as unknown as z.ZodType<Id<Kind>, string>;

/** Money on the wire: integer centavos of BRL. */
export const centavosSchema = z
  .int()
  .meta({ description: 'centavos of BRL' }) as unknown as z.ZodType<Centavos, number>;

/**
 * A price or payment: integer centavos, above zero and at most R$ 100.000,00 unless a feature says
 * less.
 */
export const amountSchema = (min = 1, max = 10_000_000) =>
  z.int().min(min).max(max).meta({ description: 'centavos of BRL' }) as unknown as z.ZodType<
    Centavos,
    number
  >;

/** An instant: ISO-8601 in UTC. */
export const instant = z.iso.datetime().meta({ description: 'ISO-8601 instant, UTC' });

/** `limit` and `offset` of a list; every list has a named limit. */
export const page = (defaultLimit: number, maxLimit = 100) => ({
  limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/** What every JSON reply looks like. Source: product decisions, section 2. */
export type Envelope<Data> = {
  success: true;
  data: Data;
  message?: string;
  total?: number;
  limit?: number;
  offset?: number;
  cursor?: string | null;
};

/**
 * What every refused call answers. `message` is a sentence for a person in the request's language.
 */
export type Refusal = {
  success: false;
  code: ErrorCode;
  message: string;
  /** Validation only: what is wrong with each field, in the reader's language. */
  fields?: Record<string, { code: ErrorCode; message: string }>;
  /** 402 only: what the wallet dialog needs. */
  data?: unknown;
  requestId: string;
};

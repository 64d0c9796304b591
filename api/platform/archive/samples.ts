// Samples of decisions for the monthly pack: some of each class, the same ones whenever the pack of
// that month is made, so that no person chooses them.
import { type RawBuilder, sql } from 'kysely';
import type { Span } from '../database/figures.ts';

/** How many of each class; `tools/verify-pack.mjs` refuses a pack with more. */
export const SAMPLES_PER_CLASS = 5;

/**
 * SQL of the place of a row among those of its class, in an order that follows from the month and
 * the id alone; at most `SAMPLES_PER_CLASS` are a sample.
 */
export const samplePlace = ({ from }: Span, kind: RawBuilder<unknown>): RawBuilder<number> =>
  sql`row_number() OVER (PARTITION BY ${kind}
    ORDER BY sha256(convert_to(${from.toISOString()} || s.id::text, 'UTF8')), s.id)`;

const LINK = /\bhttps?:\/\/\S+/gi;
const ADDRESS = /\S+@\S+\.\S+/g;
const NAME_OF_ACCOUNT = /@[\w.-]+/g;
const NUMBER = /\+?\d[\d\s().-]{6,}\d/g;

/** The words of a decision without links, addresses, names of accounts and long numbers. */
export const withoutContacts = (text: string): string =>
  [LINK, ADDRESS, NAME_OF_ACCOUNT, NUMBER].reduce(
    (left, pattern) => left.replaceAll(pattern, '[…]'),
    text,
  );

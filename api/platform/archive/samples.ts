// Samples of decisions for the monthly pack: some of each class, the same ones whenever the pack of
// that month is made, so that no person chooses them.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Span } from '../database/figures.ts';
import { type ArchiveFile, jsonFile } from './archive.ts';

/** How many of each class; `tools/verify-pack.mjs` refuses a pack with more. */
export const SAMPLES_PER_CLASS = 5;

/**
 * SQL of the place of a row among those of its class, in an order that follows from the month and
 * the id alone; at most `SAMPLES_PER_CLASS` are a sample.
 */
const samplePlace = ({ from }: Span): RawBuilder<number> =>
  sql`row_number() OVER (PARTITION BY s.class
    ORDER BY sha256(convert_to(${from.toISOString()} || s.id::text, 'UTF8')), s.id)`;

type Sample = { class: string; nth: number; [fact: string]: unknown };

type SampleSource = {
  path: string;
  span: Span;
  /**
   * SQL of rows with `id`, `class`, and facts that name no one. What people wrote is none of them:
   * reasons and answers address people by name.
   */
  cases: RawBuilder<unknown>;
  /** The statement of reasons, in words of the product; null: none was due. */
  statement?: (sample: Sample) => object | null;
};

/** Some of the cases of each class, with their statements of reasons. */
export const sampleFile = (
  db: Database,
  { path, span, cases, statement = () => null }: SampleSource,
): ArchiveFile =>
  jsonFile(path, async () => {
    const { rows } = await sql<Sample>`
      SELECT q.* FROM (SELECT s.*, ${samplePlace(span)} AS nth FROM (${cases}) s) q
      WHERE q.nth <= ${SAMPLES_PER_CLASS} ORDER BY q.class, q.nth`.execute(db);
    return rows.map((sample) => {
      const { nth: _nth, ...facts } = sample;
      const reasons = statement(sample);
      return reasons ? { ...facts, statement: reasons } : facts;
    });
  });

// A page of a statement with the counterparts' names.
import type { statementEntrySchema } from '@camarim/contract/features/funds/statements';
import type { ProfileId } from '@camarim/contract/ids';
import type { z } from 'zod';
import { fieldError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import type { StatementFilters } from '../../ledger/index.ts';
import { summarise } from '../../profiles/index.ts';
import { presentLine } from './present.ts';

export type StatementPage = {
  lines: z.input<typeof statementEntrySchema>[];
  cursor: string | null;
};

const ENTRY_ID = /^\d{1,15}$/;

/**
 * Lines newest first; `before` is the cursor of the page before. Throws validate.invalid for a
 * malformed cursor.
 */
export const readStatement = async (
  ctx: Ctx,
  {
    before,
    ...query
  }: {
    profileId: ProfileId;
    account: 'wallet' | 'earnings';
    filters: StatementFilters;
    before: string | undefined;
    limit: number;
  },
): Promise<StatementPage> => {
  if (before !== undefined && !ENTRY_ID.test(before))
    throw fieldError('before', 'validate.invalid');
  const entries = await ctx.ledger.statement({
    ...query,
    before: before === undefined ? null : Number(before),
  });
  const people = await summarise(ctx, [
    ...new Set(entries.flatMap(({ counterpartId }) => counterpartId ?? [])),
  ]);
  const last = entries.length === query.limit ? entries.at(-1) : undefined;
  return {
    lines: entries.map((entry) => presentLine(entry, people)),
    cursor: last ? String(last.entryId) : null,
  };
};

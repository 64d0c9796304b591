// A whole statement, oldest first, read in pages while it is sent.
import { Readable } from 'node:stream';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../../context.ts';
import type { StatementFilters } from '../../../ledger/index.ts';
import { summarise } from '../../../profiles/index.ts';
import { presentLine } from '../present.ts';
import { type ExportFormat, type ExportLine, chainLines } from './chain.ts';
import { statementSeal } from './seal.ts';

const PAGE = 1_000;

export type ExportRequest = {
  profileId: ProfileId;
  account: 'wallet' | 'earnings';
  filters: StatementFilters;
  format: ExportFormat;
};

/**
 * Entries up to one moment, each once: entries posted while the file is sent are left out. Each
 * page is a query of its own, so that a slow reader holds no connection and no snapshot.
 */
async function* entriesOf(
  ctx: Ctx,
  { profileId, account, filters }: ExportRequest,
): AsyncGenerator<ExportLine> {
  const upTo = await ctx.ledger.newestEntry();
  for (let after = 0; ;) {
    const page = await ctx.ledger.statement({
      profileId,
      account,
      filters,
      after,
      upTo,
      limit: PAGE,
    });
    const people = await summarise(ctx, [
      ...new Set(page.flatMap(({ counterpartId }) => counterpartId ?? [])),
    ]);
    for (const line of page) yield presentLine(line, people) as ExportLine;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.entryId;
  }
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** The file, as a stream. */
export const exportStatement = async (ctx: Ctx, request: ExportRequest): Promise<Readable> => {
  const profile = (await summarise(ctx, [request.profileId])).get(request.profileId);
  const subject = {
    installation: ctx.config.publicUrl,
    profile: profile?.domainName ?? request.profileId,
    account: request.account,
    filters: Object.fromEntries(
      Object.entries(request.filters).filter(([, value]) => value !== undefined),
    ),
    exportedAt: ctx.clock.now().toISOString(),
  };
  const lines = chainLines(
    request.format,
    subject,
    entriesOf(ctx, request),
    await statementSeal(ctx),
  );
  return Readable.from(withLineEnds(lines));
};

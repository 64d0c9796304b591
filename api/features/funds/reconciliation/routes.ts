// Routes of reconciled days and their differences.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import { recordAct } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { type ProfileSummary, summarise } from '../../profiles/index.ts';
import { canResolve, type DifferenceResolution } from './policy.ts';
import { type DifferenceRow, listDays, listDifferences, resolveDifference } from './store.ts';

type DifferenceView = DataInput<Routes['GET /dsb/statement-differences']>[number];

const present = (
  { profileId, foundAt, settledAt, ...row }: DifferenceRow,
  people: ReadonlyMap<ProfileId, ProfileSummary>,
): DifferenceView => ({
  ...row,
  profile: (profileId && people.get(profileId)) || null,
  foundAt: foundAt.toISOString(),
  settledAt: settledAt?.toISOString() ?? null,
});

/** Throws statement.alreadySettled. */
const resolve = (
  { db, clock }: Ctx,
  { adminId, id, profileId }: Allowed<DifferenceResolution>,
  reason: string,
): Promise<void> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    if (!(await resolveDifference(tx, id, adminId, reason, now)))
      throw new AppError('statement.alreadySettled');
    await recordAct(tx, {
      adminId,
      action: 'statement.settled',
      profileId,
      subjectId: id,
      reason,
      now,
    });
  });

export const reconciliationHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/statement-days': async ({ query: { limit, offset } }) => {
      const { rows, total } = await listDays(ctx.db, { limit, offset });
      return {
        data: rows.map(({ matchedAt, ...row }) => ({
          ...row,
          matchedAt: matchedAt?.toISOString() ?? null,
        })),
        total,
        limit,
        offset,
      };
    },
    'GET /dsb/statement-differences': async ({ query: { settled, limit, offset } }) => {
      const { rows, total } = await listDifferences(ctx.db, {
        settled: settled === 'true',
        limit,
        offset,
      });
      const people = await summarise(ctx, [
        ...new Set(rows.flatMap(({ profileId }) => profileId ?? [])),
      ]);
      return { data: rows.map((row) => present(row, people)), total, limit, offset };
    },
    'POST /dsb/statement-differences/{id}': async ({
      viewer,
      params: { id },
      body: { reason },
    }) => {
      await resolve(ctx, await canResolve(ctx, viewer, id), reason);
      return { data: { id } };
    },
  });

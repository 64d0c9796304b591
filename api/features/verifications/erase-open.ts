// Requests that wait for a decision when their account is removed: no person is left to decide
// about.
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { eraseCase } from './decide.ts';
import { deleteOpenRequest } from './store.ts';

/** Deletes them with what was sent for them; documents go by a job. Decided ones stay. */
export const eraseOpenRequestsOf = (ctx: Ctx, profileId: ProfileId): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    for (const kind of ['age', 'producer'] as const) {
      const id = await deleteOpenRequest(tx, kind, profileId);
      if (id) await eraseCase(ctx, tx, { kind, id });
    }
  });

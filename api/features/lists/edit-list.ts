// Creating, changing and deleting lists.
import type { Routes } from '@camarim/contract';
import type { ListId, ListRule } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import { LISTS_MAX } from '@camarim/contract/limits';
import type { BodyOf } from '@camarim/contract/route';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import type { ListOwner } from './policy.ts';
import {
  addMembers,
  deleteListsOf,
  insertList,
  type ListRow,
  markListDeleted,
  removeMembers,
  updateList,
} from './store.ts';

/** Throws list.tooMany. */
export const createList = (
  ctx: Ctx,
  { ownerId }: Allowed<ListOwner>,
  request: BodyOf<Routes['POST /lists']>,
  key: string | null,
): Promise<ListId> => {
  const now = ctx.clock.now();
  return once(
    ctx.db,
    { profileId: ownerId, key, route: 'POST /lists', request, now },
    async (tx) => {
      const id = newId() as ListId;
      if (!(await insertList(tx, { id, ownerId, ...request, now }, LISTS_MAX)))
        throw new AppError('list.tooMany', { max: LISTS_MAX });
      return id;
    },
  );
};

/**
 * What is undefined stays as it is. Throws validate.invalid for the rule of a list kept by hand.
 */
export const editList = async (
  { db }: Ctx,
  row: Allowed<ListRow>,
  { name, rule }: { name?: string | undefined; rule?: ListRule | undefined },
): Promise<void> => {
  if (rule && row.rule === null) throw fieldError('rule', 'validate.invalid');
  await updateList(db, row.id, { name: name ?? row.name, rule: rule ?? row.rule });
};

export const deleteList = async ({ db, clock }: Ctx, { id }: Allowed<ListRow>): Promise<void> =>
  markListDeleted(db, id, clock.now());

/** A person in both lists is removed. */
export const setMembers = async (
  { db, clock }: Ctx,
  row: Allowed<ListRow>,
  { add, remove }: { add: readonly ProfileId[]; remove: readonly ProfileId[] },
): Promise<void> => {
  await transaction(db, async (tx) => {
    await addMembers(tx, row, add, clock.now());
    await removeMembers(tx, row.id, remove);
  });
};

export const eraseListsOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  await transaction(db, (tx) => deleteListsOf(tx, profileId));
};

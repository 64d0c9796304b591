// Routes of /lists.
import type { Routes } from '@camarim/contract';
import type { ListId } from '@camarim/contract/features/lists';
import { LISTS_MAX } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { summarise } from '../profiles/index.ts';
import { createList, deleteList, editList, setMembers } from './edit-list.ts';
import { canHaveLists, ownList, ownListByHand } from './policy.ts';
import { countSelection, type Selections } from './selections.ts';
import { findList, listMembers, type ListRow, listsOf } from './store.ts';

const present = (row: ListRow): DataInput<Routes['POST /lists']> => ({
  id: row.id,
  name: row.name,
  rule: row.rule,
  members: row.rule === null ? row.members : null,
  createdAt: row.created_at.toISOString(),
});

export const listsHandlers = (ctx: Ctx, selections: () => Selections) => {
  const view = async (id: ListId) => {
    const row = await findList(ctx.db, id);
    if (!row) throw new AppError('list.notFound');
    return { data: present(row) };
  };
  return handlers({
    'GET /lists': async ({ viewer }) => ({
      data: (await listsOf(ctx.db, canHaveLists(viewer).ownerId, LISTS_MAX)).map(present),
    }),
    'POST /lists': async ({ body, viewer, context }) =>
      view(await createList(ctx, canHaveLists(viewer), body, context.idempotencyKey)),
    'PUT /lists/{id}': async ({ params, body, viewer }) => {
      await editList(ctx, await ownList(ctx, viewer, params.id), body);
      return view(params.id);
    },
    'DELETE /lists/{id}': async ({ params, viewer }) => {
      await deleteList(ctx, await ownList(ctx, viewer, params.id));
      return { data: null };
    },
    'GET /lists/{id}/members': async ({ params, query: { name, ...page }, viewer }) => {
      const { id } = await ownListByHand(ctx, viewer, params.id);
      const ids = await listMembers(ctx.db, id, {
        ...page,
        requester: viewer,
        name: name || null,
      });
      const profiles = await summarise(ctx, ids);
      return { data: ids.flatMap((one) => profiles.get(one) ?? []) };
    },
    'PUT /lists/{id}/members': async ({ params, body, viewer }) => {
      await setMembers(ctx, await ownListByHand(ctx, viewer, params.id), body);
      return view(params.id);
    },
    'POST /lists/count': async ({ body, viewer }) => ({
      data: await countSelection(ctx, selections(), canHaveLists(viewer).ownerId, body),
    }),
  });
};

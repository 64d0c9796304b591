// What the composition root may use of lists.
import type { ListId } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { eraseListsOf } from './edit-list.ts';
import { exportListsOf } from './export-store.ts';
import { listsHandlers } from './routes.ts';
import { createSelections, type Selections } from './selections.ts';
import { findList, listsWith } from './store.ts';

declare module '../../feature.ts' {
  interface Services {
    /** People whom a producer selects by lists and rules. */
    selections: Selections;
    /** The owner's lists that are kept by hand and have the person. */
    listsWith: (ownerId: ProfileId, profileId: ProfileId) => ReturnType<typeof listsWith>;
    /** How a list of the owner's is kept; null for another person's or a deleted one. */
    listKind: (ownerId: ProfileId, id: ListId) => Promise<'hand' | 'rule' | null>;
  }
}

export { createSelections } from './selections.ts';

/** Lists of a producer's people, by hand and by rule. */
export const lists = defineFeature({
  name: 'lists',
  texts,
  services: (ctx) => ({
    selections: createSelections(ctx),
    listsWith: (ownerId, profileId) => listsWith(ctx.db, ownerId, profileId),
    listKind: async (ownerId, id) => {
      const row = await findList(ctx.db, id);
      if (row?.owner_id !== ownerId) return null;
      return row.rule === null ? 'hand' : 'rule';
    },
  }),
  handlers: (ctx, services) => listsHandlers(ctx, () => services.selections),
  personalData: [
    {
      text: 'data.lists',
      tables: ['lists', 'list_members'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseListsOf],
    },
  ],
  exporters: [exportListsOf],
});

// The people of an automation's list.
import type { ListId, Selection } from '@camarim/contract/features/lists';

export const listSelection = (id: ListId): Selection => ({
  include: [{ kind: 'list', id }],
  exclude: [],
});

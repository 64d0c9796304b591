// Who may see and change a list: its owner. Another person's is "not found".
import type { ListId } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { findList, type ListRow } from './store.ts';

export type ListOwner = { ownerId: ProfileId };

/** The route guard checked the role. */
export const canHaveLists = ({ profileId }: ProducerViewer): Allowed<ListOwner> =>
  allow({ ownerId: profileId });

/** Throws list.notFound. */
export const ownList = async (
  { db }: Ctx,
  { profileId }: ProducerViewer,
  id: ListId,
): Promise<Allowed<ListRow>> => {
  const row = await findList(db, id);
  if (row?.owner_id !== profileId) throw new AppError('list.notFound');
  return allow(row);
};

/** Throws list.notFound, and list.byRule for a list that is not kept by hand. */
export const ownListByHand = async (
  ctx: Ctx,
  viewer: ProducerViewer,
  id: ListId,
): Promise<Allowed<ListRow>> => {
  const row = await ownList(ctx, viewer, id);
  if (row.rule !== null) throw new AppError('list.byRule');
  return row;
};

// Who may send and see mass messages: producers, and each their own. Another person's is "not
// found".
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../../platform/http/viewer.ts';
import { type BroadcastRow, findBroadcast } from './store.ts';

export type BroadcastOwner = { ownerId: ProfileId };

/** The route guard checked the role. */
export const canBroadcast = ({ profileId }: ProducerViewer): Allowed<BroadcastOwner> =>
  allow({ ownerId: profileId });

/** Throws broadcast.notFound. */
export const ownBroadcast = async (
  { db }: Ctx,
  { profileId }: ProducerViewer,
  id: BroadcastId,
): Promise<Allowed<BroadcastRow>> => {
  const row = await findBroadcast(db, id);
  if (row?.sender_id !== profileId) throw new AppError('broadcast.notFound');
  return allow(row);
};

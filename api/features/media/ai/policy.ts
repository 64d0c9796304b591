// Who may say how a media was made: its owner, and administrators about media of others.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { refuseOwnDecision } from '../../../platform/audit/second-person.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../../platform/http/viewer.ts';
import { lockUnfailed } from '../store.ts';

export type OwnMedia = { mediaId: MediaId };
export type LabelledByTeam = { mediaId: MediaId; ownerId: ProfileId; adminId: ProfileId };

/** Throws media.notFound when it does not exist or is another person's. Locks it. */
export const canDeclareAi = async (
  tx: Transaction,
  { profileId }: Viewer,
  mediaId: MediaId,
): Promise<Allowed<OwnMedia>> => {
  if ((await lockUnfailed(tx, mediaId)) !== profileId) throw new AppError('media.notFound');
  return allow({ mediaId });
};

/** Throws media.notFound, and decision.own for one of the administrator's own. Locks it. */
export const canDecideAi = async (
  tx: Transaction,
  { profileId: adminId }: AdminViewer,
  mediaId: MediaId,
): Promise<Allowed<LabelledByTeam>> => {
  const ownerId = await lockUnfailed(tx, mediaId);
  if (!ownerId) throw new AppError('media.notFound');
  refuseOwnDecision(adminId, ownerId);
  return allow({ mediaId, ownerId, adminId });
};

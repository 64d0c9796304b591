// Converts a session row to the viewer that features get.
import type { SessionId } from '@camarim/contract/ids';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { placeFromContacts, isProducer, canCashOut } from '../../profiles/index.ts';
import type { SessionRow } from '../store.ts';

export const viewerOf = (ctx: Ctx, sessionId: SessionId, session: SessionRow): Viewer => {
  const { producer_stage: stage } = session;
  // Without a second factor, an administrator has a member's rights.
  const admin =
    session.staff_role !== null && (session.second_factor || !ctx.config.adminSecondFactor);
  return {
    userId: session.user_id,
    profileId: session.profile_id,
    place: placeFromContacts(ctx, session.profile_id, session.contacts),
    sessionId,
    producer: isProducer(stage),
    earner: canCashOut(stage),
    admin,
    staffRole: admin ? session.staff_role : null,
  };
};

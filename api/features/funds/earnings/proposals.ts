// What an administrator proposed about a producer's money, for the person who decides second.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import type { AdminAction } from '../../../platform/audit/audit.ts';
import { proposalsAbout } from '../../../platform/audit/second-person.ts';
import { summarise } from '../../profiles/index.ts';

type View = DataInput<Routes['GET /dsb/payout-rules/{producerId}']>['proposals'][number];

/** Each with the subject under which it waits; newest first. */
export const viewProposals = async (
  ctx: Ctx,
  viewerId: ProfileId,
  about: {
    profileId: ProfileId;
    action: Extract<AdminAction, `${string}.agreed`>;
    decidedBy: AdminAction;
  },
): Promise<(View & { subjectId: string })[]> => {
  const proposals = await proposalsAbout(ctx, { ...about, right: 'money.decide' });
  const people = await summarise(ctx, [...new Set(proposals.map(({ adminId }) => adminId))]);
  return proposals.map(({ subjectId, adminId, reason, at }) => ({
    subjectId,
    by: people.get(adminId)?.domainName ?? '',
    own: adminId === viewerId,
    reason,
    at: at.toISOString(),
  }));
};

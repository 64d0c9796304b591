// What an administrator proposed about a producer's money, for the person who decides second.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { agreementsOn } from '../../../platform/audit/second-person.ts';
import { summarise } from '../../profiles/index.ts';

type View = Omit<DataInput<Routes['GET /dsb/fees/{producerId}']>['proposals'][number], 'feeBps'>;

/** Each with the value that it proposes; newest first. */
export const viewProposals = async <Value>(
  ctx: Ctx,
  viewerId: ProfileId,
  subjectId: string,
): Promise<(View & { value: Value })[]> => {
  const proposals = await agreementsOn(ctx, { right: 'money.decide', subjectId });
  const people = await summarise(ctx, [...new Set(proposals.map(({ adminId }) => adminId))]);
  return proposals.map(({ value, adminId, reason, at }) => ({
    value: value as Value,
    by: people.get(adminId)?.domainName ?? '',
    own: adminId === viewerId,
    reason,
    at: at.toISOString(),
  }));
};

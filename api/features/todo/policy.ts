// Who arranges open work: people who may decide cases of its kind.
import { WORK_KINDS } from '@camarim/contract/features/todo/kinds';
import { OPEN_WORK, type OpenWorkKind } from '@camarim/contract/features/dsb';
import type { ProfileId } from '@camarim/contract/ids';
import { hasRight } from '@camarim/contract/staff';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import { requireRight } from '../../platform/http/staff.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

/** The kinds that a person sees. */
export type WorkReader = { adminId: ProfileId; kinds: readonly OpenWorkKind[] };
export type WorkItemHolder = { adminId: ProfileId; kind: OpenWorkKind; id: string };

export const canReadWork = ({ profileId, staffRole }: AdminViewer): Allowed<WorkReader> =>
  allow({
    adminId: profileId,
    kinds: OPEN_WORK.filter((kind) => hasRight(staffRole, WORK_KINDS[kind].right)),
  });

/** Throws auth.rightMissing. */
export const canArrange = (
  viewer: AdminViewer,
  { kind, id }: { kind: OpenWorkKind; id: string },
): Allowed<WorkItemHolder> => {
  requireRight(viewer, WORK_KINDS[kind].right);
  return allow({ adminId: viewer.profileId, kind, id });
};

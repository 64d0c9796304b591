// Who reads the audit log.
import type { ProfileId } from '@camarim/contract/ids';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import { readsConfidential } from '../../platform/audit/audit.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type AuditReader = {
  adminId: ProfileId;
  /** Also the reasons of legal holds. */
  readsAll: boolean;
};

/** The route guard has checked the right. */
export const canReadAudit = ({ profileId, staffRole }: AdminViewer): Allowed<AuditReader> =>
  allow({ adminId: profileId, readsAll: readsConfidential(staffRole) });

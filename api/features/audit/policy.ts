// Who reads the audit log.
import type { ProfileId } from '@camarim/contract/ids';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type AuditReader = { adminId: ProfileId };

/** The route guard has checked the right. */
export const canReadAudit = ({ profileId }: AdminViewer): Allowed<AuditReader> =>
  allow({ adminId: profileId });

// What administrators do that is recorded.
import type { ProfileId } from '@camarim/contract/ids';

/** Acts of administrators that are recorded; each feature adds its own in its declarations.ts. */
export interface AuditActions {}

export type AdminAction = keyof AuditActions;

export type AdminAct = {
  /** Null: an operator, by a command on the server. */
  adminId: ProfileId | null;
  action: AdminAction;
  /** The profile that the act is about. */
  profileId: ProfileId | null;
  /** The id of the request, document or ticket that it is about. */
  subjectId?: string;
  reason?: string;
  now: Date;
};

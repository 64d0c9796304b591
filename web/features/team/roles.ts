// The roles of the team in words.
import type { StaffRole } from '@camarim/contract/staff';
import { m } from '../../paraglide/messages.js';

export const ROLE_TEXTS: Record<StaffRole, { name: () => string; may: () => string }> = {
  owner: { name: m.team_role_owner, may: m.team_owner_may },
  finance: { name: m.team_role_finance, may: m.team_finance_may },
  moderation: { name: m.team_role_moderation, may: m.team_moderation_may },
  support: { name: m.team_role_support, may: m.team_support_may },
  readOnly: { name: m.team_role_read_only, may: m.team_read_only_may },
};

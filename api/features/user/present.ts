// People as administrators see them: row -> wire.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import type { ProfileSummary } from '../profiles/index.ts';
import type { UserRow } from './store.ts';

export type UserView = DataInput<Routes['GET /dsb/user']>[number];

export const presentUser = (row: UserRow, profile: ProfileSummary): UserView => ({
  id: row.id,
  profile,
  email: row.email,
  emailConfirmed: row.email_confirmed_at !== null,
  role: row.staff_role === null ? 'member' : 'admin',
  staffRole: row.staff_role,
  producerState: row.stage,
  block: row.blocked_at && {
    since: row.blocked_at.toISOString(),
    until: row.block_ends_at?.toISOString() ?? null,
    reason: row.block_reason,
  },
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
});

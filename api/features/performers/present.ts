// A record as its producer sees it: where it stands, and nothing of what was sealed.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import { mayBeTagged } from './rules.ts';
import type { PerformerRow } from './store.ts';

export const presentPerformer = (
  row: PerformerRow,
): DataInput<Routes['GET /performers']>[number] => ({
  id: row.id,
  stageName: row.stage_name,
  consent: row.consent,
  review: row.review,
  reason: row.reason,
  mayBeTagged: mayBeTagged(row),
  posts: row.posts,
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
});

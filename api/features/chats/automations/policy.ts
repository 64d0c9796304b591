// Who may see and change an automation: its producer. Another one's is "not found".
import type { AutomationId } from '@camarim/contract/features/chats/automations';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { findRule, type RuleRow } from './rules-store.ts';

/** Throws automation.notFound. */
export const ownAutomation = async (
  { db }: Ctx,
  { profileId }: ProducerViewer,
  id: AutomationId,
): Promise<Allowed<RuleRow>> => {
  const row = await findRule(db, id);
  if (row?.producer_id !== profileId) throw new AppError('automation.notFound');
  return allow(row);
};

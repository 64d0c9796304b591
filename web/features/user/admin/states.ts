// The states of a person as a producer, in words.
import { m } from '../../../paraglide/messages.js';
import type { Person } from './queries.ts';

export const STATES: Record<Person['producerState'], () => string> = {
  member: m.dsb_stage_member,
  requested: m.dsb_stage_requested,
  approved: m.dsb_stage_approved,
  rejected: m.dsb_stage_rejected,
  suspended: m.dsb_stage_suspended,
};

// What is under a legal hold, in words.
import { m } from '../../paraglide/messages.js';
import type { LegalHold } from './queries.ts';

export const HOLD_KINDS: Record<LegalHold['subjectKind'], () => string> = {
  account: m.dsb_hold_account,
  post: m.dsb_hold_post,
  media: m.dsb_hold_media,
};

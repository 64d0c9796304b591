// Why a person asks for a removal, as people read it.
import { m } from '../../paraglide/messages.js';
import type { RemovalBody } from './queries.ts';

export const GROUNDS: Record<RemovalBody['ground'], () => string> = {
  intimateImage: m.removal_ground_intimate,
  minor: m.removal_ground_minor,
  consentWithdrawn: m.removal_ground_withdrawn,
  generated: m.removal_ground_generated,
};

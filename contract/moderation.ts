// Why content is removed, as statements of reasons name it: one code for each rule of the policies
// and each law, the same for reports, removal requests and other decisions.
import { z } from 'zod';

/**
 * When removed content is erased. `afterAppeal`: when the time to contest is over. `afterEvidence`:
 * the law wants it kept for an authority first, from its owner too. `atOnce`: at the decision.
 */
type Erasure = 'afterAppeal' | 'afterEvidence' | 'atOnce';
type Rule = { policy: 'terms' | 'contract'; erased: Erasure };

export const REMOVAL_REASONS = {
  childSafety: { policy: 'terms', erased: 'afterEvidence' },
  intimateImage: { policy: 'terms', erased: 'atOnce' },
  undeclaredPerson: { policy: 'contract', erased: 'afterAppeal' },
  consentWithdrawn: { policy: 'contract', erased: 'afterAppeal' },
  terrorism: { policy: 'terms', erased: 'afterEvidence' },
  violence: { policy: 'terms', erased: 'afterAppeal' },
  fraud: { policy: 'terms', erased: 'afterAppeal' },
  copyright: { policy: 'terms', erased: 'afterAppeal' },
  harassment: { policy: 'terms', erased: 'afterAppeal' },
  otherRule: { policy: 'terms', erased: 'afterAppeal' },
} as const satisfies Record<string, Rule>;

export type RemovalReason = keyof typeof REMOVAL_REASONS;
const REMOVAL_REASON_CODES = Object.keys(REMOVAL_REASONS) as [RemovalReason, ...RemovalReason[]];

export const removalReason = z
  .enum(REMOVAL_REASON_CODES)
  .meta({ description: 'the rule that it breaks, which the statements of reasons name' });

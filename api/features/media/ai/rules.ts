// What is shown of how something was made: a decision has the last word, and of what its file and
// its owner say the stronger.
import type { aiLabelSchema } from '@camarim/contract/features/media/ai';
import type { AI_LABELS, AiChoice } from '@camarim/contract/limits';
import type { z } from 'zod';

export type AiLabel = z.input<typeof aiLabelSchema>;
type Label = (typeof AI_LABELS)[number];

/** `found`: what the C2PA manifest in the file says; media only. */
export type AiFacts = {
  ai_declared: AiChoice;
  ai_found?: Label | null;
  ai_decided: AiChoice | null;
};

export const aiLabelOf = ({
  ai_declared: declared,
  ai_found: found = null,
  ai_decided: decided,
}: AiFacts): AiLabel => {
  if (decided !== null) return decided === 'none' ? null : { label: decided, by: 'decision' };
  if (found !== null && (found === 'generated' || declared !== 'generated'))
    return { label: found, by: 'file' };
  return declared === 'none' ? null : { label: declared, by: 'owner' };
};

/**
 * The label of what consists of parts, as an archive of its files: generated when each of them is,
 * altered when one is labelled.
 */
export const labelOfParts = (labels: readonly (Label | null)[]): Label | null => {
  if (labels.every((label) => label === null)) return null;
  return labels.every((label) => label === 'generated') ? 'generated' : 'altered';
};

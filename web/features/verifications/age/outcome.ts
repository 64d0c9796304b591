// How an attempt to prove one's age ended, where it did not open the gate.
import { m } from '../../../paraglide/messages.js';
import type { AgeProgress } from './queries.ts';

const SENTENCES: Partial<Record<AgeProgress['outcome'], () => string>> = {
  under: m.age_outcome_under,
  refused: m.age_outcome_refused,
  unavailable: m.age_outcome_unavailable,
};

/** Null while it has not ended, and for an adult. */
export const sentenceOf = (outcome: AgeProgress['outcome'] | undefined): string | null =>
  (outcome && SENTENCES[outcome]?.()) ?? null;

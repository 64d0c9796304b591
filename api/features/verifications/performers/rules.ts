// Pure rules of performers: who may be declared in a post, which answers and decisions are
// possible.
import type { ConsentScope } from '@camarim/contract/features/verifications/performers';
import { type Decision, type VerificationState, canDecide as canDecideOnKind } from '../kinds.ts';

/** The performer's answer; `asked`: none yet. */
export type Consent = 'asked' | 'given' | 'refused' | 'withdrawn';
/** The administrators' decision. */
export type Review = VerificationState;
export type PerformerState = { consent: Consent; review: Review };

export const ANSWERS = ['consent', 'refuse', 'withdraw'] as const;
export type Answer = (typeof ANSWERS)[number];

/** Both consent and approval are needed. */
export const canBeTagged = ({ consent, review }: PerformerState): boolean =>
  consent === 'given' && review === 'approved';

/**
 * A refusal and a withdrawal are final: after a change of mind the performer is registered again.
 */
export const canAnswer = ({ consent }: PerformerState, answer: Answer): boolean =>
  answer === 'withdraw' ? consent === 'given' : consent === 'asked';

type Entry = {
  act: 'grant' | 'withdrawal' | 'refusal';
  scope: ConsentScope | null;
  mediaId: string | null;
};

/** In all media; a withdrawal is final. */
export const isScopeWithdrawn = (entries: readonly Entry[], scope: ConsentScope): boolean =>
  entries.some(
    (entry) => entry.act === 'withdrawal' && entry.scope === scope && entry.mediaId === null,
  );

export const scopeStateOf = (
  entries: readonly Entry[],
  scope: ConsentScope,
): 'granted' | 'open' | 'withdrawn' => {
  if (isScopeWithdrawn(entries, scope)) return 'withdrawn';
  return entries.some((entry) => entry.act === 'grant' && entry.scope === scope)
    ? 'granted'
    : 'open';
};

/** Documents are reviewed only after consent. */
export const canDecide = ({ consent, review }: PerformerState, decision: Decision): boolean =>
  consent === 'given' && canDecideOnKind('performer', review, decision);

// Pure rules of performers: who may be declared in a post, which answers and decisions are
// possible.

/** The performer's answer; `asked`: none yet. */
export type Consent = 'asked' | 'given' | 'refused' | 'withdrawn';
/** The administrators' decision. `revoked`: an approval that was withdrawn. */
export type Review = 'waiting' | 'approved' | 'rejected' | 'revoked';
export type PerformerState = { consent: Consent; review: Review };

export const ANSWERS = ['consent', 'refuse', 'withdraw'] as const;
export type Answer = (typeof ANSWERS)[number];
export const DECISIONS = ['approve', 'reject', 'revoke'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Both consent and approval are needed. */
export const canBeTagged = ({ consent, review }: PerformerState): boolean =>
  consent === 'given' && review === 'approved';

/**
 * A refusal and a withdrawal are final: after a change of mind the performer is registered again.
 */
export const canAnswer = ({ consent }: PerformerState, answer: Answer): boolean =>
  answer === 'withdraw' ? consent === 'given' : consent === 'asked';

/** Documents are reviewed only after consent. A revoked approval may be given again. */
export const canDecide = ({ consent, review }: PerformerState, decision: Decision): boolean => {
  if (consent !== 'given') return false;
  if (decision === 'revoke') return review === 'approved';
  return review === 'waiting' || (decision === 'approve' && review === 'revoked');
};

// Who may be declared in a post, who may still say what, and what may be decided: pure rules.

/** What the person said: nothing yet, yes, no, or no longer. */
export type Consent = 'asked' | 'given' | 'refused' | 'withdrawn';
/** What administrators found. `revoked`: an approval that was taken back. */
export type Review = 'waiting' | 'approved' | 'rejected' | 'revoked';
export type Standing = { consent: Consent; review: Review };

export const ANSWERS = ['consent', 'refuse', 'withdraw'] as const;
export type Answer = (typeof ANSWERS)[number];
export const DECISIONS = ['approve', 'reject', 'revoke'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Only who said yes and was approved; one without the other is worth nothing. */
export const mayBeTagged = ({ consent, review }: Standing): boolean =>
  consent === 'given' && review === 'approved';

/**
 * A no and a withdrawal are final: whoever changes their mind is put on record again, and asked
 * again.
 */
export const mayAnswer = ({ consent }: Standing, answer: Answer): boolean =>
  answer === 'withdraw' ? consent === 'given' : consent === 'asked';

/**
 * Nobody's documents are looked at before they said yes. An approval that was taken back may be
 * given again.
 */
export const mayDecide = ({ consent, review }: Standing, decision: Decision): boolean => {
  if (consent !== 'given') return false;
  if (decision === 'revoke') return review === 'approved';
  return review === 'waiting' || (decision === 'approve' && review === 'revoked');
};

// The issuing bank of every stand-in: outcomes follow from what a tester typed
// (docs/operations/payments.md).

/**
 * Outcomes by security code when a card is typed, and by the last word of the holder's name when a
 * stored card is charged. 123 has no outcome because official examples use it.
 */
const OUTCOMES = { 111: 'noFunds', 112: 'expired', 119: 'wrongCode', 124: 'ended' } as const;

export type Outcome = 'approved' | (typeof OUTCOMES)[keyof typeof OUTCOMES];

const outcomeOf = (word: string | undefined): Outcome =>
  OUTCOMES[word as unknown as keyof typeof OUTCOMES] ?? 'approved';

const wordsOf = (holder: string): string[] => holder.toUpperCase().split(/\s+/);

/**
 * The bank's answer to a charge. A holder named 3DS gets a challenge when the shop requests one; a
 * holder named REVISAR is suspicious.
 */
export const authorizeCard = ({ holder, cvv }: { holder: string; cvv?: string | undefined }) => {
  const words = wordsOf(holder);
  return {
    outcome: outcomeOf(cvv ?? words.at(-1)),
    challenges: words.includes('3DS'),
    suspicious: words.includes('REVISAR'),
  };
};

/** What leaves the acquirer's vault of a card. */
export const displayCardOf = (number: string, holder: string) => ({
  cardBin: number.slice(0, 6),
  last4: number.slice(-4),
  holder,
});
export type DisplayCard = ReturnType<typeof displayCardOf>;

// The bank behind the cards of every stand-in: what it says is decided by what a tester typed, as
// docs/operations/payments.md tells.

/**
 * By the security code (123 is no such: official examples have it) when a card is handed in, by the
 * last word of the holder's name when a kept one is charged.
 */
const OUTCOMES = { 111: 'noFunds', 112: 'expired', 119: 'wrongCode', 124: 'ended' } as const;

export type Outcome = 'approved' | (typeof OUTCOMES)[keyof typeof OUTCOMES];

const outcomeOf = (word: string | undefined): Outcome =>
  OUTCOMES[word as unknown as keyof typeof OUTCOMES] ?? 'approved';

const wordsOf = (holder: string): string[] => holder.toUpperCase().split(/\s+/);

/**
 * What it says to a charge. A holder called 3DS is asked who they are, if the shop wishes that; one
 * called REVISAR looks like fraud.
 */
export const askBank = ({ holder, cvv }: { holder: string; cvv?: string | undefined }) => {
  const words = wordsOf(holder);
  return {
    outcome: outcomeOf(cvv ?? words.at(-1)),
    challenges: words.includes('3DS'),
    suspicious: words.includes('REVISAR'),
  };
};

/** What is known of a card outside of its acquirer's vault. */
export const shownOf = (number: string, holder: string) => ({
  cardBin: number.slice(0, 6),
  last4: number.slice(-4),
  holder,
});
export type ShownCard = ReturnType<typeof shownOf>;

// The postings of a reversal: the exact negation, from the accounts where the parts are by now.
// Pure.
import { type Centavos, centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import type { Posting, OfKind, NewTransfer } from './movements.ts';

/** The held parts of a share, soonest first, or a locked top-up. */
export const heldPostings = (postings: readonly Posting[]): Posting[] =>
  postings
    .filter(
      ({ account, releaseAt }) => account === 'locked' || (account === 'pending' && releaseAt),
    )
    .sort((a, b) => (a.releaseAt?.getTime() ?? 0) - (b.releaseAt?.getTime() ?? 0));

/** Merges postings of one account and release date: the ledger checks each posting separately. */
const mergePostings = (postings: readonly Posting[]): Posting[] =>
  [
    ...Map.groupBy(
      postings,
      ({ owner, account, label, releaseAt }) =>
        `${owner}/${account}/${label ?? ''}/${releaseAt?.getTime() ?? ''}`,
    ).values(),
  ].flatMap(([first, ...others]) =>
    first
      ? [
          {
            ...first,
            amount: others.reduce<Centavos>(
              (sum, { amount }) => centavos(sum + amount),
              first.amount,
            ),
          },
        ]
      : [],
  );

/** What the earnings of the seller lack becomes a debt of theirs. */
const oweFrom = (postings: readonly Posting[], owed: Centavos): Posting[] =>
  postings.flatMap((posting) =>
    posting.account === 'earnings'
      ? [
          { ...posting, amount: centavos(posting.amount + owed) },
          { owner: posting.owner, account: 'debt' as const, amount: centavos(-owed) },
        ].filter(({ amount }) => amount !== 0)
      : [posting],
  );

/**
 * The exact negation. Parts that were released or unlocked are taken from the earnings or the
 * wallet, and what is not there from the debt of the seller.
 */
export const reversal = ({
  transferId,
  postings,
  released,
  owed = ZERO_CENTAVOS,
  actorId,
  reason,
}: OfKind<'reversal'>): NewTransfer => ({
  kind: 'reversal',
  key: `reversal:${transferId}`,
  request: [transferId],
  actorId,
  referenceType: 'transfer',
  referenceId: transferId,
  memo: { reason },
  reverses: transferId,
  postings: oweFrom(
    mergePostings(
      postings.map((posting): Posting => {
        const { owner, account, label, amount, releaseAt } = posting;
        if (heldPostings(postings).slice(0, released).includes(posting))
          return {
            owner,
            account: account === 'locked' ? 'wallet' : 'earnings',
            amount: centavos(-amount),
          };
        return {
          owner,
          account,
          amount: centavos(-amount),
          ...(label && { label }),
          ...(releaseAt && { releaseAt }),
        };
      }),
    ),
    owed,
  ),
});

// What taking a movement back debits and credits: its exact negation, from where its parts are by
// now. Pure.
import { type Centavos, centavos } from '@camarim/contract/money';
import type { Posting, OfKind, NewTransfer } from './rules.ts';

/** The parts of a share that are held, soonest first, or a top-up that was locked. */
export const heldPostings = (postings: readonly Posting[]): Posting[] =>
  postings
    .filter(
      ({ account, releaseAt }) => account === 'locked' || (account === 'pending' && releaseAt),
    )
    .sort((a, b) => (a.releaseAt?.getTime() ?? 0) - (b.releaseAt?.getTime() ?? 0));

/** What is taken back of one account and release is one posting: the ledger judges each by itself. */
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

/**
 * The exact negation. What was released or unlocked meanwhile is taken from the earnings or the
 * wallet it went to.
 */
export const reversal = ({
  transferId,
  postings,
  released,
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
  postings: mergePostings(
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
});

// What is shown to a watcher whose next minute can't be paid, in the event and in the show itself.
import { suggestedTopUp } from '@camarim/contract/limits';
import { type Centavos, centavos } from '@camarim/contract/money';
import type { EntryFacts } from './facts-store.ts';
import { restOfMinute } from './rules.ts';

export const topUpFor = (price: Centavos): Centavos => centavos(suggestedTopUp(price));

/** When the minute that is being delivered ends, if media keep flowing. */
export const endOfMinute = (deliveredMs: number, now: Date): string =>
  new Date(now.getTime() + restOfMinute(deliveredMs)).toISOString();

/** Null while the next minute is paid. */
export const lowMoneyOf = (
  { lowReason, price, deliveredMs }: Pick<EntryFacts, 'lowReason' | 'price' | 'deliveredMs'>,
  now: Date,
) =>
  lowReason === null || price === null
    ? null
    : {
        endsAt: endOfMinute(deliveredMs ?? 0, now),
        reason: lowReason,
        needed: price,
        suggested: topUpFor(price),
      };

// What the decision about a held card payment is based on: the payer's account, other payments and
// declined cards, and the producers whom they paid.
import type { Routes } from '@camarim/contract';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../../../context.ts';
import { paidProducers } from '../../../fraud/index.ts';
import { summarise } from '../../../profiles/index.ts';
import { loadFacts } from './evidence-store.ts';

type HeldPayment = NonNullable<DataInput<Routes['GET /dsb/transactions']>[number]['held']>;

/** Declined cards of so long before the payment count. */
const DECLINES_MS = DAY_MS;
/** Payments to producers of so long before the payment, and all since. */
const PAID_MS = 7 * DAY_MS;
const PRODUCERS_SHOWN = 5;

/** Null when the payer's account is gone. */
export const evidenceOf = async (
  ctx: Ctx,
  payment: { paymentId: TransferId; payerId: ProfileId; at: Date },
): Promise<HeldPayment['evidence']> => {
  const { payerId, at } = payment;
  const [facts, paid] = await Promise.all([
    loadFacts(ctx.db, payment, new Date(at.getTime() - DECLINES_MS)),
    paidProducers(ctx.db, payerId, {
      since: new Date(at.getTime() - PAID_MS),
      limit: PRODUCERS_SHOWN,
    }),
  ]);
  if (!facts) return null;
  const people = await summarise(
    ctx,
    paid.map(({ producerId }) => producerId),
  );
  return {
    accountSince: facts.accountSince.toISOString(),
    declines: facts.declines,
    payments: {
      count: facts.count,
      amount: centavos(facts.amount),
      returned: facts.returned,
    },
    producers: paid.flatMap(({ producerId, sales, amount }) => {
      const profile = people.get(producerId);
      return profile ? [{ profile, sales, amount: centavos(amount) }] : [];
    }),
  };
};

// Money that moved, and payments whose state changed.
import type { QueryClient } from '@tanstack/react-query';
import type { Data } from '../../client/api/api.ts';
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { playSound } from '../../client/sounds/audible.ts';
import { fundsKeys } from './keys.ts';

type Wallet = Data<'GET /funds'>[number];
type Earnings = Data<'GET /funds/earnings-balance'>;

/** Plays when the earnings became more; they become less by payouts and refunds. */
const cashier = (client: QueryClient) => {
  const totalNow = (): number | null => {
    const cached = client.getQueryData<Earnings>(fundsKeys.earnings);
    return cached ? cached.available + cached.pending : null;
  };
  let heard: number | null = null;
  return async (): Promise<void> => {
    heard ??= totalNow();
    await client.invalidateQueries({ queryKey: fundsKeys.earnings });
    const total = totalNow();
    if (heard !== null && total !== null && total > heard) playSound('cashier');
    heard = total;
  };
};

export const realtime: FeatureRealtime = (client) => {
  const ring = cashier(client);
  return {
    wallets: ({ data }) => {
      invalidate(client, fundsKeys.statements);
      if (data.walletType === 'earnings') {
        invalidate(client, fundsKeys.earningsReports, fundsKeys.cashOuts);
        void ring();
        return;
      }
      const known = client.getQueryData<Wallet | null>(fundsKeys.wallet);
      client.setQueryData<Wallet | null>(
        fundsKeys.wallet,
        known && { ...known, balance: data.balance, lockedBalance: data.lockedBalance },
      );
      invalidate(client, fundsKeys.spendLimits);
      // The event does not carry what may have changed, too: what is owed, and what is locked in
      // orders.
      if (known && (known.debt > 0 || known.escrow > 0 || data.balance < known.balance))
        invalidate(client, fundsKeys.wallet);
    },
    transactions: ({ data }) =>
      invalidate(client, fundsKeys.charge(data.id), fundsKeys.charges, fundsKeys.cashOuts),
  };
};

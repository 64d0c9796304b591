// Money that moved, and payments whose state changed.
import type { Data } from '../../client/api/api.ts';
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { playSound } from '../../client/sounds/audible.ts';
import { fundsKeys } from './keys.ts';

type Wallet = Data<'GET /funds'>[number];

export const realtime: FeatureRealtime = (client) => ({
  wallets: ({ data }) => {
    invalidate(client, fundsKeys.statements);
    if (data.walletType === 'earnings') {
      invalidate(client, fundsKeys.earnings, fundsKeys.earningsReports, fundsKeys.cashOuts);
      return playSound('cashier');
    }
    const wallet = client.setQueryData<Wallet | null>(
      fundsKeys.wallet,
      (known) => known && { ...known, balance: data.balance, lockedBalance: data.lockedBalance },
    );
    invalidate(client, fundsKeys.spendLimits);
    // The top-up may have paid a debt, which the event does not carry.
    if (wallet?.debt) invalidate(client, fundsKeys.wallet);
  },
  transactions: ({ data }) =>
    invalidate(client, fundsKeys.charge(data.id), fundsKeys.charges, fundsKeys.cashOuts),
});

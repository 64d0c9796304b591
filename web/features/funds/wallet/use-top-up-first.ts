// A purchase that the wallet can't pay goes to the top-up at once, instead of being confirmed,
// tried and refused.
import { suggestedTopUp } from '@camarim/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { openDialog } from '../../../client/dialogs.ts';
import type { Intent } from '../../../client/sales.ts';
import { walletQuery } from '../queries.ts';

/**
 * Opens the wallet with the purchase when the balance is too low for it, and says whether,
 * with the suggestion of a 402.
 */
export const useTopUpFirst = () => {
  const client = useQueryClient();
  return async (intent: Intent): Promise<boolean> => {
    const known = client.getQueryData(walletQuery().queryKey);
    if (known && known.balance >= intent.value) return false;
    // A stale balance must not ask for money that is there.
    const wallet = await client.fetchQuery(walletQuery()).catch(() => null);
    if (!wallet || wallet.balance >= intent.value) return false;
    openDialog('wallet', { suggested: suggestedTopUp(intent.value), intent });
    return true;
  };
};

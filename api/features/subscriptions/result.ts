// The reply to a fan who subscribes.
import type { TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';

export type SubscriptionResult = {
  subscribedUntil: string;
  renews: boolean;
  charged: Centavos;
  transferId: TransferId | null;
  balance: Centavos;
};

/**
 * What is stored with the idempotency key: the balance is known only when something was paid now.
 */
export type StoredResult = Omit<SubscriptionResult, 'balance'> & { balance: Centavos | null };

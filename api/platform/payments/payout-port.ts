// The part of the port for payouts: money that leaves to a producer's bank.
import type { Centavos } from '@camarim/contract/money';

/** Target of a payout: a Pix key, or a bank account by ISPB; `number` includes the check digit. */
export type PayoutTarget =
  | { kind: 'pix'; key: string }
  | { kind: 'account'; ispb: string; agency: string; number: string; type: 'checking' | 'savings' };

/**
 * The payout's own id is the idempotency key at the gateway: a repeated request never sends twice.
 * The payee's CPF is always included, so the bank refuses another payee.
 */
export type PayoutRequest = {
  payoutId: string;
  amountCentavos: Centavos;
  payee: { name: string; document: string };
  to: PayoutTarget;
};

/**
 * A payout as the gateway reports it. `failed`: no money left, and `reason` has the gateway's
 * words. `returned`: it was paid, and the receiver's bank returned all of it. `returnedCentavos`:
 * the returned amount so far; a `paid` payout may have a part.
 */
export type PayoutReport = {
  payoutId: string;
  ref: string | null;
  state: 'processing' | 'paid' | 'failed' | 'returned';
  amountCentavos: Centavos;
  returnedCentavos: Centavos;
  reason: string | null;
};

/**
 * Payouts at a gateway. Both calls may throw GatewayError; after `unknown` query `status` or send
 * again with the same id.
 */
export interface PayoutsApi {
  /** Sends a payout, or returns the existing one of this id. */
  send(request: PayoutRequest): Promise<PayoutReport>;
  /** Null when the gateway has no such payout. */
  status(payoutId: string): Promise<PayoutReport | null>;
}

// What top-ups need beyond the platform.
import type { Transaction } from '../../../../platform/database/transaction.ts';
import type {
  ChargeRequest,
  GatewayName,
  ChargeReport,
} from '../../../../platform/payments/port.ts';
import type { Ledger } from '../../../ledger/index.ts';
import type { Charge } from './charge-store.ts';

/** What top-ups need beyond the platform. `mandates` is implemented by subscriptions. */
export type TopUpDeps = {
  ledger: Pick<Ledger, 'postIn' | 'reverseIn' | 'postDisputeIn' | 'payDebtIn'>;
  mandates?: MandateHandler;
};

/** Handles charges with a `mandateId`. */
export type MandateHandler = {
  /**
   * Creates it at the gateway: the first one together with its mandate, or a month under an active
   * mandate. Throws GatewayError.
   */
  create(charge: Charge, request: ChargeRequest): Promise<ChargeReport>;
  /**
   * In the transaction of its payment: credits the wallet by `credit` and buys what the payment was
   * for. Returns false when the money stays in the wallet.
   */
  fulfil(tx: Transaction, charge: Charge, credit: () => Promise<unknown>): Promise<boolean>;
  /** Syncs the mandate with a gateway's reference. Throws GatewayError. */
  sync(gateway: GatewayName, ref: string): Promise<void>;
};

declare module '../../../../feature.ts' {
  interface Services {
    mandates: MandateHandler;
  }
}

export const mandatesOf = ({ mandates }: TopUpDeps): MandateHandler => {
  if (!mandates) throw new Error('mandate charge without a mandate handler configured');
  return mandates;
};

// What mandates need from the feature that charges.
import type { ChargeId, MandateId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { GatewayName, Payer } from '../../../platform/payments/port.ts';

/** The first charge of a mandate, or a month under it (`dueOn`, a day in São Paulo). */
export type NewMandateCharge = {
  id: ChargeId;
  profileId: ProfileId;
  provider: GatewayName;
  mandateId: MandateId;
  dueOn: string | null;
  amountCentavos: Centavos;
  expiresAt: Date;
  now: Date;
};

/** The state of a charge as renewals see it; `over`: it can't be paid any more. */
export type ChargeOutcome = 'waiting' | 'paid' | 'over';

export type MandateCharges = {
  create(tx: Transaction, charge: NewMandateCharge): Promise<void>;
  /** Creates it at the gateway or polls it. Throws GatewayError when there is no usable answer. */
  sync(id: ChargeId): Promise<ChargeOutcome>;
  /** Cancels it at the gateway while that is possible. Throws GatewayError (`unknown`). */
  cancel(id: ChargeId): Promise<void>;
  /** The payer's data as saved for boletos; null when there is none. */
  payerOf(profileId: ProfileId): Promise<Payer | null>;
};

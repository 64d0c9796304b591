// What selling by permission needs of the feature that charges.
import type { ChargeId, MandateId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { GatewayName, Payer } from '../../../platform/payments/port.ts';

/** A charge that begins a permission, or is a month of one (`dueOn`, a day in Sao Paulo). */
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

/** As far as renewing has to know. */
export type ChargeOutcome = 'waiting' | 'paid' | 'over';

export type MandateCharges = {
  create(tx: Transaction, charge: NewMandateCharge): Promise<void>;
  /**
   * Has the gateway make it, or asks about it. Throws GatewayError when there is no usable answer.
   */
  sync(id: ChargeId): Promise<ChargeOutcome>;
  /** Takes it back where it can still be taken back. Throws GatewayError (`unknown`). */
  cancel(id: ChargeId): Promise<void>;
  /** Who pays, as they said for boletos; null when they never did. */
  payerOf(profileId: ProfileId): Promise<Payer | null>;
};

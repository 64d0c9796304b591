// The part of the port for Pix charges with a due date (cobv): the code on another gateway's
// boleto, which can then be paid by either method.
import type { ChargeId } from '@camarim/contract/ids';
import type { ChargeReport, ChargeRequest } from './charge-port.ts';

/** `dueDate`: ISO day in Sao Paulo; the code is paid until its end. */
export type DueChargeRequest = Pick<
  ChargeRequest,
  'chargeId' | 'amountCentavos' | 'description'
> & {
  payer: NonNullable<ChargeRequest['payer']>;
  dueDate: string;
};

/** Charges are identified by the charge's own id. Every call may throw GatewayError. */
export interface DueChargesApi {
  /** Creates the charge, or returns the existing one of this id. */
  create(request: DueChargeRequest): Promise<ChargeReport>;
  /** Null when there is none. */
  status(chargeId: ChargeId): Promise<ChargeReport | null>;
  /** Withdraws the charge unless it was paid; returns its state. */
  cancel(chargeId: ChargeId): Promise<ChargeReport>;
}

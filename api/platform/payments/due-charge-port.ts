// The part of the port for Pix codes with a due day: what another gateway's slip carries, so that
// it can be paid either way.
import type { ChargeId } from '@camarim/contract/ids';
import type { ChargeReport, ChargeRequest } from './port.ts';

/** `dueDate`: ISO day in Sao Paulo; the code is paid until its end. */
export type DueChargeRequest = Pick<
  ChargeRequest,
  'chargeId' | 'amountCentavos' | 'description'
> & {
  payer: NonNullable<ChargeRequest['payer']>;
  dueDate: string;
};

/** All calls know a code by the charge's own id, and may throw GatewayError. */
export interface DueChargesApi {
  /** Makes it, or answers the one that this id already made. */
  create(request: DueChargeRequest): Promise<ChargeReport>;
  /** Null: there is none. */
  status(chargeId: ChargeId): Promise<ChargeReport | null>;
  /** Withdraws it unless it was paid; answers what it is now. */
  cancel(chargeId: ChargeId): Promise<ChargeReport>;
}

// The part of the port for mandates: the payer agrees once, at their bank, and is charged a fixed
// amount each month.
import type { Centavos } from '@camarim/contract/money';
import type { ChargeReport, ChargeRequest, ChargeLookup, Payer } from './charge-port.ts';

/**
 * `waiting`: the payer has not answered. `ended`: refused, expired, or cancelled by either side.
 */
export type MandateState = 'waiting' | 'active' | 'ended';

export type MandateReport = {
  mandateId: string;
  /** The gateway's reference. */
  ref: string;
  state: MandateState;
  /** `payer` includes their bank; `us` is the merchant. */
  endedBy: 'payer' | 'us' | null;
};

export type MandateRequest = {
  /** Our UUID and the idempotency key at the gateway. */
  mandateId: string;
  /** Amount of every month after the first. */
  amountCentavos: Centavos;
  /** ISO date in Sao Paulo of the first charge of that amount. */
  startsOn: string;
  payer: Payer;
  /** What the payer reads in their bank, at most 35 characters. */
  subject: string;
  /** The charge that the same code pays. Null: no payment now. */
  first: ChargeRequest | null;
};

/**
 * The opened mandate. `brCode` is null when there is no code to scan any more; `mandate` and
 * `brCode` are null when `first` was over before.
 */
export type MandateOffer = {
  mandate: MandateReport | null;
  brCode: string | null;
  charge: ChargeReport | null;
};

export type MandateLookup = {
  mandateId: string;
  /** Null before the first answer of the gateway. */
  ref: string | null;
  document: string;
  openedAt: Date;
};

/**
 * Mandates at a gateway. A month is charged by `createCharge` with the method `pixAutomatico` and
 * its `mandateCharge`; `status` and `cancel` take the same method.
 */
export interface MandatesApi {
  open(request: MandateRequest): Promise<MandateOffer>;
  /** Null when the gateway has no such mandate. */
  status(mandate: MandateLookup): Promise<MandateReport | null>;
  /** Cancels the mandate unless it has ended; returns its state. */
  cancel(mandate: MandateLookup): Promise<MandateReport | null>;
  /**
   * Requests another attempt on a later day, after one without money. Throws GatewayError
   * (`refused`) when no attempt is left.
   */
  retry(charge: ChargeLookup, day: string): Promise<ChargeReport>;
}

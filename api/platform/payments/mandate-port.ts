// The part of the port for standing permissions: the payer agrees once, in their bank, and is
// charged a fixed amount each month.
import type { Centavos } from '@camarim/contract/money';
import type { ChargeReport, ChargeRequest, ChargeLookup, Payer } from './port.ts';

/** `waiting`: the payer has not said yet. `ended`: refused, run out, or ended by somebody. */
export type MandateState = 'waiting' | 'active' | 'ended';

export type MandateReport = {
  mandateId: string;
  /** The gateway's reference. */
  ref: string;
  state: MandateState;
  /** Who ended it: the payer (or their bank), or we. */
  endedBy: 'payer' | 'us' | null;
};

export type MandateRequest = {
  /** Ours, and the idempotency key at the gateway: opening again never makes a second one. */
  mandateId: string;
  /** Of every month after the first. */
  amountCentavos: Centavos;
  /** ISO day in Sao Paulo on which the first of them is due. */
  startsOn: string;
  payer: Payer;
  /** What the payer reads in their bank, at most 35 characters. */
  subject: string;
  /** Paid by the same code that permits the rest. Null: nothing is paid now. */
  first: ChargeRequest | null;
};

/**
 * What was opened. `brCode` is null when there is nothing to scan any more; both are null when
 * `first` was over before.
 */
export type MandateOffer = {
  mandate: MandateReport | null;
  brCode: string | null;
  charge: ChargeReport | null;
};

export type MandateLookup = {
  mandateId: string;
  /** Null when no answer ever came. */ ref: string | null;
  document: string;
  openedAt: Date;
};

/** One month of a permission. `dueDate` (ISO, Sao Paulo) is two to ten days away. */
export type MandateCharge = { mandateRef: string; dueDate: string };

/**
 * What a gateway can do that takes permissions. A month is charged by `createCharge` with the
 * method `pixAutomatico` and its `collection`; `status` and `cancel` know it by that method.
 */
export interface MandatesApi {
  open(request: MandateRequest): Promise<MandateOffer>;
  /** Null: the gateway has never heard of it. */
  status(mandate: MandateLookup): Promise<MandateReport | null>;
  /** Ends it, unless it is over; answers what it is now. */
  cancel(mandate: MandateLookup): Promise<MandateReport | null>;
  /**
   * Asks for another try on a later day, when the last one found no money. Throws GatewayError
   * (`refused`) when there is none left.
   */
  retry(charge: ChargeLookup, day: string): Promise<ChargeReport>;
}

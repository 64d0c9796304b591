// The errors of calls to a gateway.
import type { Decline } from './cards/card-port.ts';

/**
 * Outcome of a failed call. `unknown`: no conclusive reply, or "exists already"; the gateway may or
 * may not have acted, so query again later. `refused`: this request did nothing; an earlier one
 * with the same id may have. `invalid`: a reply that violates the protocol, which an administrator
 * has to review.
 */
export class GatewayError extends Error {
  readonly outcome: 'unknown' | 'refused' | 'invalid';

  constructor(outcome: GatewayError['outcome'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'GatewayError';
    this.outcome = outcome;
  }
}

/** The card's bank declined to have it stored. */
export class CardRefused extends GatewayError {
  readonly decline: Decline;

  constructor(decline: Decline) {
    super('refused', `the card was refused (${decline.code}): ${decline.words}`);
    this.name = 'CardRefused';
    this.decline = decline;
  }
}

/** The error of an unsupported operation. */
export const notOffered = (what: string): GatewayError =>
  new GatewayError('refused', `this gateway does not offer ${what}`);

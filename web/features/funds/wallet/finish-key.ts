// The idempotency key of the purchase that a charge pays for.
import type { Charge } from '../queries.ts';

/**
 * One per charge, so that the purchase happens once, in however many tabs and devices the dialog is
 * open.
 */
export const finishKey = ({ id }: Pick<Charge, 'id'>): string => `charge-${id}`;

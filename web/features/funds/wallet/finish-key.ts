// The idempotency key of what a payment was for.
import type { Charge } from '../queries.ts';

/**
 * One per payment, so that what it was for happens once, in however many tabs and devices its
 * dialog is open.
 */
export const finishKey = ({ id }: Pick<Charge, 'id'>): string => `charge-${id}`;

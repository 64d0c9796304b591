// Identifiers of the payment network, and this bank's number in it.
import { randomInt } from 'node:crypto';

export const OWN_ISPB = '99999004';
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Kind (E payment, D refund), ISPB, minute, eleven random characters. */
export const networkId = (kind: 'E' | 'D', ispb: string, now: Date): string => {
  const minute = now.toISOString().replace(/[-:T]/g, '').slice(0, 12);
  return `${kind}${ispb}${minute}${networkTail()}`;
};

export const networkTail = (): string =>
  Array.from({ length: 11 }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');

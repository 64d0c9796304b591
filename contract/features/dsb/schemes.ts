// Card schemes by the ids of the specification (section 9), with the ratio of disputes at which a scheme
// acts against a merchant. Without schemas, because the browser reads it, too.

type Scheme = { name: string; limitBps: number | null };

/**
 * Visa: VAMP, 1.5 % of settled payments from April 2026 on. Mastercard: Excessive Chargeback Merchant,
 * 1.5 % from 100 disputes on. The others publish no limit.
 */
export const CARD_SCHEMES: Readonly<Record<number, Scheme>> = {
  1: { name: 'Visa', limitBps: 150 },
  2: { name: 'Mastercard', limitBps: 150 },
  3: { name: 'American Express', limitBps: null },
  5: { name: 'Hipercard', limitBps: null },
  12: { name: 'Cabal', limitBps: null },
  29: { name: 'Sorocred', limitBps: null },
  33: { name: 'Diners Club', limitBps: null },
  41: { name: 'Elo', limitBps: null },
  43: { name: 'JCB', limitBps: null },
};

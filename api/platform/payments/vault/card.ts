// A card in clear, and the part of it that may leave the vault. Imported only by the vault's
// process.
import { z } from 'zod';
import type { GatewayReply } from '../gateway-http.ts';
import type { CardTraits } from './vault-messages.ts';

export const cardSchema = z.object({
  nonce: z.string().min(16).max(100),
  number: z.string().regex(/^\d{13,19}$/),
  holderName: z.string().trim().min(2).max(30),
  expiration: z.string().regex(/^(0[1-9]|1[0-2])\/20\d\d$/),
  cvv: z.string().regex(/^\d{3,4}$/),
});

export type Card = z.output<typeof cardSchema>;

/** Forwards cards to one acquirer, in its own field names. */
export type CardForwarder = {
  /** Sends a charge with the card's fields. */
  charge: (card: Card, brandId: number, json: Record<string, unknown>) => Promise<GatewayReply>;
  /** Checks the card with its bank without a charge, then stores it at the acquirer. */
  tokenize: (
    card: Card,
    brandId: number,
    reference: string,
    email: string,
  ) => Promise<GatewayReply>;
  /** For acquirers that store a network token, which stays in the vault: only `reply` leaves. */
  stored?: {
    state: (token: string) => Promise<GatewayReply>;
    /** Throws GatewayError (`refused`) when the stored card can't be charged. */
    charge: (token: string, json: Record<string, unknown>) => Promise<GatewayReply>;
  };
};

export const displayTraitsOf = ({ number, expiration, holderName }: Card): CardTraits => {
  const [month, year] = expiration.split('/') as [string, string];
  const [first = '', ...others] = holderName.split(/\s+/);
  return {
    bin6: number.slice(0, 6),
    last4: number.slice(-4),
    expires: `${year}-${month}`,
    holder: [first, ...others.map((name) => `${name.slice(0, 1)}.`)].join(' '),
  };
};

/** Decline codes, one of which may equal the security code. */
const REASON_FIELDS = /^(returnCode|authorizer_code)$/i;

/** Removes the card from a reply, because an acquirer may echo the request. */
export const withoutCard = (body: unknown, { number, cvv }: Card): unknown => {
  const text = JSON.stringify(body ?? null).replaceAll(number, '*');
  return JSON.parse(text, (key, value: unknown) =>
    /security_?code|card_?number|cvv|holder/i.test(key) ||
    (value === cvv && !REASON_FIELDS.test(key))
      ? undefined
      : value,
  ) as unknown;
};

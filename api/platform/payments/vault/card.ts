// A card in clear: how it is read, and what of it may leave the vault. Only the vault's process
// imports this.
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

/** How cards reach one acquirer: it alone knows the names of their fields there. */
export type CardForwarder = {
  /** Sends a charge, the card filled in. */
  charge: (card: Card, brandId: number, json: Record<string, unknown>) => Promise<GatewayReply>;
  /** Has the bank asked without a charge, and the card kept. */
  tokenize: (
    card: Card,
    brandId: number,
    reference: string,
    email: string,
  ) => Promise<GatewayReply>;
  /**
   * Where a kept card is a number of its network's own, which stays in the vault too: nothing but
   * `reply` of it leaves.
   */
  stored?: {
    state: (token: string) => Promise<GatewayReply>;
    /** Throws GatewayError (`refused`) when the kept card can't be charged. */
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

/** Codes that say why a card was refused; one may look like the security code. */
const REASON_FIELDS = /^(returnCode|authorizer_code)$/i;

/** An acquirer that repeats what it was sent must not carry the card out of here. */
export const withoutCard = (body: unknown, { number, cvv }: Card): unknown => {
  const text = JSON.stringify(body ?? null).replaceAll(number, '*');
  return JSON.parse(text, (key, value: unknown) =>
    /security_?code|card_?number|cvv|holder/i.test(key) ||
    (value === cvv && !REASON_FIELDS.test(key))
      ? undefined
      : value,
  ) as unknown;
};

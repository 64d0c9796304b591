// Cielo's fields of a card, for a sale and for storage. Runs only in the vault's process.
import { connectGateway } from '../gateway-http.ts';
import type { Card, CardForwarder } from '../vault/card.ts';
import type { VaultSetup } from '../vault/vault-messages.ts';
import { brandName } from './card-wire.ts';

/** At most 25 alphanumeric characters and spaces: no accents. */
const HOLDER_MAX = 25;
const holderOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .slice(0, HOLDER_MAX)
    .trim();

const plainOf = ({ number, holderName, expiration, cvv }: Card, brandId: number) => ({
  CardNumber: number,
  Holder: holderOf(holderName),
  ExpirationDate: expiration,
  SecurityCode: cvv,
  Brand: brandName(brandId),
});

export const openCieloForwarder = (setup: VaultSetup & { acquirer: 'cielo' }): CardForwarder => {
  const http = connectGateway(setup);
  const send = (path: string, json: object) =>
    http.send({
      method: 'POST',
      path,
      headers: { MerchantId: setup.merchantId, MerchantKey: setup.merchantKey },
      json,
    });
  return {
    charge: (card, brandId, json) => {
      const payment = json['Payment'] as Record<string, unknown>;
      return send('/1/sales', {
        ...json,
        Payment: {
          ...payment,
          CreditCard: { ...(payment['CreditCard'] as object), ...plainOf(card, brandId) },
        },
      });
    },
    // Zero Auth comes first, because Cielo also stores cards that can't be charged.
    tokenize: async (card, brandId) => {
      const check = await send('/1/zeroauth', {
        CardType: 'CreditCard',
        ...plainOf(card, brandId),
        CardOnFile: { Usage: 'First', Reason: 'Recurring' },
      });
      if (check.status >= 300 || (check.body as { Valid?: unknown } | null)?.Valid !== true)
        return check;
      const { SecurityCode: _code, ...stored } = plainOf(card, brandId);
      return send('/1/card', { CustomerName: stored.Holder, ...stored });
    },
  };
};

// How cards reach e.Rede: what its fields are called, for a charge and for keeping. Runs in the vault alone.
import type { Card, Door } from '../vault/card.ts';
import type { VaultSetup } from '../vault/vault-messages.ts';
import { connectWithToken } from '../token-client.ts';
import { keeperUrl } from './keeper-url.ts';

const plainOf = ({ number, expiration, cvv }: Card) => {
  const [month, year] = expiration.split('/').map(Number);
  return { cardNumber: number, expirationMonth: month, expirationYear: year, securityCode: cvv };
};

export const openRedeDoor = (setup: VaultSetup & { acquirer: 'rede' }): Door => {
  // Tokens of the acquirer are renewed by the machine's clock.
  const clock = { now: () => new Date() };
  const client = connectWithToken(setup, clock);
  const keeper = connectWithToken({ ...setup, baseUrl: keeperUrl(setup) }, clock);
  return {
    charge: (card, _brandId, json) => client.send({ method: 'POST', path: '/v2/transactions', json: { ...json, cardHolderName: card.holderName, ...plainOf(card) } }),
    // The acquirer asks the card's bank by itself before it keeps it.
    keep: (card) => keeper.send({ method: 'POST', path: '/tokenization', json: { cardholderName: card.holderName, ...plainOf(card), storageCard: 1 } }),
  };
};

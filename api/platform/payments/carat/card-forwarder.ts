// Carat's fields of a card, for a payment and for storage. Runs only in the vault's process.
import { connectGateway } from '../gateway-http.ts';
import type { Card, CardForwarder } from '../vault/card.ts';
import type { VaultSetup } from '../vault/vault-messages.ts';
import { toCustomerId, toIdempotencyKey, toMerchantUsn, toOrderId } from './carat-wire.ts';

/** MM/20YY -> MMYY. */
const expiryOf = ({ expiration }: Card): string =>
  `${expiration.slice(0, 2)}${expiration.slice(-2)}`;
const plainOf = (card: Card) => ({
  number: card.number,
  expiry_date: expiryOf(card),
  security_code: card.cvv,
  holder: card.holderName,
});

export const openCaratForwarder = (setup: VaultSetup & { acquirer: 'carat' }): CardForwarder => {
  const http = connectGateway(setup);
  const send = (path: string, json: object, headers: Record<string, string> = {}) =>
    http.send({
      method: 'POST',
      path,
      headers: { merchant_id: setup.merchantId, merchant_key: setup.merchantKey, ...headers },
      json,
    });
  return {
    charge: (card, _brandId, { idempotencyKey, ...json }) =>
      send(
        '/v2/payments',
        { ...json, card: plainOf(card) },
        { idempotency_key: String(idempotencyKey) },
      ),
    // Zero Auth (a payment of 0) comes first, because Carat stores any well-formed number.
    tokenize: async (card, brandId, reference) => {
      const named = { authorizer_id: String(brandId), merchant_usn: toMerchantUsn(reference) };
      const check = await send(
        '/v2/payments',
        {
          ...named,
          order_id: toOrderId(reference),
          amount: '0',
          installments: '1',
          installment_type: '4',
          card: plainOf(card),
        },
        { idempotency_key: toIdempotencyKey(reference) },
      );
      if (
        check.status >= 300 ||
        (check.body as { payment?: { status?: unknown } } | null)?.payment?.status !== 'CON'
      )
        return check;
      const { number, expiry_date } = plainOf(card);
      return send('/v1/cards', {
        ...named,
        customer_id: toCustomerId(reference),
        card: { number, expiry_date },
      });
    },
  };
};

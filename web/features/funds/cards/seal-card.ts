// Encrypts a card in the browser for the card vault: neither this page nor any public server keeps
// or reads it.
import { call, type Data } from '../../../client/api/api.ts';
import { loadPart } from '../../../client/load-part.ts';

export type PlainCard = { number: string; holderName: string; expiration: string; cvv: string };

export type Acquirer = NonNullable<Data<'GET /funds/methods'>['cardAcquirer']>;

const BIN_DIGITS = 6;

/** Each acquirer has its own call for its key. */
const keyOf = (acquirer: Acquirer, { number }: PlainCard) => {
  if (acquirer === 'carat')
    return call('GET /funds/sitef-access-token/{bin}', {
      params: { bin: number.slice(0, BIN_DIGITS) },
    });
  return acquirer === 'cielo'
    ? call('GET /funds/cielo-access-token')
    : call('GET /funds/rede-access-token');
};

/**
 * Compact JWE for a short-lived key; its nonce makes it valid once. The library is loaded with the
 * form.
 */
export const sealCard = async (acquirer: Acquirer, card: PlainCard): Promise<string> => {
  const [{ CompactEncrypt, importJWK }, { data: key }] = await Promise.all([
    loadPart(() => import('jose')),
    keyOf(acquirer, card),
  ]);
  const plain = new TextEncoder().encode(JSON.stringify({ nonce: crypto.randomUUID(), ...card }));
  return new CompactEncrypt(plain)
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key.data, 'RSA-OAEP-256'));
};

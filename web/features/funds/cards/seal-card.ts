// Encrypts a card in the browser, for the vault alone: nothing of it is kept here, and no server of
// ours that can be reached reads it.
import { call, type Data } from '../../../shell/api/api.ts';
import { loadPart } from '../../../shell/errors/load-part.ts';

export type PlainCard = { number: string; holderName: string; expiration: string; cvv: string };

export type Acquirer = NonNullable<Data<'GET /funds/methods'>['cardAcquirer']>;

const BIN_DIGITS = 6;

/** Each acquirer's key has a call of its own. */
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
 * Compact JWE to a key that lives for minutes; the nonce inside makes it good once. The library is
 * loaded with the form.
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

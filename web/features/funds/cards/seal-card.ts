// Encrypts a card in the browser, for the vault alone: nothing of it is kept here, and no server of ours that can be reached reads it.
import { call } from '../../../shell/api/api.ts';

export type PlainCard = { number: string; holderName: string; expiration: string; cvv: string };

/** Compact JWE to a key that lives for minutes; the nonce inside makes it good once. The library is loaded with the form. */
export const sealCard = async (card: PlainCard): Promise<string> => {
  const [{ CompactEncrypt, importJWK }, { data: key }] = await Promise.all([import('jose'), call('GET /funds/rede-access-token')]);
  const plain = new TextEncoder().encode(JSON.stringify({ nonce: crypto.randomUUID(), ...card }));
  return new CompactEncrypt(plain).setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid }).encrypt(await importJWK(key.data, 'RSA-OAEP-256'));
};

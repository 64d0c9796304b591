// People who pay by card, for tests: what the browser encrypts, and what the forms of the wallet send.
import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import { type Person, solveCaptcha } from '../../person.ts';

export const PAN = '5448280000000007';

const HOLDER = {
  paymentType: 'card', authorizerId: 2, holderDocument: '529.982.247-25', holderBirthDate: '01/02/1990', holderPhoneNumber: '(11) 98765-4321', billingEmail: 'davi@example.com', billingStreet: 'Rua das Flores',
  billingCounty: 'Centro', billingCity: 'São Paulo', billingState: 'São Paulo', billingStateCode: 'SP', billingZip: '01310-100', legalConsent: true,
} as const;

const keyOf = async (person: Person) => {
  const { cardAcquirer } = await person.call('GET /funds/methods');
  if (cardAcquirer === 'carat') return person.call('GET /funds/sitef-access-token/{bin}', { params: { bin: PAN.slice(0, 6) } });
  return cardAcquirer === 'cielo' ? person.call('GET /funds/cielo-access-token') : person.call('GET /funds/rede-access-token');
};

/** What the browser does. */
const encrypt = async (person: Person, card: object): Promise<string> => {
  const { data, kid } = await keyOf(person);
  const plain = { nonce: randomUUID(), number: PAN, holderName: 'DAVI DE TESTE', expiration: '12/2031', cvv: '235', ...card };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(plain))).setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid }).encrypt(await importJWK(data as never, 'RSA-OAEP-256'));
};

export const trySaveCard = async (person: Person, card: object = {}, changes: object = {}) =>
  person.ask('POST /funds/cards', { body: { ...HOLDER, encrypted: await encrypt(person, card), recapcha: await solveCaptcha(person), ...changes } as never });

export const saveCard = async (person: Person, card: object = {}, changes: object = {}) => {
  const { status, reply } = await trySaveCard(person, card, changes);
  if (status !== 200) throw new Error(`not saved: ${JSON.stringify(reply)}`);
  return reply.data;
};

export const chargeCard = (person: Person, profileCardId: string, value = 5_000, key: string = randomUUID()) =>
  person.ask('POST /funds', { body: { paymentMethodKey: 'card', value: value as never, profileCardId: profileCardId as never, ageConfirmed: true }, idempotencyKey: key });

export const walletOf = async (person: Person) => {
  const [wallet] = await person.call('GET /funds');
  return { balance: wallet?.balance, locked: wallet?.lockedBalance };
};

// People who pay by card, for tests: what the browser encrypts, and what the forms of the wallet
// send.
import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import { type ApiClient, solveCaptcha } from '../../api-client.ts';

export const PAN = '5448280000000007';

/** What the form sends besides the encrypted card and the captcha. */
export const HOLDER = {
  paymentType: 'card',
  authorizerId: 2,
  holderDocument: '529.982.247-25',
  holderBirthDate: '01/02/1990',
  holderPhoneNumber: '(11) 98765-4321',
  billingEmail: 'davi@example.com',
  billingStreet: 'Rua das Flores',
  billingCounty: 'Centro',
  billingCity: 'São Paulo',
  billingState: 'São Paulo',
  billingStateCode: 'SP',
  billingZip: '01310-100',
  legalConsent: true,
} as const;

const keyOf = async (person: ApiClient) => {
  const { cardAcquirer } = await person.call('GET /funds/methods');
  if (cardAcquirer === 'carat')
    return person.call('GET /funds/sitef-access-token/{bin}', { params: { bin: PAN.slice(0, 6) } });
  return cardAcquirer === 'cielo'
    ? person.call('GET /funds/cielo-access-token')
    : person.call('GET /funds/rede-access-token');
};

/** What the browser does. */
const encrypt = async (person: ApiClient, card: object): Promise<string> => {
  const { data, kid } = await keyOf(person);
  const plain = {
    nonce: randomUUID(),
    number: PAN,
    holderName: 'DAVI DE TESTE',
    expiration: '12/2031',
    cvv: '235',
    ...card,
  };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(plain)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(await importJWK(data, 'RSA-OAEP-256'));
};

export const trySaveCard = async (person: ApiClient, card: object = {}, changes: object = {}) =>
  person.ask('POST /funds/cards', {
    body: {
      ...HOLDER,
      encrypted: await encrypt(person, card),
      recapcha: await solveCaptcha(person),
      ...changes,
    },
  });

export const saveCard = async (person: ApiClient, card: object = {}, changes: object = {}) => {
  const { status, reply } = await trySaveCard(person, card, changes);
  if (status !== 200) throw new Error(`not saved: ${JSON.stringify(reply)}`);
  return reply.data;
};

/** The browser data that a page sends for 3-D Secure. */
export const BROWSER = {
  colorDepth: 24,
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 900,
  screenWidth: 1440,
  timeZoneOffset: 180,
};

type Script = NonNullable<Awaited<ReturnType<typeof scriptFor>>>;
/** What the page has to do before the charge. */
export const scriptFor = (person: ApiClient, profileCardId: string, value = 5_000) =>
  person.call('GET /funds/cards/{id}/authentication', {
    params: { id: profileCardId },
    query: { value: String(value) },
  });

/**
 * What the acquirer's script does in the page, at the stand-in; `confirmed` is what the holder says
 * where their bank asks. Returns the script's last word.
 */
export const runScript = async (
  { url, accessToken, orderNumber }: Script,
  { number = PAN, value = 5_000, confirmed = true } = {},
): Promise<Record<string, string>> => {
  const ask = async (path: string, body: object, headers: Record<string, string> = {}) =>
    (await (
      await fetch(new URL(path, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, string>;
  const { ReferenceId } = await ask('/v2/3ds/init', {}, { authorization: `Bearer ${accessToken}` });
  const Fields = {
    bpmpi_auth: 'true',
    bpmpi_ordernumber: orderNumber,
    bpmpi_currency: 'BRL',
    bpmpi_totalamount: String(value),
    bpmpi_installments: '1',
    bpmpi_paymentmethod: 'Credit',
    bpmpi_cardnumber: number,
    bpmpi_cardexpirationmonth: '12',
    bpmpi_cardexpirationyear: '2031',
    bpmpi_order_productcode: 'PAL',
    bpmpi_merchant_url: 'https://shop.example',
  };
  const enrolled = await ask('/v2/3ds/enroll', { ReferenceId, Fields });
  return enrolled['Status'] === 'CHALLENGE'
    ? ask('/v2/3ds/validate', { ReferenceId, Confirmed: confirmed })
    : enrolled;
};

/** The script's answer as the page passes it on. */
export const authenticationIn = ({
  Eci = '',
  Cavv,
  Xid,
  Version = '',
  ReferenceId = '',
}: Record<string, string>) => ({
  eci: Eci,
  cavv: Cavv ?? null,
  xid: Xid ?? null,
  version: Version,
  referenceId: ReferenceId,
});

/** Pays as the page does: asked for by the script first, where the acquirer has one. */
export const chargeCard = async (
  person: ApiClient,
  profileCardId: string,
  value = 5_000,
  key: string = randomUUID(),
) => {
  const { reply: begun } = await person.ask('GET /funds/cards/{id}/authentication', {
    params: { id: profileCardId },
    query: { value: String(value) },
  });
  const script = begun.data ?? null;
  const authentication = script && authenticationIn(await runScript(script, { value }));
  return person.ask('POST /funds', {
    body: {
      paymentMethodKey: 'card',
      value: value,
      profileCardId: profileCardId,
      ageConfirmed: true,
      browser: BROWSER,
      ...(authentication && { authentication }),
    },
    idempotencyKey: key,
  });
};

export const walletOf = async (person: ApiClient) => {
  const [wallet] = await person.call('GET /funds');
  return { balance: wallet?.balance, locked: wallet?.lockedBalance };
};

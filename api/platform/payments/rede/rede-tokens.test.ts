// e.Rede's token service: refusals of the stand-in, requests and readings of the adapter. Names are
// from the manual v1.38, "Card brand tokenization", and from the client's classes that follow it
// (TokenizationRequest, TokenQueryResponse, CryptogramResponse, manageToken).
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChargeReport, PaymentProvider } from '../port.ts';
import type { SandboxAccess } from '../sandbox-process.ts';
import { testSandbox } from '../../../testing/sandbox.ts';
import { createRedeProvider } from './rede.ts';
import { affiliationOf, declineOf, readStoredCardState, toReference } from './rede-wire.ts';

let sandbox: SandboxAccess;
let provider: PaymentProvider;
let accessToken: string;
const renewToken = async (): Promise<void> => {
  const { clientId, clientSecret, tokenUrl } = sandbox.rede;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  accessToken = (
    (await (
      await fetch(tokenUrl, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
    ).json()) as { access_token: string }
  ).access_token;
};
beforeAll(async () => {
  sandbox = await testSandbox();
  provider = createRedeProvider(
    { ...sandbox.rede, statementName: 'Camarim Ações & Cia Ltda', timeoutMs: 60_000 },
    { now: () => new Date() },
  );
  await renewToken();
});
afterAll(async () => {
  await provider.close();
});

const call = async (method: string, url: string, json?: object) => {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
  };
};
const service = (path: string): string =>
  new URL(`../token-service/oauth/v2${path}`, sandbox.rede.tokenUrl).href;
const transactions = (): string => `${sandbox.rede.baseUrl}/v2/transactions`;
const NEW = {
  cardNumber: '5448280000000007',
  expirationMonth: '12',
  expirationYear: '2031',
  email: 'pessoa@example.com',
  storageCard: 0,
  cardholderName: 'PESSOA DE TESTE',
  securityCode: '235',
};
const filiation = (): string => affiliationOf(sandbox.rede);

const create = async (changes: object = {}): Promise<string> =>
  String(
    (await call('POST', service('/tokenization'), { filiation: filiation(), ...NEW, ...changes }))
      .body['tokenizationId'],
  );
const lookUp = (id: string) => call('GET', service(`/tokenization/${id}?filiation=${filiation()}`));
const cryptogramOf = async (id: string): Promise<string> =>
  (
    (
      await call('POST', service(`/cryptogram/${id}`), {
        filiation: filiation(),
        subscription: false,
      })
    ).body['cryptogramInfo'] as { tokenCryptogram: string }
  ).tokenCryptogram;

describe('the stand-in of the token service', () => {
  it.each([
    { email: undefined },
    { email: 'not an address' },
    { storageCard: 1 },
    { expirationMonth: 12 },
    { filiation: '1' },
    { filiation: undefined },
  ])('the stand-in stores no card with %o', async (changes) => {
    expect(
      (await call('POST', service('/tokenization'), { filiation: filiation(), ...NEW, ...changes }))
        .status,
    ).toBe(400);
  });

  it('the stand-in shows the network token only once it is active', async () => {
    const [at, slow] = [await create(), await create({ cardholderName: 'PESSOA DEMORA' })];
    expect((await lookUp(at)).body).toMatchObject({
      returnCode: '00',
      tokenizationStatus: 'Active',
      last4: '0007',
      token: { code: expect.stringMatching(/^\d{16}$/), expirationDate: '12/2031' },
    });
    expect((await lookUp(slow)).body).toEqual(
      expect.objectContaining({ tokenizationStatus: 'Pending' }),
    );
    expect((await lookUp(slow)).body['token']).toBeUndefined();
    expect(
      (
        await call('POST', service(`/cryptogram/${slow}`), {
          filiation: filiation(),
          subscription: false,
        })
      ).status,
    ).toBe(422);
  });

  it('the stand-in has no DELETE, and deletes once by PUT with a reason', async () => {
    const id = await create();
    expect((await call('DELETE', service(`/tokenization/${id}`))).status).toBe(404);
    expect(
      (
        await call('PUT', service(`/tokenization/${id}`), {
          filiation: filiation(),
          tokenizationStatus: 'deleted',
        })
      ).status,
    ).toBe(400);
    const deletion = { filiation: filiation(), tokenizationStatus: 'deleted', reason: 1 };
    expect([
      (await call('PUT', service(`/tokenization/${id}`), deletion)).status,
      (await call('PUT', service(`/tokenization/${id}`), deletion)).status,
    ]).toEqual([200, 422]);
    expect((await lookUp(id)).body['tokenizationStatus']).toBe('Deleted');
  });

  it('the stand-in charges a stored card with a single-use cryptogram', async () => {
    const id = await create();
    const { code } = (await lookUp(id)).body['token'] as { code: string };
    const tokenCryptogram = await cryptogramOf(id);
    const charge = (changes: object) =>
      call('POST', transactions(), {
        reference: randomUUID().slice(0, 8),
        amount: 100,
        cardNumber: code,
        expirationMonth: 12,
        expirationYear: 2031,
        storageCard: 1,
        transactionCredentials: { credentialId: '01' },
        tokenCryptogram,
        ...changes,
      });
    expect((await charge({ tokenCryptogram: undefined })).status).toBe(400);
    expect((await charge({ transactionCredentials: undefined })).status).toBe(400);
    expect((await charge({})).body['returnCode']).toBe('00');
    expect((await charge({})).status).toBe(400);
  });

  it('the stand-in accepts the requests of the official clients', async () => {
    const card = {
      cardholderName: 'PESSOA',
      cardNumber: '5448280000000007',
      expirationMonth: '12',
      expirationYear: '31',
      securityCode: '123',
    };
    expect(
      (await call('POST', transactions(), { reference: 'texto', amount: '2099', ...card })).body[
        'returnCode'
      ],
    ).toBe('00');
    expect(
      (await call('POST', transactions(), { reference: 'zero', amount: 0, ...card })).body,
    ).toMatchObject({ returnCode: '174' });
    // Manual, "Return codes": a reference that was used.
    expect(
      await call('POST', transactions(), { reference: 'texto', amount: 2099, ...card }),
    ).toMatchObject({ status: 422, body: { returnCode: '42' } });
    expect(
      (
        await call('POST', transactions(), {
          reference: 'nome',
          amount: 100,
          ...card,
          cardholderName: 'JOSÉ',
        })
      ).status,
    ).toBe(400);
  });

  it('a refund on a later day completes on the day after its request', async () => {
    const { body } = await call('POST', transactions(), {
      reference: 'outrodia',
      amount: 1000,
      cardNumber: '5448280000000007',
      expirationMonth: 12,
      expirationYear: 2031,
      securityCode: '235',
    });
    const advance = (hours: number) =>
      call('POST', `${sandbox.url}/__clock/advance`, { seconds: hours * 3_600 });
    const tid = String(body['tid']);
    expect(
      (await call('POST', `${transactions()}/${tid}/refunds`, { amount: 300 })).body['returnCode'],
    ).toBe('359');
    await advance(25);
    await renewToken();
    expect(
      (await call('POST', `${transactions()}/${tid}/refunds`, { amount: 200 })).body['returnCode'],
    ).toBe('360');
    expect(
      (await call('POST', `${transactions()}/${tid}/refunds`, { amount: 501 })).body['returnCode'],
    ).toBe('358');
    const statuses = async () =>
      (
        (await call('GET', `${transactions()}/${tid}/refunds`)).body['refunds'] as {
          status: string;
        }[]
      ).map(({ status }) => status);
    expect(await statuses()).toEqual(['Done', 'Processing']);
    // An access token lives for twenty-four minutes.
    await advance(36);
    await renewToken();
    expect(await statuses()).toEqual(['Done', 'Done']);
  });
});

describe('the adapter of the token service', () => {
  const storeCard = async (card: object = {}) => {
    const { jwk, kid } = await (provider.cards?.publicKey() ??
      Promise.reject(new Error('no cards')));
    const plain = {
      nonce: randomUUID(),
      number: '5448280000000007',
      holderName: 'JOSÉ DE TESTE',
      expiration: '12/2031',
      cvv: '235',
      ...card,
    };
    const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(plain)))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
      .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
    return provider.cards?.store({ jwe, brandId: 2, email: 'pessoa@example.com' });
  };
  const charge = (token: string, brandId = 2): Promise<ChargeReport> =>
    provider.createCharge({
      chargeId: randomUUID() as ChargeId,
      method: 'card',
      amountCentavos: centavos(5_000),
      expiresInSeconds: 600,
      description: 'Recarga',
      card: { kind: 'stored', token, brandId, byHolder: true, networkRef: null },
    });

  it('the adapter stores cards that are active immediately or later', async () => {
    expect(await storeCard()).toMatchObject({ ready: true, holder: 'JOSÉ D. T.' });
    const slow = await storeCard({ holderName: 'JOSÉ DEMORA' });
    expect(slow).toMatchObject({ ready: false });
    expect(await provider.cards?.state?.(slow?.token ?? '')).toBe('pending');
    await expect(charge(slow?.token ?? '')).rejects.toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('not active'),
    });
  });

  it.each([
    ['5448280000000007', 2],
    ['4111111111111111', 1],
  ] as const)(
    'the adapter charges a stored card (%s) repeatedly without exposing its network token',
    async (number, brandId) => {
      const card = await storeCard({ number });
      const { code } = (await lookUp(card?.token ?? '')).body['token'] as { code: string };
      const reports = [
        await charge(card?.token ?? '', brandId),
        await charge(card?.token ?? '', brandId),
      ];
      expect(reports.map(({ state }) => state)).toEqual(['paid', 'paid']);
      expect(JSON.stringify([card, reports])).not.toContain(code);
    },
  );

  it('the adapter deletes a card repeatedly, and then reports it as ended', async () => {
    const token = (await storeCard())?.token ?? '';
    await provider.cards?.remove(token);
    await provider.cards?.remove(token);
    expect(await provider.cards?.state?.(token)).toBe('ended');
    await expect(charge(token)).rejects.toMatchObject({ outcome: 'refused' });
  });

  it.each([
    ['Pending', 'pending'],
    ['Active', 'ready'],
    ['Inactive', 'ended'],
    ['Suspended', 'ended'],
    ['Deleted', 'ended'],
    ['Failed', 'ended'],
  ] as const)(
    'the adapter of the token service reads the state %s of a token as %s',
    (tokenizationStatus, state) => {
      expect(readStoredCardState({ returnCode: '00', tokenizationStatus })).toBe(state);
    },
  );

  it('the adapter uses PVs without leading zeros and references of sixteen characters', () => {
    expect(affiliationOf({ clientId: '00123450' })).toBe('123450');
    expect(toReference(randomUUID())).toMatch(/^[a-z0-9]{16}$/);
    expect(declineOf('123', 'ended').class).toBe('irreversible');
  });
});

// What every acquirer of cards must do, written once: encrypted as the browser does, opened in the
// vault alone, charged once, asked about, refused in classes, given back.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../clock/port.ts';
import { createCaratProvider } from '../carat/carat.ts';
import { toOrderId as toCaratId } from '../carat/carat-wire.ts';
import { createCieloCardProvider } from '../cielo/cielo-card.ts';
import { toOrderId as toCieloId } from '../cielo/cielo-wire.ts';
import type {
  CardGatewayName,
  ChargeReport,
  ChargeRequest,
  Decline,
  PaymentProvider,
} from '../port.ts';
import { createRedeProvider } from '../rede/rede.ts';
import { toReference } from '../rede/rede-wire.ts';
import { type SandboxProcess, startSandboxProcess } from '../sandbox-process.ts';

const PAN = '5448280000000007';
const MASTERCARD = 2;
const EMAIL = 'pessoa@example.com';
const BROWSER = {
  userAgent: 'Mozilla/5.0',
  colorDepth: 24,
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 900,
  screenWidth: 1440,
  timeZoneOffset: 180,
};
const RETURN_URL = 'http://127.0.0.1:9/wallet';

type Acquirer = {
  name: CardGatewayName;
  /** Paths of its calls for faults. */
  create: string;
  refunds: string;
  connect: (sandbox: SandboxProcess, clock: Clock) => PaymentProvider;
  /**
   * Whether an unanswered request is sent again immediately; otherwise the next call looks it up
   * first.
   */
  resends: boolean;
  codes: [string, Decline['class']][];
  /** The acquirer deletes tokens. */
  forgets: boolean;
  screens: boolean;
  /** Supports 3-D Secure challenges. */
  challenges: boolean;
};

const TIMEOUT_MS = 2_000;
const INDUSTRY: Acquirer['codes'] = [
  ['51', 'reversible'],
  ['54', 'irreversible'],
  ['82', 'reversible'],
  ['R1', 'irreversible'],
];

const ACQUIRERS: Acquirer[] = [
  {
    name: 'rede',
    create: 'POST /erede/v2/transactions',
    refunds: 'POST /erede/v2/transactions/*/refunds',
    resends: true,
    forgets: true,
    screens: false,
    challenges: true,
    codes: [
      ['111', 'reversible'],
      ['112', 'irreversible'],
      ['119', 'reversible'],
      ['123', 'irreversible'],
    ],
    connect: ({ rede }, clock) => createRedeProvider({ ...rede, timeoutMs: TIMEOUT_MS }, clock),
  },
  {
    name: 'cieloCard',
    create: 'POST /1/sales',
    refunds: 'PUT /1/sales/*/void',
    resends: false,
    forgets: false,
    screens: true,
    challenges: false,
    codes: INDUSTRY,
    connect: ({ cieloCard }, clock) =>
      createCieloCardProvider({ ...cieloCard, timeoutMs: TIMEOUT_MS }, clock),
  },
  {
    name: 'carat',
    create: 'POST /v2/payments',
    refunds: 'POST /v2/cancellations',
    resends: true,
    forgets: false,
    screens: true,
    challenges: false,
    codes: INDUSTRY,
    connect: ({ carat }, clock) =>
      createCaratProvider(
        { ...carat, webhookSecret: 'conformance-secret', timeoutMs: TIMEOUT_MS },
        clock,
      ),
  },
];

describe.each(ACQUIRERS)('$name', (acquirer) => {
  let home: string;
  let sandbox: SandboxProcess;
  let provider: PaymentProvider;
  let aheadMs = 0;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'camarim-cards-'));
    sandbox = await startSandboxProcess({
      home,
      port: 0,
      log: { warn: () => undefined, error: () => undefined },
    });
    provider = acquirer.connect(sandbox, { now: () => new Date(Date.now() + aheadMs) });
  });
  afterEach(async () => {
    aheadMs = 0;
    await fetch(`${sandbox.url}/__faults`, { method: 'DELETE' });
  });
  afterAll(async () => {
    await provider.close();
    await sandbox.stop();
    await rm(home, { recursive: true, force: true });
  });

  const arm = async (fault: object): Promise<void> => {
    await fetch(`${sandbox.url}/__faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
  };
  const references: Record<CardGatewayName, (chargeId: ChargeId) => string> = {
    rede: toReference,
    cieloCard: toCieloId,
    carat: toCaratId,
  };
  /** Charges of one id at the acquirer. */
  const ordersOf = async (chargeId: ChargeId): Promise<unknown[]> =>
    (
      await fetch(`${sandbox.url}/__orders/${acquirer.name}/${references[acquirer.name](chargeId)}`)
    ).json() as Promise<unknown[]>;
  /** Encrypts a card like the browser. */
  const seal = async (changes: object = {}): Promise<string> => {
    const { jwk, kid } = await (provider.cards?.publicKey() ??
      Promise.reject(new Error('no cards')));
    const card = {
      nonce: randomUUID(),
      number: PAN,
      holderName: 'PESSOA DE TESTE',
      expiration: '12/2031',
      cvv: '235',
      ...changes,
    };
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
      .encrypt(await importJWK(jwk as Parameters<typeof importJWK>[0], 'RSA-OAEP-256'));
  };
  const requestWith = (jwe: string): ChargeRequest => ({
    chargeId: randomUUID() as ChargeId,
    method: 'card',
    amountCentavos: centavos(5000),
    expiresInSeconds: 600,
    description: 'Recarga',
    card: { kind: 'sealed', jwe, brandId: MASTERCARD, keep: false },
  });
  const charge = async (changes?: object) =>
    provider.createCharge(requestWith(await seal(changes)));
  const known = (chargeId: ChargeId) => ({
    chargeId,
    providerRef: null,
    amountCentavos: centavos(5000),
  });

  describe('charges of a typed card', () => {
    it('a card is charged immediately, and found by our reference', async () => {
      const report = await charge();
      expect(report).toMatchObject({
        state: 'paid',
        amountCentavos: 5000,
        paidCentavos: 5000,
        presentment: null,
        receipts: [{ amountCentavos: 5000 }],
      });
      expect(await provider.status(known(report.chargeId))).toEqual(report);
      expect(await provider.status(known(randomUUID() as ChargeId))).toBeNull();
    });

    it.each(
      ['111', '112', '119', '124'].map(
        (cvv, index) => [cvv, ...(acquirer.codes[index] ?? ['', 'unknown'])] as const,
      ),
    )('a declined card (%s) fails with %s, which is %s', async (cvv, code, kind) => {
      expect(await charge({ cvv })).toMatchObject({
        state: 'failed',
        paidCentavos: 0,
        receipts: [],
        decline: { code, class: kind, words: expect.any(String) },
      });
    });

    it.each([
      [{ action: 'drop', when: 'after' }],
      [{ action: 'drop', when: 'before' }],
      [{ action: 'status', status: 500, when: 'after' }],
      [{ action: 'status', status: 503, when: 'before' }],
    ])('a card is charged once when %o happens', async (fault) => {
      await arm({ on: acquirer.create, ...fault });
      const request = requestWith(await seal());
      const first = await provider.createCharge(request).catch((error: Error) => error);
      if (first instanceof Error) {
        // Without an effect at the gateway nothing is sent automatically: the holder tries again.
        expect([acquirer.resends, fault.when]).toEqual([false, 'before']);
        expect(first).toMatchObject({ outcome: 'unknown' });
      }
      const report = await provider.createCharge(request);
      expect(report).toMatchObject({ state: 'paid', paidCentavos: 5000 });
      expect(report.receipts).toHaveLength(1);
      expect(await ordersOf(request.chargeId)).toHaveLength(1);
    });

    it('concurrent requests of one id make one charge', async () => {
      const request = requestWith(await seal());
      const reports = await Promise.all(
        Array.from({ length: 4 }, () => provider.createCharge(request)),
      );
      expect(new Set(reports.map(({ providerRef }) => providerRef)).size).toBe(1);
      expect(await ordersOf(request.chargeId)).toHaveLength(1);
    });

    it('without any reply the outcome is unknown, and a retry charges once', async () => {
      const request = requestWith(await seal());
      await arm({ on: acquirer.create, action: 'drop', when: 'before', times: 10 });
      await expect(provider.createCharge(request)).rejects.toMatchObject({ outcome: 'unknown' });
      await fetch(`${sandbox.url}/__faults`, { method: 'DELETE' });
      expect(await provider.createCharge(request)).toMatchObject({ state: 'paid' });
      expect(await ordersOf(request.chargeId)).toHaveLength(1);
    });

    it('charges survive a crash of the gateway', async () => {
      const report = await charge();
      await sandbox.restart();
      expect(await provider.status(known(report.chargeId))).toEqual(report);
    });

    it('one id is charged once, whatever a repeated request contains', async () => {
      const request = requestWith(await seal());
      const first = await provider.createCharge(request);
      expect(
        await provider.createCharge({ ...requestWith(await seal()), chargeId: request.chargeId }),
      ).toEqual(first);
    });
  });

  describe('encrypted cards', () => {
    it('an encrypted card is refused for a second charge', async () => {
      const jwe = await seal();
      await provider.createCharge(requestWith(jwe));
      await expect(provider.createCharge(requestWith(jwe))).rejects.toMatchObject({
        outcome: 'refused',
      });
    });

    it('an encrypted card expires after ten minutes, and keys are renewed earlier', async () => {
      const [jwe, first] = [await seal(), await provider.cards?.publicKey()];
      aheadMs = 6 * 60_000;
      expect((await provider.cards?.publicKey())?.kid).not.toBe(first?.kid);
      aheadMs = 10 * 60_000 + 5_000;
      await expect(provider.createCharge(requestWith(jwe))).rejects.toMatchObject({
        outcome: 'refused',
      });
    });

    it.each([{ number: 'abc' }, { cvv: '' }, { expiration: '13/2031' }, { nonce: 'short' }])(
      'an encrypted card with %o is refused without an echo',
      async (changes) => {
        const failure = await charge(changes).catch((error: Error) => error);
        expect(failure).toMatchObject({ outcome: 'refused' });
        expect(JSON.stringify([failure, String(failure)])).not.toContain(PAN);
      },
    );

    it.each(['', 'a.b.c.d.e', 'nonsense'])(
      'text that is not an encrypted card is refused: %s',
      async (jwe) => {
        await expect(provider.createCharge(requestWith(jwe))).rejects.toMatchObject({
          outcome: 'refused',
        });
      },
    );
  });

  describe('refunds', () => {
    it('a repeated request returns the same refund, in progress and completed', async () => {
      const { chargeId, receipts } = await charge();
      const request = {
        receiptRef: receipts[0]?.ref ?? '',
        refundId: randomUUID(),
        amountCentavos: centavos(2000),
        receiptCentavos: centavos(5000),
        otherRefs: [],
      };
      await arm({ on: 'refund', action: 'process' });
      const first = await provider.refund(request);
      expect(first.state).toBe('processing');
      expect(await provider.refund(request)).toMatchObject({ ref: first.ref, state: 'processing' });
      await fetch(
        `${sandbox.url}/__orders/${acquirer.name}/${references[acquirer.name](chargeId)}/carry-out`,
        { method: 'POST' },
      );
      expect(await provider.refund({ ...request, ref: first.ref })).toMatchObject({
        ref: first.ref,
        state: 'done',
        refundId: request.refundId,
      });
      expect((await provider.status(known(chargeId)))?.receipts[0]?.refunds).toHaveLength(1);
    });

    const refund = (receiptRef: string, amount: number, otherRefs: string[] = []) =>
      provider.refund({
        receiptRef,
        refundId: randomUUID(),
        amountCentavos: centavos(amount),
        otherRefs,
      });

    it('equal parts and the rest are refunded once each, also after a lost reply', async () => {
      const { chargeId, receipts } = await charge();
      const ref = receipts[0]?.ref ?? '';
      await arm({ on: acquirer.refunds, action: 'drop', when: 'after' });
      const first = await refund(ref, 2000);
      const second = await refund(ref, 2000, [first.ref]);
      expect(second.ref).not.toBe(first.ref);
      expect((await provider.status(known(chargeId)))?.state).toBe('partially_refunded');
      await refund(ref, 1000, [first.ref, second.ref]);
      expect((await provider.status(known(chargeId)))?.state).toBe('refunded');
      await expect(refund(ref, 1, [])).rejects.toMatchObject({ outcome: 'refused' });
    });
  });

  describe('stored cards', () => {
    const keep = async (changes?: object) =>
      provider.cards?.store({ jwe: await seal(changes), brandId: MASTERCARD, email: EMAIL });
    const chargeStored = (token: string, byHolder = true) =>
      provider.createCharge({
        ...requestWith(''),
        card: { kind: 'stored', token, brandId: MASTERCARD, byHolder, networkRef: null },
      });

    it('a stored card is a token with display data, charged without number or code', async () => {
      const card = await keep();
      expect(card).toEqual({
        token: expect.any(String),
        ready: true,
        bin6: PAN.slice(0, 6),
        last4: PAN.slice(-4),
        expires: '2031-12',
        holder: 'PESSOA D. T.',
      });
      const report = await chargeStored(card?.token ?? '');
      expect(report).toMatchObject({
        state: 'paid',
        paidCentavos: 5000,
        networkRef: expect.any(String),
      });
      expect(await provider.status(known(report.chargeId))).toEqual(report);
    });

    it('a stored card is declined with a class, when stored and when charged', async () => {
      await expect(keep({ cvv: '112' })).rejects.toMatchObject({
        outcome: 'refused',
        decline: { class: 'irreversible' },
      });
      const card = await keep({ holderName: 'PESSOA 111' });
      expect(await chargeStored(card?.token ?? '')).toMatchObject({
        state: 'failed',
        decline: { code: acquirer.codes[0]?.[0], class: 'reversible' },
      });
    });

    it('a stored card is charged once, also after a lost reply', async () => {
      const card = await keep();
      await arm({ on: acquirer.create, action: 'drop', when: 'after' });
      expect((await chargeStored(card?.token ?? '')).receipts).toHaveLength(1);
    });

    it.runIf(acquirer.forgets)(
      "a deleted card can't be charged, and deletes again without an error",
      async () => {
        const card = await keep();
        await provider.cards?.remove(card?.token ?? '');
        await provider.cards?.remove(card?.token ?? '');
        await expect(chargeStored(card?.token ?? '')).rejects.toMatchObject({ outcome: 'refused' });
      },
    );
  });

  describe.runIf(acquirer.challenges)('3-D Secure challenges', () => {
    const begin = async (card: object = { holderName: 'PESSOA 3DS' }): Promise<ChargeReport> =>
      provider.createCharge({
        ...requestWith(await seal(card)),
        authenticate: {
          returnUrl: RETURN_URL,
          browser: BROWSER,
          result: null,
          otherwise: 'refuse',
        },
      });
    const urlOf = ({ presentment }: ChargeReport): string =>
      presentment?.kind === 'challenge' ? presentment.url : '';
    const answer = (report: ChargeReport, resposta: string) =>
      fetch(urlOf(report), {
        method: 'POST',
        body: new URLSearchParams({ resposta }),
        redirect: 'manual',
      });
    const lookAt = async ({ chargeId, providerRef }: ChargeReport) => {
      const report = await provider.status(known(chargeId));
      return report?.state === 'authorized' && provider.capture
        ? provider.capture({ ...known(chargeId), providerRef })
        : report;
    };

    it("a challenged charge is pending with the bank's page, then paid after the holder's confirmation", async () => {
      const report = await begin();
      expect(report).toMatchObject({
        state: 'pending',
        paidCentavos: 0,
        presentment: { kind: 'challenge', url: expect.stringContaining('/desafio/') },
      });
      expect(await (await fetch(urlOf(report))).text()).toContain('Confirmar compra');
      expect(await (await answer(report, 'sim')).text()).toContain(RETURN_URL);
      expect(await lookAt(report)).toMatchObject({
        state: 'paid',
        paidCentavos: 5000,
        presentment: null,
      });
      expect((await answer(report, 'nao')).status).toBe(400);
      expect(await lookAt(report)).toMatchObject({ state: 'paid' });
    });

    it('a challenged charge fails as unauthenticated when the holder denies it', async () => {
      const report = await begin();
      await answer(report, 'nao');
      expect(await lookAt(report)).toMatchObject({
        state: 'failed',
        paidCentavos: 0,
        decline: { class: 'unauthenticated' },
      });
    });

    it("a challenged charge fails with the bank's decline after the challenge", async () => {
      const report = await begin({ holderName: 'PESSOA 3DS', cvv: '112' });
      await answer(report, 'sim');
      expect(await lookAt(report)).toMatchObject({
        state: 'failed',
        decline: { class: 'irreversible' },
      });
    });

    it('an unanswered challenge expires, and refuses late answers', async () => {
      const report = await begin();
      aheadMs = 15 * 60_000 + 5_000;
      await fetch(`${sandbox.url}/__clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seconds: 15 * 60 + 5 }),
      });
      expect(await provider.status(known(report.chargeId))).toMatchObject({
        state: 'expired',
        presentment: null,
      });
      expect((await answer(report, 'sim')).status).toBe(400);
    });

    it('no challenge appears without a request, or when the bank needs none', async () => {
      expect(await charge({ holderName: 'PESSOA 3DS' })).toMatchObject({ state: 'paid' });
      expect(await begin({})).toMatchObject({ state: 'paid' });
    });
  });

  it.runIf(acquirer.screens)(
    'a suspicious charge is paid and marked for review, and renewals are not screened',
    async () => {
      expect(await charge({ holderName: 'PESSOA REVISAR' })).toMatchObject({
        state: 'paid',
        screening: 'review',
      });
      expect((await charge()).screening).not.toBe('review');
      const card = await provider.cards?.store({
        jwe: await seal({ holderName: 'PESSOA REVISAR' }),
        brandId: MASTERCARD,
        email: EMAIL,
      });
      const renewal = await provider.createCharge({
        ...requestWith(''),
        card: {
          kind: 'stored',
          token: card?.token ?? '',
          brandId: MASTERCARD,
          byHolder: false,
          networkRef: '123',
        },
      });
      expect([renewal.state, renewal.screening]).toEqual(['paid', undefined]);
    },
  );
});

// Conformance suite of cards, for every acquirer: stored cards, 3-D Secure, fraud screening.
import { MINUTE_MS } from '@camarim/contract/time';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testSandbox } from '../../../testing/sandbox.ts';
import type { ChargeReport } from '../port.ts';
import { ACQUIRERS, lookupOf, MASTERCARD, openCardFixture, PAN } from './conformance-fixture.ts';

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

describe.each(ACQUIRERS)('$name', (acquirer) => {
  const { provider, sandbox, advance, arm, seal, requestWith, charge } = openCardFixture(
    acquirer,
    {
      beforeAll,
      afterEach,
      afterAll,
    },
    testSandbox,
  );

  describe('stored cards', () => {
    const storeCard = async (changes?: object) =>
      provider().cards?.store({ jwe: await seal(changes), brandId: MASTERCARD, email: EMAIL });
    const chargeStored = (token: string, byHolder = true) =>
      provider().createCharge({
        ...requestWith(''),
        card: { kind: 'stored', token, brandId: MASTERCARD, byHolder, networkRef: null },
      });

    it('a stored card is a token with display data, charged without number or code', async () => {
      const card = await storeCard();
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
      expect(await provider().status(lookupOf(report.chargeId))).toEqual(report);
    });

    it('a stored card is declined with a class, when stored and when charged', async () => {
      await expect(storeCard({ cvv: '112' })).rejects.toMatchObject({
        outcome: 'refused',
        decline: { class: 'irreversible' },
      });
      const card = await storeCard({ holderName: 'PESSOA 111' });
      expect(await chargeStored(card?.token ?? '')).toMatchObject({
        state: 'failed',
        decline: { code: acquirer.codes[0]?.[0], class: 'reversible' },
      });
    });

    it('a stored card is charged once, also after a lost reply', async () => {
      const card = await storeCard();
      await arm({ on: acquirer.create, action: 'drop', when: 'after' });
      expect((await chargeStored(card?.token ?? '')).receipts).toHaveLength(1);
    });

    it.runIf(acquirer.forgets)(
      "a deleted card can't be charged, and deletes again without an error",
      async () => {
        const card = await storeCard();
        await provider().cards?.remove(card?.token ?? '');
        await provider().cards?.remove(card?.token ?? '');
        await expect(chargeStored(card?.token ?? '')).rejects.toMatchObject({ outcome: 'refused' });
      },
    );
  });

  describe.runIf(acquirer.challenges)('3-D Secure challenges', () => {
    const begin = async (card: object = { holderName: 'PESSOA 3DS' }): Promise<ChargeReport> =>
      provider().createCharge({
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
      const report = await provider().status(lookupOf(chargeId));
      return report?.state === 'authorized' && provider().capture
        ? provider().capture?.({ ...lookupOf(chargeId), providerRef })
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
      advance(15 * MINUTE_MS + 5_000);
      await fetch(`${sandbox().url}/__clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seconds: 15 * 60 + 5 }),
      });
      expect(await provider().status(lookupOf(report.chargeId))).toMatchObject({
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
      const card = await provider().cards?.store({
        jwe: await seal({ holderName: 'PESSOA REVISAR' }),
        brandId: MASTERCARD,
        email: EMAIL,
      });
      const renewal = await provider().createCharge({
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

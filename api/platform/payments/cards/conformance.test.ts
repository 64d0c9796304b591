// Conformance suite of cards, for every acquirer: charges of typed cards, encryption, refunds.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { MINUTE_MS } from '@camarim/contract/time';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testSandbox } from '../../../testing/sandbox.ts';
import { ACQUIRERS, lookupOf, openCardFixture, PAN } from './conformance-fixture.ts';

describe.each(ACQUIRERS)('$name', (acquirer) => {
  const { provider, advance, arm, disarm, orderPath, ordersOf, seal, requestWith, charge } =
    openCardFixture(acquirer, { beforeAll, afterEach, afterAll }, testSandbox);

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
      expect(await provider().status(lookupOf(report.chargeId))).toEqual(report);
      expect(await provider().status(lookupOf(randomUUID() as ChargeId))).toBeNull();
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
      const first = await provider()
        .createCharge(request)
        .catch((error: Error) => error);
      if (first instanceof Error) {
        // Without an effect at the gateway nothing is sent automatically: the holder tries again.
        expect([acquirer.resends, fault.when]).toEqual([false, 'before']);
        expect(first).toMatchObject({ outcome: 'unknown' });
      }
      const report = await provider().createCharge(request);
      expect(report).toMatchObject({ state: 'paid', paidCentavos: 5000 });
      expect(report.receipts).toHaveLength(1);
      expect(await ordersOf(request.chargeId)).toHaveLength(1);
    });

    it('concurrent requests of one id make one charge', async () => {
      const request = requestWith(await seal());
      const reports = await Promise.all(
        Array.from({ length: 4 }, () => provider().createCharge(request)),
      );
      expect(new Set(reports.map(({ providerRef }) => providerRef)).size).toBe(1);
      expect(await ordersOf(request.chargeId)).toHaveLength(1);
    });

    it('a card charge without any reply has an unknown outcome, and a retry charges once', async () => {
      const request = requestWith(await seal());
      await arm({ on: acquirer.create, action: 'drop', when: 'before', times: 10 });
      await expect(provider().createCharge(request)).rejects.toMatchObject({ outcome: 'unknown' });
      await disarm();
      expect(await provider().createCharge(request)).toMatchObject({ state: 'paid' });
      expect(await ordersOf(request.chargeId)).toHaveLength(1);
    });

    it('one id is charged once, whatever a repeated request contains', async () => {
      const request = requestWith(await seal());
      const first = await provider().createCharge(request);
      expect(
        await provider().createCharge({ ...requestWith(await seal()), chargeId: request.chargeId }),
      ).toEqual(first);
    });
  });

  describe('encrypted cards', () => {
    it('an encrypted card is refused for a second charge', async () => {
      const jwe = await seal();
      await provider().createCharge(requestWith(jwe));
      await expect(provider().createCharge(requestWith(jwe))).rejects.toMatchObject({
        outcome: 'refused',
      });
    });

    it('an encrypted card expires after ten minutes, and keys are renewed earlier', async () => {
      const [jwe, first] = [await seal(), await provider().cards?.publicKey()];
      advance(6 * MINUTE_MS);
      expect((await provider().cards?.publicKey())?.kid).not.toBe(first?.kid);
      advance(10 * MINUTE_MS + 5_000);
      await expect(provider().createCharge(requestWith(jwe))).rejects.toMatchObject({
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
        await expect(provider().createCharge(requestWith(jwe))).rejects.toMatchObject({
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
      const first = await provider().refund(request);
      expect(first.state).toBe('processing');
      expect(await provider().refund(request)).toMatchObject({
        ref: first.ref,
        state: 'processing',
      });
      await fetch(`${orderPath(chargeId)}/carry-out`, { method: 'POST' });
      expect(await provider().refund({ ...request, ref: first.ref })).toMatchObject({
        ref: first.ref,
        state: 'done',
        refundId: request.refundId,
      });
      expect((await provider().status(lookupOf(chargeId)))?.receipts[0]?.refunds).toHaveLength(1);
    });

    const refund = (receiptRef: string, amount: number, otherRefs: string[] = []) =>
      provider().refund({
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
      expect((await provider().status(lookupOf(chargeId)))?.state).toBe('partially_refunded');
      await refund(ref, 1000, [first.ref, second.ref]);
      expect((await provider().status(lookupOf(chargeId)))?.state).toBe('refunded');
      await expect(refund(ref, 1, [])).rejects.toMatchObject({ outcome: 'refused' });
    });
  });
});

// Conformance suite of refunds, disputes, notifications and settlements.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testSandbox } from '../../testing/sandbox.ts';
import { GATEWAYS } from './conformance-gateways.ts';
import { openGatewayFixture } from './conformance-fixture.ts';
import { listDifferences, recordExchanges } from './official/recorder.ts';
import type { PaymentProvider, SettlementLine } from './port.ts';

const everySettlement = async (
  provider: PaymentProvider,
  from: Date,
  to: Date,
): Promise<SettlementLine[]> => {
  const lines: SettlementLine[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<PaymentProvider['listSettlements']>> =
      await provider.listSettlements({ from, to, ...(cursor ? { cursor } : {}) });
    lines.push(...page.lines);
    cursor = page.cursor;
  }
  return lines;
};

recordExchanges(afterAll);

describe.each(GATEWAYS.map((entry) => ({ ...entry, name: entry.title ?? entry.traits.name })))(
  '$name',
  (entry) => {
    const { traits } = entry;
    const fixture = openGatewayFixture(entry, { beforeAll, afterEach, afterAll }, testSandbox);

    it('a gateway declares its capabilities', () => {
      const { can, methods, id } = fixture().provider;
      expect({ id, methods, can }).toEqual({
        id: traits.name,
        methods: [traits.method],
        can: { cancel: traits.cancels, refund: traits.refunds, settlements: traits.settlements },
      });
    });

    describe.runIf(traits.refunds === 'parts')('partial refunds', () => {
      it('a part and then the rest are refunded', async () => {
        const { chargeId, receiptRef } = await fixture().paidCharge();
        const first = await fixture().refund(receiptRef, 2000);
        expect(first).toMatchObject({ amountCentavos: 2000, origin: 'requested' });
        await fixture().gateway.advance(5);
        expect(await fixture().stateOf(chargeId)).toBe('partially_refunded');
        await fixture().refund(receiptRef, 3000);
        await fixture().gateway.advance(5);
        expect(await fixture().stateOf(chargeId)).toBe('refunded');
        expect(
          await fixture().provider.refundStatus({
            receiptRef,
            refundId: first.refundId,
            amountCentavos: centavos(2000),
          }),
        ).toMatchObject({ state: 'done', ref: first.ref });
      });

      it.runIf(traits.knowsAmounts)(
        'a refund with a reused id and another amount is refused',
        async () => {
          const { receiptRef } = await fixture().paidCharge();
          const refundId = randomUUID();
          await fixture().refund(receiptRef, 5000, refundId);
          await expect(fixture().refund(receiptRef, 10, refundId)).rejects.toMatchObject({
            outcome: 'refused',
          });
        },
      );
    });

    describe.runIf(traits.refunds !== 'none')('refunds', () => {
      it("a full refund completes and is part of the charge's report", async () => {
        const { chargeId, receiptRef } = await fixture().paidCharge();
        const { refundId } = await fixture().refund(receiptRef, 5000);
        await fixture().gateway.advance(5);
        expect(await fixture().stateOf(chargeId)).toBe('refunded');
        expect(
          await fixture().provider.refundStatus({
            receiptRef,
            refundId,
            amountCentavos: centavos(5000),
          }),
        ).toMatchObject({ state: 'done', refundId, amountCentavos: 5000 });
      });

      it('one refund id makes one refund, also after a lost reply', async () => {
        const { chargeId, receiptRef } = await fixture().paidCharge();
        const refundId = randomUUID();
        await fixture().gateway.arm('refund', { action: 'drop', when: 'after' });
        const first = await fixture().refund(receiptRef, 5000, refundId);
        const again = await fixture().refund(receiptRef, 5000, refundId);
        expect(again.ref).toBe(first.ref);
        expect(first.refundId).toBe(refundId);
        expect((await fixture().lookUp(chargeId))?.receipts[0]?.refunds).toHaveLength(1);
      });

      it('a repeated request returns the refund in progress', async () => {
        const { chargeId, receiptRef } = await fixture().paidCharge();
        const refundId = randomUUID();
        await fixture().gateway.slowNextRefund();
        const first = await fixture().refund(receiptRef, 5000, refundId);
        const again = await fixture().refund(receiptRef, 5000, refundId);
        expect([again.ref, again.state]).toEqual([first.ref, first.state]);
        expect((await fixture().lookUp(chargeId))?.receipts[0]?.refunds).toHaveLength(1);
      });

      it('a repeated request returns the completed refund', async () => {
        const { chargeId, receiptRef } = await fixture().paidCharge();
        const refundId = randomUUID();
        const first = await fixture().refund(receiptRef, 5000, refundId);
        await fixture().gateway.advance(5);
        expect(await fixture().refund(receiptRef, 5000, refundId)).toMatchObject({
          ref: first.ref,
          state: 'done',
        });
        expect((await fixture().lookUp(chargeId))?.receipts[0]?.refunds).toHaveLength(1);
      });

      it('a refund above the paid amount is refused and refunds nothing', async () => {
        const { chargeId, receiptRef } = await fixture().paidCharge();
        const refundId = randomUUID();
        await expect(fixture().refund(receiptRef, 5001, refundId)).rejects.toMatchObject({
          outcome: 'refused',
        });
        expect(await fixture().provider.refundStatus({ receiptRef, refundId })).toBeNull();
        expect(await fixture().stateOf(chargeId)).toBe('paid');
      });

      it.runIf(traits.refundsFail)('a refund that fails later refunds nothing', async () => {
        const { chargeId, receiptRef } = await fixture().paidCharge();
        await fixture().gateway.failNextRefund();
        const { refundId } = await fixture().refund(receiptRef, 5000);
        await fixture().gateway.advance(5);
        expect((await fixture().provider.refundStatus({ receiptRef, refundId }))?.state).toBe(
          'failed',
        );
        expect(await fixture().stateOf(chargeId)).toBe('paid');
      });

      it.runIf(traits.disputes)('a refund without a request of ours is a chargeback', async () => {
        const { chargeId, receiptRef } = await fixture().paidCharge();
        await fixture().gateway.dispute(receiptRef, chargeId);
        await fixture().gateway.advance(5);
        const report = await fixture().lookUp(chargeId);
        expect(report?.state).toBe('charged_back');
        expect(report?.receipts[0]?.refunds).toMatchObject([
          { origin: 'disputed', state: 'done', amountCentavos: 5000 },
        ]);
      });
    });

    it.runIf(traits.refunds === 'none')('a gateway without refunds refuses them', async () => {
      const { receiptRef } = await fixture().paidCharge();
      await expect(fixture().refund(receiptRef, 5000)).rejects.toMatchObject({
        outcome: 'refused',
      });
    });

    it.runIf(traits.refunds === 'whole')(
      'a gateway without partial refunds refuses them',
      async () => {
        const { receiptRef, chargeId } = await fixture().paidCharge();
        await expect(fixture().refund(receiptRef, 2000)).rejects.toMatchObject({
          outcome: 'refused',
        });
        expect(await fixture().stateOf(chargeId)).toBe('paid');
      },
    );

    describe('notifications', () => {
      /** Notifications of a charge. */
      const noticesOf = (chargeId: ChargeId) => {
        const { inbox, provider, known } = fixture();
        return inbox.deliveries
          .map((delivery) => ({ delivery, event: provider.parseWebhook(delivery.rawBody)[0] }))
          .filter(
            ({ event }) =>
              event &&
              (event.chargeId === chargeId ||
                (event.chargeId === null && event.providerRef === known(chargeId).providerRef)),
          );
      };
      const keysOf = (chargeId: ChargeId) =>
        new Set(
          noticesOf(chargeId).flatMap(({ delivery }) =>
            fixture()
              .provider.parseWebhook(delivery.rawBody)
              .map(({ key }) => key),
          ),
        );

      it('a notification is verified, names the charge, and has one key over repeated deliveries', async () => {
        const { provider, inbox, gateway } = fixture();
        await provider.registerWebhook(inbox.url);
        await provider.registerWebhook(inbox.url);
        await gateway.armWebhook('duplicate');
        const { chargeId, receiptRef } = await fixture().paidCharge();
        await expect.poll(() => noticesOf(chargeId).length).toBe(traits.noticesPerPayment + 1);
        expect(
          await Promise.all(
            noticesOf(chargeId).map(({ delivery }) => provider.verifyWebhook(delivery)),
          ),
        ).not.toContain(false);
        expect(keysOf(chargeId).size).toBe(traits.noticesPerPayment);
        if (traits.refunds === 'none') return;

        const before = keysOf(chargeId).size;
        await fixture().refund(receiptRef, 5000);
        await gateway.advance(5);
        await expect.poll(() => noticesOf(chargeId).length).toBe(traits.noticesPerPayment + 2);
        // Equal bodies must be declared, because they look like duplicates.
        expect(keysOf(chargeId).size > before).toBe(!provider.notificationBodiesRepeat);
      });

      it('a notification without a valid signature or secret is rejected', async () => {
        const { chargeId } = await fixture().paidCharge();
        await expect.poll(() => noticesOf(chargeId).length).toBeGreaterThan(0);
        const genuine = noticesOf(chargeId)[0]?.delivery;
        if (!genuine) throw new Error('no notification came');
        expect(await fixture().provider.verifyWebhook(genuine)).toBe(true);
        expect(
          await fixture().provider.verifyWebhook({
            ...genuine,
            query: new URLSearchParams(),
            headers: {},
          }),
        ).toBe(false);
        expect(
          await fixture().provider.verifyWebhook({
            ...genuine,
            query: new URLSearchParams({ hmac: 'conformance-secre' }),
            headers: {
              ...genuine.headers,
              'x-seller-token': 'x',
              'paypal-transmission-sig': 'AAAA',
            },
          }),
        ).toBe(false);
      });

      it.each(['', 'nonsense', '{}', '{"pix":[{"valor":"1"}]}'])(
        'an unparseable notification is invalid: %s',
        (text) => {
          expect(() => fixture().provider.parseWebhook(new TextEncoder().encode(text))).toThrow(
            expect.objectContaining({ outcome: 'invalid' }),
          );
        },
      );
    });

    it.runIf(!traits.settlements)(
      'a gateway without settlements refuses to list them',
      async () => {
        await expect(
          fixture().provider.listSettlements({ from: new Date(0), to: new Date() }),
        ).rejects.toMatchObject({ outcome: 'refused' });
      },
    );

    it.runIf(traits.settlements)(
      'settlements list every payment and refund of a period once, by page',
      async () => {
        const { gateway, provider } = fixture();
        await gateway.advance(60);
        const from = gateway.now();
        const paid: { chargeId: ChargeId; receiptRef: string }[] = [];
        while (paid.length < 105)
          paid.push(
            ...(await Promise.all(Array.from({ length: 5 }, () => fixture().paidCharge(1234)))),
          );
        const refunded = paid[7];
        if (!refunded) throw new Error('nothing was paid');
        await fixture().refund(refunded.receiptRef, 34);
        await gateway.advance(5);
        const lines = await everySettlement(provider, from, gateway.now());
        const payments = lines.filter(({ kind }) => kind === 'payment');
        expect(payments.map(({ chargeId }) => chargeId).sort()).toEqual(
          paid.map(({ chargeId }) => chargeId).sort(),
        );
        expect(payments.every(({ amountCentavos }) => amountCentavos === 1234)).toBe(true);
        expect(lines.filter(({ kind }) => kind === 'refund')).toMatchObject([
          { chargeId: refunded.chargeId, receiptRef: refunded.receiptRef, amountCentavos: 34 },
        ]);
        expect(
          await everySettlement(provider, gateway.now(), new Date(gateway.now().getTime() + 1000)),
        ).toEqual([]);
      },
    );
  },
);

it('every exchange conforms to the official documents', () => {
  const { checked, differences } = listDifferences();
  expect(differences).toEqual([]);
  expect(checked).toBeGreaterThan(20);
});

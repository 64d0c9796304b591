// Conformance suite of charges: normal operation and network failures.
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testSandbox } from '../../testing/sandbox.ts';
import { NETWORK_FAULTS, type GatewayFault } from './conformance-gateway.ts';
import { GATEWAYS } from './conformance-gateways.ts';
import { newId, openGatewayFixture } from './conformance-fixture.ts';
import { listDifferences, recordExchanges } from './official/recorder.ts';
import type { ChargeReport } from './port.ts';

const AMOUNTS = [1, 10, 99, 100, 1001, 123_456, 9_999_999_999, 999_999_999_999];

recordExchanges(afterAll);

describe.each(GATEWAYS.map((entry) => ({ ...entry, name: entry.title ?? entry.traits.name })))(
  '$name',
  (entry) => {
    const { traits } = entry;
    const fixture = openGatewayFixture(entry, { beforeAll, afterEach, afterAll }, testSandbox);
    const expiresInMs = (report: ChargeReport): number =>
      (report.presentment?.expiresAt.getTime() ?? 0) - fixture().gateway.now().getTime();
    const goPast = async (report: ChargeReport) =>
      fixture().gateway.advance(expiresInMs(report) / 1000 + 1);

    describe('charges', () => {
      it('a new charge is pending, with its presentment and expiry', async () => {
        const report = await fixture().charge();
        expect(report).toMatchObject({
          state: 'pending',
          amountCentavos: 5000,
          paidCentavos: 0,
          receipts: [],
        });
        expect(expiresInMs(report)).toBeGreaterThan((traits.lifeSeconds - 10) * 1000);
        expect(expiresInMs(report)).toBeLessThanOrEqual(
          (traits.lifeSeconds + traits.lifeRoundedBySeconds) * 1000,
        );
      });

      it.each(AMOUNTS.filter((amount) => amount <= traits.maxCentavos))(
        'a charge of %i centavos has exactly that amount',
        async (amount) => {
          const { chargeId } = await fixture().charge(amount);
          await fixture().gateway.pay(chargeId);
          expect(await fixture().lookUp(chargeId)).toMatchObject({
            state: 'paid',
            amountCentavos: amount,
            paidCentavos: amount,
          });
        },
      );

      it('repeated and concurrent requests of one id make one charge', async () => {
        const request = fixture().requestFor(newId());
        const reports = await Promise.all(
          Array.from({ length: 5 }, () => fixture().create(request)),
        );
        const again = await fixture().create(request);
        const presentments = [...reports, again].map(({ presentment }) =>
          JSON.stringify({ ...presentment, expiresAt: null }),
        );
        expect(presentments[0]).not.toBe('{"expiresAt":null}');
        expect(new Set(presentments).size).toBe(1);
      });

      it('a charge has no status before its creation', async () => {
        expect(await fixture().lookUp(newId())).toBeNull();
      });

      it('a payment makes the charge paid, with one receipt', async () => {
        const { chargeId } = await fixture().charge();
        await fixture().gateway.pay(chargeId);
        const report = await fixture().lookUp(chargeId);
        expect(report).toMatchObject({ state: 'paid', paidCentavos: 5000, presentment: null });
        expect(report?.receipts).toHaveLength(1);
      });

      it('creating a paid charge again answers that it is paid', async () => {
        const { chargeId } = await fixture().paidCharge();
        expect(await fixture().create(fixture().requestFor(chargeId))).toMatchObject({
          state: 'paid',
          paidCentavos: 5000,
        });
      });

      it.runIf(traits.knowsAmounts)(
        'a paid charge refuses its id with another amount',
        async () => {
          const { chargeId } = await fixture().paidCharge();
          await expect(
            fixture().provider.createCharge(fixture().requestFor(chargeId, 7000)),
          ).rejects.toMatchObject({ outcome: 'invalid' });
        },
      );

      it('an unpaid charge expires', async () => {
        const report = await fixture().charge();
        await goPast(report);
        expect(await fixture().lookUp(report.chargeId)).toMatchObject({
          state: 'expired',
          presentment: null,
        });
      });

      it.runIf(traits.paidLate)('a late payment still pays an expired charge', async () => {
        const report = await fixture().charge();
        await goPast(report);
        await fixture().gateway.pay(report.chargeId, { force: true });
        expect(await fixture().lookUp(report.chargeId)).toMatchObject({
          state: 'paid',
          paidCentavos: 5000,
        });
      });

      it.runIf(traits.otherAmounts)(
        'a payment of another amount is reported with the received amount',
        async () => {
          const { chargeId } = await fixture().charge();
          await fixture().gateway.pay(chargeId, { amountCentavos: centavos(4999) });
          expect(await fixture().lookUp(chargeId)).toMatchObject({
            state: 'paid',
            amountCentavos: 5000,
            paidCentavos: 4999,
          });
        },
      );

      it.runIf(traits.paidTwice)('a charge that was paid twice has both receipts', async () => {
        const { chargeId } = await fixture().paidCharge();
        await fixture().gateway.pay(chargeId, { force: true });
        const report = await fixture().lookUp(chargeId);
        expect(report?.paidCentavos).toBe(10_000);
        expect(new Set(report?.receipts.map(({ ref }) => ref)).size).toBe(2);
      });
    });

    describe.runIf(traits.cancels)('canceling', () => {
      const cancel = (chargeId: ChargeId) => fixture().provider.cancel(fixture().known(chargeId));

      it('a canceled charge stays canceled unless it is paid', async () => {
        const { chargeId } = await fixture().charge();
        expect((await cancel(chargeId)).state).toBe('canceled');
        expect((await cancel(chargeId)).state).toBe('canceled');
        await fixture().gateway.pay(chargeId, { force: true });
        expect(await fixture().stateOf(chargeId)).toBe('paid');
      });

      it('canceling a paid charge answers paid and refunds nothing', async () => {
        const { chargeId } = await fixture().paidCharge();
        expect((await cancel(chargeId)).state).toBe('paid');
        expect(await fixture().stateOf(chargeId)).toBe('paid');
      });

      it('canceling an unknown charge is refused', async () => {
        await expect(cancel(newId())).rejects.toMatchObject({ outcome: 'refused' });
      });

      it.each(['drop', 'hang'] as const)(
        'a charge is canceled once when the reply is lost (%s)',
        async (action) => {
          const { chargeId } = await fixture().charge();
          await fixture().gateway.arm('cancel', { action, when: 'after' });
          expect((await cancel(chargeId)).state).toBe('canceled');
        },
      );
    });

    it.runIf(!traits.cancels)(
      'a gateway without cancellation declares it, and refuses to cancel',
      async () => {
        const { chargeId } = await fixture().charge();
        expect(fixture().provider.can.cancel).toBe(false);
        await expect(fixture().provider.cancel(fixture().known(chargeId))).rejects.toMatchObject({
          outcome: 'refused',
        });
        expect(await fixture().stateOf(chargeId)).toBe('pending');
      },
    );

    describe('network failures', () => {
      it.each(NETWORK_FAULTS)('exactly one charge is created when %s', async (_name, fault) => {
        await fixture().gateway.arm('create', fault);
        const created = await fixture().charge();
        expect(created.state).toBe('pending');
        expect(created.presentment).not.toBeNull();
        expect(await fixture().gateway.countOf(created.chargeId)).toBe(1);
        if (traits.showsAgain)
          expect((await fixture().lookUp(created.chargeId))?.presentment).toEqual(
            created.presentment,
          );
      });

      it('a charge without any reply has an unknown outcome, and a retry of the same id succeeds', async () => {
        const request = fixture().requestFor(newId());
        await fixture().gateway.arm('create', { action: 'drop', when: 'after', times: 10 });
        await fixture().gateway.arm('status', { action: 'status', status: 502, times: 10 });
        await expect(fixture().provider.createCharge(request)).rejects.toMatchObject({
          outcome: 'unknown',
        });
        if (traits.knowsOurId)
          await expect(fixture().lookUp(request.chargeId)).rejects.toMatchObject({
            outcome: 'unknown',
          });
        await fixture().gateway.disarm();
        expect((await fixture().create(request)).state).toBe('pending');
        expect(await fixture().stateOf(request.chargeId)).toBe('pending');
        expect(await fixture().gateway.countOf(request.chargeId)).toBeLessThanOrEqual(1);
      });

      it('an impossible charge is refused, not unknown', async () => {
        await expect(fixture().charge(0)).rejects.toMatchObject({ outcome: 'refused' });
      });

      it('charges survive days without a connection', async () => {
        const report = await fixture().charge();
        await goPast(report);
        await fixture().gateway.advance(2 * 86_400);
        expect(await fixture().stateOf(report.chargeId)).toBe('expired');
      });

      it.runIf(traits.name === 'paypal').each([
        { action: 'drop', when: 'after' },
        { action: 'hang', when: 'before' },
        { action: 'status', status: 500, when: 'after' },
      ] as GatewayFault[])('an agreed charge is captured once ($action, $when)', async (fault) => {
        const { chargeId } = await fixture().charge();
        await fixture().gateway.pay(chargeId);
        await fixture().gateway.arm('capture', fault);
        const report = await fixture().lookUp(chargeId);
        expect(report).toMatchObject({ state: 'paid', paidCentavos: 5000 });
        expect(report?.receipts).toHaveLength(1);
      });
    });
  },
);

it('every exchange conforms to the official documents', () => {
  const { checked, differences } = listDifferences();
  expect(differences).toEqual([]);
  expect(checked).toBeGreaterThan(20);
});

// What every payment adapter must do with charges, written once: on good days and on the gateway's
// bad ones.
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NETWORK_FAULTS, type GatewayFault } from './conformance-gateway.ts';
import { GATEWAYS } from './conformance-gateways.ts';
import { newId, openGatewayFixture } from './conformance-fixture.ts';
import { listDifferences, recordExchanges } from './official/recorder.ts';
import type { ChargeReport } from './port.ts';

const AMOUNTS = [1, 10, 99, 100, 1001, 123_456, 9_999_999_999, 999_999_999_999];

recordExchanges();

describe.each(GATEWAYS.map((entry) => ({ ...entry, name: entry.title ?? entry.traits.name })))(
  '$name',
  (entry) => {
    const { traits } = entry;
    const story = openGatewayFixture(entry, { beforeAll, afterEach, afterAll });
    const expiresInMs = (report: ChargeReport): number =>
      (report.presentment?.expiresAt.getTime() ?? 0) - story().gateway.now().getTime();
    const goPast = async (report: ChargeReport) =>
      story().gateway.advance(expiresInMs(report) / 1000 + 1);

    describe('a charge', () => {
      it('waits for its payment and says what to show and until when', async () => {
        const report = await story().charge();
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
        'is of exactly %i centavos',
        async (amount) => {
          const { chargeId } = await story().charge(amount);
          await story().gateway.pay(chargeId);
          expect(await story().lookUp(chargeId)).toMatchObject({
            state: 'paid',
            amountCentavos: amount,
            paidCentavos: amount,
          });
        },
      );

      it('is one, however often and however concurrently its id is sent', async () => {
        const request = story().requestFor(newId());
        const reports = await Promise.all(Array.from({ length: 5 }, () => story().create(request)));
        const again = await story().create(request);
        const shown = [...reports, again].map(({ presentment }) =>
          JSON.stringify({ ...presentment, expiresAt: null }),
        );
        expect(shown[0]).not.toBe('{"expiresAt":null}');
        expect(new Set(shown).size).toBe(1);
      });

      it('is unknown to the gateway until it is created', async () => {
        expect(await story().lookUp(newId())).toBeNull();
      });

      it('is paid when the money came, with one receipt', async () => {
        const { chargeId } = await story().charge();
        await story().gateway.pay(chargeId);
        const report = await story().lookUp(chargeId);
        expect(report).toMatchObject({ state: 'paid', paidCentavos: 5000, presentment: null });
        expect(report?.receipts).toHaveLength(1);
      });

      it('answers that it is paid when it is created again', async () => {
        const { chargeId } = await story().paidCharge();
        expect(await story().create(story().requestFor(chargeId))).toMatchObject({
          state: 'paid',
          paidCentavos: 5000,
        });
      });

      it.runIf(traits.knowsAmounts)(
        'refuses its id with another amount once it was paid',
        async () => {
          const { chargeId } = await story().paidCharge();
          await expect(
            story().provider.createCharge(story().requestFor(chargeId, 7000)),
          ).rejects.toMatchObject({ outcome: 'invalid' });
        },
      );

      it('expires', async () => {
        const report = await story().charge();
        await goPast(report);
        expect(await story().lookUp(report.chargeId)).toMatchObject({
          state: 'expired',
          presentment: null,
        });
      });

      it.runIf(traits.paidLate)('is still paid by a payment that arrives late', async () => {
        const report = await story().charge();
        await goPast(report);
        await story().gateway.pay(report.chargeId, { force: true });
        expect(await story().lookUp(report.chargeId)).toMatchObject({
          state: 'paid',
          paidCentavos: 5000,
        });
      });

      it.runIf(traits.otherAmounts)(
        'shows what really came when that is another amount',
        async () => {
          const { chargeId } = await story().charge();
          await story().gateway.pay(chargeId, { amountCentavos: centavos(4999) });
          expect(await story().lookUp(chargeId)).toMatchObject({
            state: 'paid',
            amountCentavos: 5000,
            paidCentavos: 4999,
          });
        },
      );

      it.runIf(traits.paidTwice)('shows every payment when it was paid twice', async () => {
        const { chargeId } = await story().paidCharge();
        await story().gateway.pay(chargeId, { force: true });
        const report = await story().lookUp(chargeId);
        expect(report?.paidCentavos).toBe(10_000);
        expect(new Set(report?.receipts.map(({ ref }) => ref)).size).toBe(2);
      });
    });

    describe.runIf(traits.cancels)('canceling', () => {
      const cancel = (chargeId: ChargeId) => story().provider.cancel(story().known(chargeId));

      it('is once and for all, unless money comes nevertheless', async () => {
        const { chargeId } = await story().charge();
        expect((await cancel(chargeId)).state).toBe('canceled');
        expect((await cancel(chargeId)).state).toBe('canceled');
        await story().gateway.pay(chargeId, { force: true });
        expect(await story().stateOf(chargeId)).toBe('paid');
      });

      it('finds it paid when the payment was faster, and takes no money back', async () => {
        const { chargeId } = await story().paidCharge();
        expect((await cancel(chargeId)).state).toBe('paid');
        expect(await story().stateOf(chargeId)).toBe('paid');
      });

      it('is refused when nobody made it', async () => {
        await expect(cancel(newId())).rejects.toMatchObject({ outcome: 'refused' });
      });

      it.each(['drop', 'hang'] as const)(
        'happens once when the reply is lost (%s)',
        async (action) => {
          const { chargeId } = await story().charge();
          await story().gateway.arm('cancel', { action, when: 'after' });
          expect((await cancel(chargeId)).state).toBe('canceled');
        },
      );
    });

    it.runIf(!traits.cancels)('says that it can’t cancel, and refuses to', async () => {
      const { chargeId } = await story().charge();
      expect(story().provider.can.cancel).toBe(false);
      await expect(story().provider.cancel(story().known(chargeId))).rejects.toMatchObject({
        outcome: 'refused',
      });
      expect(await story().stateOf(chargeId)).toBe('pending');
    });

    describe('on a bad day', () => {
      it.each(NETWORK_FAULTS)('creates exactly one charge when %s', async (_name, fault) => {
        await story().gateway.arm('create', fault);
        const created = await story().charge();
        expect(created.state).toBe('pending');
        expect(created.presentment).not.toBeNull();
        expect(await story().gateway.countOf(created.chargeId)).toBe(1);
        if (traits.showsAgain)
          expect((await story().lookUp(created.chargeId))?.presentment).toEqual(
            created.presentment,
          );
      });

      it('says unknown while nothing gets through, and finishes later under the same id', async () => {
        const request = story().requestFor(newId());
        await story().gateway.arm('create', { action: 'drop', when: 'after', times: 10 });
        await story().gateway.arm('status', { action: 'status', status: 502, times: 10 });
        await expect(story().provider.createCharge(request)).rejects.toMatchObject({
          outcome: 'unknown',
        });
        if (traits.knowsOurId)
          await expect(story().lookUp(request.chargeId)).rejects.toMatchObject({
            outcome: 'unknown',
          });
        await story().gateway.disarm();
        expect((await story().create(request)).state).toBe('pending');
        expect(await story().stateOf(request.chargeId)).toBe('pending');
        expect(await story().gateway.countOf(request.chargeId)).toBeLessThanOrEqual(1);
      });

      it('says refused, not unknown, to what the gateway will never take', async () => {
        await expect(story().charge(0)).rejects.toMatchObject({ outcome: 'refused' });
      });

      it('goes on after the gateway was killed and came back', async () => {
        const before = await story().charge();
        const { chargeId } = await story().paidCharge();
        await story().gateway.restart();
        expect(await story().stateOf(before.chargeId)).toBe('pending');
        expect(await story().stateOf(chargeId)).toBe('paid');
        expect((await story().charge()).state).toBe('pending');
      });

      it('goes on after days of silence', async () => {
        const report = await story().charge();
        await goPast(report);
        await story().gateway.advance(2 * 86_400);
        expect(await story().stateOf(report.chargeId)).toBe('expired');
      });

      it.runIf(traits.name === 'paypal').each([
        { action: 'drop', when: 'after' },
        { action: 'hang', when: 'before' },
        { action: 'status', status: 500, when: 'after' },
      ] as GatewayFault[])('captures once what was agreed to ($action, $when)', async (fault) => {
        const { chargeId } = await story().charge();
        await story().gateway.pay(chargeId);
        await story().gateway.arm('capture', fault);
        const report = await story().lookUp(chargeId);
        expect(report).toMatchObject({ state: 'paid', paidCentavos: 5000 });
        expect(report?.receipts).toHaveLength(1);
      });
    });
  },
);

it('everything that was said is as the official documents say', () => {
  const { judged, differences } = listDifferences();
  expect(differences).toEqual([]);
  expect(judged).toBeGreaterThan(20);
});

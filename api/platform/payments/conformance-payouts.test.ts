// Conformance suite of payouts: one payout per id, also with lost, late, duplicate or reordered
// notifications.
import { randomUUID } from 'node:crypto';
import { centavos } from '@camarim/contract/money';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NETWORK_FAULTS, openWebhookInbox } from './conformance-gateway.ts';
import { SENDING_GATEWAYS, startGateway } from './conformance-gateways.ts';
import { listDifferences, recordExchanges } from './official/recorder.ts';
import type { PayoutsApi, PayoutReport, PayoutRequest, ProviderEvent } from './port.ts';
import { testSandboxProcess } from '../../testing/sandbox.ts';
import type { SandboxProcess } from './sandbox-process.ts';

const KEY_HOLDER = { name: 'Íris Veludo da Silva', document: '52998224725' };
const BY_KEY: PayoutRequest['to'] = { kind: 'pix', key: 'iris@example.com' };
const BY_ACCOUNT: PayoutRequest['to'] = {
  kind: 'account',
  ispb: '60701190',
  agency: '0001',
  number: '1234567',
  type: 'checking',
};
const AMOUNTS = [1, 10, 99, 100, 1001, 123_456, 9_999_999_999];
/** Longer than any stand-in takes to complete a payout. */
const CARRIED_OUT_SECONDS = 5;

recordExchanges(afterAll);

describe.each(SENDING_GATEWAYS.map((entry) => ({ ...entry, name: entry.traits.name })))(
  '$name sends money',
  (entry) => {
    let bank: SandboxProcess;
    let gateway: Awaited<ReturnType<typeof startGateway>>;
    let inbox: Awaited<ReturnType<typeof openWebhookInbox>>;
    let api: PayoutsApi;
    beforeAll(async () => {
      inbox = await openWebhookInbox();
      gateway = await startGateway(
        entry,
        inbox.url,
        async () => (bank = await testSandboxProcess()),
      );
      if (!gateway.provider.payouts) throw new Error(`${entry.traits.name} sends nothing`);
      api = gateway.provider.payouts;
      await gateway.provider.registerWebhook(inbox.url);
    });
    afterEach(() => gateway.disarm());
    afterAll(async () => {
      await gateway.stop();
      await inbox.close();
    });

    const requestOf = (changes: Partial<PayoutRequest> = {}): PayoutRequest => ({
      payoutId: randomUUID(),
      amountCentavos: centavos(25_000),
      payee: KEY_HOLDER,
      to: BY_KEY,
      ...changes,
    });
    const sent = async (changes: Partial<PayoutRequest> = {}): Promise<PayoutReport> =>
      api.send(requestOf(changes));
    const carryOut = (): Promise<void> => gateway.advance(CARRIED_OUT_SECONDS);
    const paid = async (): Promise<string> => {
      const { payoutId } = await sent();
      await carryOut();
      expect((await api.status(payoutId))?.state).toBe('paid');
      return payoutId;
    };
    const noticesOf = (payoutId: string): ProviderEvent[] =>
      inbox.deliveries
        .flatMap(({ rawBody }) => gateway.provider.parseWebhook(rawBody))
        .filter((event) => event.payoutId === payoutId);

    it('a payout is processing, then paid, with the bank’s reference', async () => {
      const first = await sent();
      expect(first).toMatchObject({ state: 'processing', amountCentavos: 25_000, reason: null });
      await carryOut();
      const report = await api.status(first.payoutId);
      expect(report).toMatchObject({
        state: 'paid',
        payoutId: first.payoutId,
        amountCentavos: 25_000,
      });
      expect(report?.ref).toMatch(/^E[0-9A-Z]{8}\d{12}\w{11}$/);
    });

    it.each(AMOUNTS)('a payout of %i centavos has exactly that amount', async (amount) => {
      const { payoutId } = await sent({ amountCentavos: centavos(amount) });
      expect((await api.status(payoutId))?.amountCentavos).toBe(amount);
    });

    it('a payout names the payee’s CPF, with a key and with an account', async () => {
      const [byKey, byAccount] = [await sent({ to: BY_KEY }), await sent({ to: BY_ACCOUNT })];
      expect((await gateway.payouts.sentOf(byKey.payoutId))[0]?.favorecido).toMatchObject({
        chave: BY_KEY.key,
        cpf: KEY_HOLDER.document,
      });
      expect((await gateway.payouts.sentOf(byAccount.payoutId))[0]?.favorecido).toMatchObject({
        contaBanco: { cpf: KEY_HOLDER.document, codigoBanco: '60701190', tipoConta: 'cacc' },
      });
    });

    it('a payout to the key of another person fails', async () => {
      const { payoutId } = await sent({ to: { kind: 'pix', key: '11144477735' } });
      await carryOut();
      expect(await api.status(payoutId)).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('CPF'),
      });
    });

    it('a payout has no status before it is sent', async () => {
      expect(await api.status(randomUUID())).toBeNull();
    });

    it('repeated and concurrent requests of one id make one payout', async () => {
      const request = requestOf();
      await Promise.all(Array.from({ length: 6 }, () => api.send(request)));
      await carryOut();
      expect(await api.send(request)).toMatchObject({ state: 'paid', amountCentavos: 25_000 });
      expect(await gateway.payouts.sentOf(request.payoutId)).toHaveLength(1);
    });

    it('a payout id is refused with another amount', async () => {
      const request = requestOf();
      await api.send(request);
      await expect(
        api.send({ ...request, amountCentavos: centavos(99_900) }),
      ).rejects.toMatchObject({ outcome: 'invalid' });
      expect(await gateway.payouts.sentOf(request.payoutId)).toMatchObject([{ valor: '250.00' }]);
    });

    it.each(NETWORK_FAULTS)('a payout leaves once when %s', async (_name, fault) => {
      await gateway.payouts.arm('send', fault);
      const { payoutId } = await sent();
      await carryOut();
      expect((await api.status(payoutId))?.state).toBe('paid');
      expect(await gateway.payouts.sentOf(payoutId)).toHaveLength(1);
    });

    it('a payout without any reply is unknown, and a retry of the same id succeeds', async () => {
      const request = requestOf();
      await gateway.payouts.arm('send', { action: 'drop', when: 'after', times: 10 });
      await gateway.payouts.arm('status', { action: 'status', status: 502, times: 10 });
      await expect(api.send(request)).rejects.toMatchObject({ outcome: 'unknown' });
      await expect(api.status(request.payoutId)).rejects.toMatchObject({ outcome: 'unknown' });
      await gateway.disarm();
      expect((await api.send(request)).state).toBe('processing');
      expect(await gateway.payouts.sentOf(request.payoutId)).toHaveLength(1);
    });

    it('a payout without a reply that lookups do not show yet stays unknown', async () => {
      const request = requestOf();
      await gateway.payouts.arm('send', { action: 'drop', when: 'after' });
      await gateway.payouts.arm('status', { action: 'status', status: 404, times: 10 });
      await expect(api.send(request)).rejects.toMatchObject({ outcome: 'unknown' });
      await expect(api.send(request)).rejects.toMatchObject({ outcome: 'unknown' });
      await gateway.disarm();
      await carryOut();
      expect((await api.send(request)).state).toBe('paid');
      expect(await gateway.payouts.sentOf(request.payoutId)).toHaveLength(1);
    });

    it('a payout that is refused immediately never left', async () => {
      await gateway.payouts.failNext('refuse');
      const request = requestOf();
      await expect(api.send(request)).rejects.toMatchObject({ outcome: 'refused' });
      expect(await api.status(request.payoutId)).toBeNull();
      await expect(sent({ amountCentavos: centavos(0) })).rejects.toMatchObject({
        outcome: 'refused',
      });
    });

    it('a payout that fails after its acceptance has a reason', async () => {
      await gateway.payouts.failNext('fail');
      const { payoutId } = await sent();
      await carryOut();
      expect(await api.status(payoutId)).toMatchObject({
        state: 'failed',
        reason: 'A conta do favorecido foi encerrada.',
      });
    });

    it('a payout returned by the receiver’s bank stays returned', async () => {
      const payoutId = await paid();
      await gateway.payouts.sendBack(payoutId);
      await gateway.payouts.sendBack(payoutId);
      expect(await api.status(payoutId)).toMatchObject({
        state: 'returned',
        amountCentavos: 25_000,
      });
    });

    it('a payout returned in parts stays paid until the last part', async () => {
      const payoutId = await paid();
      await gateway.payouts.sendBack(payoutId, centavos(10_000));
      expect(await api.status(payoutId)).toMatchObject({
        state: 'paid',
        amountCentavos: 25_000,
        returnedCentavos: 10_000,
      });
      await gateway.payouts.sendBack(payoutId);
      expect(await api.status(payoutId)).toMatchObject({
        state: 'returned',
        amountCentavos: 25_000,
        returnedCentavos: 25_000,
      });
    });

    it('payouts survive a crash of the bank', async () => {
      const payoutId = await paid();
      const { payoutId: underWay } = await sent();
      await bank.restart();
      expect((await api.status(payoutId))?.state).toBe('paid');
      await carryOut();
      expect((await api.status(underWay))?.state).toBe('paid');
    });

    describe('notifications', () => {
      const sendAndNotify = async (fault?: 'duplicate' | 'reorder'): Promise<string> => {
        if (fault) await gateway.armWebhook(fault);
        const { payoutId } = await sent();
        await carryOut();
        return payoutId;
      };

      it('a notification is verified, names the payout, and has one key over repeated deliveries', async () => {
        const payoutId = await sendAndNotify('duplicate');
        await expect.poll(() => noticesOf(payoutId).length).toBe(2);
        expect(noticesOf(payoutId)).toMatchObject([
          { kind: 'payout', chargeId: null, providerRef: null },
          { kind: 'payout' },
        ]);
        expect(new Set(noticesOf(payoutId).map(({ key }) => key)).size).toBe(1);
        expect(
          await Promise.all(
            inbox.deliveries.map((delivery) => gateway.provider.verifyWebhook(delivery)),
          ),
        ).not.toContain(false);
      });

      it('a notification of a return has its own key', async () => {
        const payoutId = await sendAndNotify();
        await expect.poll(() => noticesOf(payoutId).length).toBe(1);
        await gateway.payouts.sendBack(payoutId);
        await expect.poll(() => new Set(noticesOf(payoutId).map(({ key }) => key)).size).toBe(2);
      });

      it('lost or reordered notifications do not change the status', async () => {
        const first = await sendAndNotify('reorder');
        const second = await sendAndNotify();
        await expect.poll(() => noticesOf(first).length + noticesOf(second).length).toBe(2);
        expect([(await api.status(first))?.state, (await api.status(second))?.state]).toEqual([
          'paid',
          'paid',
        ]);
        await gateway.armWebhook('lose');
        const silent = await sendAndNotify();
        expect((await api.status(silent))?.state).toBe('paid');
        expect(noticesOf(silent)).toEqual([]);
      });
    });
  },
);

it('every exchange conforms to the official documents', () => {
  const { checked, differences } = listDifferences();
  expect(differences).toEqual([]);
  expect(checked).toBeGreaterThan(20);
});

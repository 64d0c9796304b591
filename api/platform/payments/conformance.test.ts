// What every payment adapter must do, written once: with money, and on the gateway's bad days.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openInbox, type Fault, type Gateway } from './conformance-gateway.ts';
import { startPixGateway } from './conformance-pix.ts';
import type { ChargeRequest, PaymentProvider, SettlementLine } from './port.ts';

const newId = (): ChargeId => randomUUID() as ChargeId;
const requestFor = (chargeId: ChargeId, amount = 5000): ChargeRequest => ({ chargeId, method: 'pix', amountCentavos: centavos(amount), expiresInSeconds: 900, description: 'Recarga da carteira' });

const everySettlement = async (provider: PaymentProvider, from: Date, to: Date): Promise<SettlementLine[]> => {
  const lines: SettlementLine[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<PaymentProvider['listSettlements']>> = await provider.listSettlements({ from, to, ...(cursor ? { cursor } : {}) });
    lines.push(...page.lines);
    cursor = page.cursor;
  }
  return lines;
};

describe.each([['pix', startPixGateway]] as [string, () => Promise<Gateway>][])('%s', (_name, start) => {
  let gateway: Gateway;
  let provider: PaymentProvider;
  beforeAll(async () => {
    gateway = await start();
    ({ provider } = gateway);
  });
  afterEach(() => gateway.disarm());
  afterAll(() => gateway.stop());

  const charge = async (amount?: number) => provider.createCharge(requestFor(newId(), amount));
  const paidCharge = async (amount = 5000) => {
    const { chargeId } = await charge(amount);
    await gateway.pay(chargeId);
    const report = await provider.status(chargeId);
    const receiptRef = report?.receipts[0]?.ref;
    if (!receiptRef) throw new Error('the payment did not arrive');
    return { chargeId, receiptRef };
  };
  const stateOf = async (chargeId: ChargeId) => (await provider.status(chargeId))?.state;

  describe('a charge', () => {
    it('waits for its payment and says what to show and until when', async () => {
      const report = await charge();
      expect(report).toMatchObject({ state: 'pending', amountCentavos: 5000, paidCentavos: 0, receipts: [] });
      const waitMs = (report.presentment?.expiresAt.getTime() ?? 0) - gateway.now().getTime();
      expect(waitMs).toBeGreaterThan(890_000);
      expect(waitMs).toBeLessThanOrEqual(900_000 + 1000);
    });

    it.each([1, 10, 99, 100, 1001, 123_456, 999_999_999_999])('is of exactly %i centavos', async (amount) => {
      const { chargeId } = await charge(amount);
      await gateway.pay(chargeId);
      expect(await provider.status(chargeId)).toMatchObject({ state: 'paid', amountCentavos: amount, paidCentavos: amount });
    });

    it('is one, however often and however concurrently its id is sent', async () => {
      const request = requestFor(newId());
      const reports = await Promise.all(Array.from({ length: 5 }, () => provider.createCharge(request)));
      const again = await provider.createCharge(request);
      expect(new Set([...reports, again].map(({ presentment }) => presentment?.brCode)).size).toBe(1);
    });

    it('is unknown to the gateway until it is created', async () => {
      expect(await provider.status(newId())).toBeNull();
    });

    it('is paid when the money came, with one receipt', async () => {
      const { chargeId } = await charge();
      await gateway.pay(chargeId);
      const report = await provider.status(chargeId);
      expect(report).toMatchObject({ state: 'paid', paidCentavos: 5000, presentment: null });
      expect(report?.receipts).toHaveLength(1);
    });

    it('answers that it is paid when it is created again', async () => {
      const { chargeId } = await paidCharge();
      expect(await provider.createCharge(requestFor(chargeId))).toMatchObject({ state: 'paid', paidCentavos: 5000 });
    });

    it('refuses its id with another amount once it was paid', async () => {
      const { chargeId } = await paidCharge();
      await expect(provider.createCharge(requestFor(chargeId, 7000))).rejects.toMatchObject({ outcome: 'invalid' });
    });

    it('expires, and is still paid by a payment that arrives late', async () => {
      const { chargeId } = await charge();
      await gateway.advance(901);
      expect(await provider.status(chargeId)).toMatchObject({ state: 'expired', presentment: null });
      await gateway.pay(chargeId, { force: true });
      expect(await provider.status(chargeId)).toMatchObject({ state: 'paid', paidCentavos: 5000 });
    });

    it('shows what really came when that is another amount', async () => {
      const { chargeId } = await charge();
      await gateway.pay(chargeId, { amountCentavos: centavos(4999) });
      expect(await provider.status(chargeId)).toMatchObject({ state: 'paid', amountCentavos: 5000, paidCentavos: 4999 });
    });

    it('shows every payment when it was paid twice', async () => {
      const { chargeId } = await paidCharge();
      await gateway.pay(chargeId, { force: true });
      const report = await provider.status(chargeId);
      expect(report?.paidCentavos).toBe(10_000);
      expect(new Set(report?.receipts.map(({ ref }) => ref)).size).toBe(2);
    });

    it('is canceled once and for all, unless money comes nevertheless', async () => {
      const { chargeId } = await charge();
      expect((await provider.cancel(chargeId)).state).toBe('canceled');
      expect((await provider.cancel(chargeId)).state).toBe('canceled');
      await gateway.pay(chargeId, { force: true });
      expect(await stateOf(chargeId)).toBe('paid');
    });

    it('is not canceled but paid when the payment was faster', async () => {
      const { chargeId } = await paidCharge();
      expect((await provider.cancel(chargeId)).state).toBe('paid');
    });

    it('can’t be canceled when nobody made it', async () => {
      await expect(provider.cancel(newId())).rejects.toMatchObject({ outcome: 'refused' });
    });
  });

  describe('on a bad day', () => {
    it.each([
      ['the reply is lost after the work', { action: 'drop', when: 'after' }],
      ['the connection is lost before the work', { action: 'drop', when: 'before' }],
      ['the reply never comes though the work is done', { action: 'hang', when: 'after' }],
      ['the request is never looked at', { action: 'hang', when: 'before' }],
      ['an error is answered and nothing done', { action: 'status', status: 503, when: 'before' }],
      ['an error is answered though the work is done', { action: 'status', status: 500, when: 'after' }],
      ['the gateway has too much to do', { action: 'status', status: 429, when: 'before' }],
    ] as [string, Fault][])('creates exactly one charge when %s', async (_name, fault) => {
      await gateway.arm('create', fault);
      const created = await charge();
      expect(created.state).toBe('pending');
      expect((await provider.status(created.chargeId))?.presentment).toEqual(created.presentment);
    });

    it('says unknown while nothing gets through, and finishes later under the same id', async () => {
      const request = requestFor(newId());
      await gateway.arm('create', { action: 'drop', when: 'after', times: 10 });
      await gateway.arm('status', { action: 'status', status: 502, times: 10 });
      await expect(provider.createCharge(request)).rejects.toMatchObject({ outcome: 'unknown' });
      await expect(provider.status(request.chargeId)).rejects.toMatchObject({ outcome: 'unknown' });
      await gateway.disarm();
      const seen = await provider.status(request.chargeId);
      expect(seen?.state).toBe('pending');
      expect((await provider.createCharge(request)).presentment).toEqual(seen?.presentment);
    });

    it('says refused, not unknown, to what the gateway will never take', async () => {
      await expect(charge(0)).rejects.toMatchObject({ outcome: 'refused' });
    });

    it('goes on after the gateway was killed and came back', async () => {
      const before = await charge();
      const { chargeId } = await paidCharge();
      await gateway.restart();
      expect((await provider.status(before.chargeId))?.presentment).toEqual(before.presentment);
      expect(await stateOf(chargeId)).toBe('paid');
      expect((await charge()).state).toBe('pending');
    });

    it('goes on after hours of silence', async () => {
      const { chargeId } = await charge();
      await gateway.advance(7 * 3600);
      expect(await stateOf(chargeId)).toBe('expired');
    });

    it.each(['drop', 'hang'] as const)('cancels once when the reply is lost (%s)', async (action) => {
      const { chargeId } = await charge();
      await gateway.arm('cancel', { action, when: 'after' });
      expect((await provider.cancel(chargeId)).state).toBe('canceled');
    });
  });

  describe('a refund', () => {
    it('takes a part, then the rest, and is done after a while', async () => {
      const { chargeId, receiptRef } = await paidCharge();
      const first = await provider.refund({ receiptRef, refundId: randomUUID(), amountCentavos: centavos(2000) });
      expect(first).toMatchObject({ state: 'processing', amountCentavos: 2000, origin: 'asked' });
      expect(await stateOf(chargeId)).toBe('paid');
      await gateway.advance(5);
      expect(await stateOf(chargeId)).toBe('partially_refunded');
      await provider.refund({ receiptRef, refundId: randomUUID(), amountCentavos: centavos(3000) });
      await gateway.advance(5);
      expect(await stateOf(chargeId)).toBe('refunded');
      expect(await provider.refundStatus({ receiptRef, refundId: first.refundId })).toMatchObject({ state: 'done', ref: first.ref });
    });

    it('is one per id, also when its reply is lost', async () => {
      const { chargeId, receiptRef } = await paidCharge();
      const request = { receiptRef, refundId: randomUUID(), amountCentavos: centavos(5000) };
      await gateway.arm('refund', { action: 'drop', when: 'after' });
      const first = await provider.refund(request);
      const again = await provider.refund(request);
      expect(again.ref).toBe(first.ref);
      expect(first.refundId).toBe(request.refundId);
      expect((await provider.status(chargeId))?.receipts[0]?.refunds).toHaveLength(1);
    });

    it('is refused beyond what was paid, and with another amount under the same id', async () => {
      const { receiptRef } = await paidCharge();
      const request = { receiptRef, refundId: randomUUID(), amountCentavos: centavos(5000) };
      await expect(provider.refund({ ...request, amountCentavos: centavos(5001) })).rejects.toMatchObject({ outcome: 'refused' });
      expect(await provider.refundStatus(request)).toBeNull();
      await provider.refund(request);
      await expect(provider.refund({ ...request, amountCentavos: centavos(10) })).rejects.toMatchObject({ outcome: 'refused' });
    });

    it('may fail later, and then nothing went back', async () => {
      const { chargeId, receiptRef } = await paidCharge();
      await gateway.failNextRefund();
      const { refundId } = await provider.refund({ receiptRef, refundId: randomUUID(), amountCentavos: centavos(5000) });
      await gateway.advance(5);
      expect((await provider.refundStatus({ receiptRef, refundId }))?.state).toBe('failed');
      expect(await stateOf(chargeId)).toBe('paid');
    });

    it('that we never asked for is a charge back', async () => {
      const { chargeId, receiptRef } = await paidCharge();
      await gateway.contest(receiptRef);
      await gateway.advance(5);
      const report = await provider.status(chargeId);
      expect(report?.state).toBe('charged_back');
      expect(report?.receipts[0]?.refunds).toMatchObject([{ origin: 'contested', state: 'done', amountCentavos: 5000 }]);
    });
  });

  describe('notifications', () => {
    it('come from the gateway, name the charge, and have one key however often they are sent', async () => {
      const inbox = await openInbox();
      await provider.registerWebhook(inbox.url);
      await provider.registerWebhook(inbox.url);
      await gateway.armWebhook('duplicate');
      const { chargeId, receiptRef } = await paidCharge();
      await expect.poll(() => inbox.deliveries.length).toBe(2);
      expect(inbox.deliveries.every((delivery) => provider.verifyWebhook(delivery))).toBe(true);
      const events = inbox.deliveries.flatMap(({ rawBody }) => provider.parseWebhook(rawBody));
      expect(events).toMatchObject([{ kind: 'payment', chargeId }, { kind: 'payment', chargeId }]);
      expect(new Set(events.map(({ key }) => key)).size).toBe(1);

      await provider.refund({ receiptRef, refundId: randomUUID(), amountCentavos: centavos(1000) });
      await gateway.advance(5);
      await expect.poll(() => inbox.deliveries.length).toBe(3);
      const keys = provider.parseWebhook(inbox.deliveries[2]?.rawBody ?? new Uint8Array()).map(({ key }) => key);
      expect(keys).toContain(events[0]?.key);
      expect(new Set(keys).size).toBe(2);
      await inbox.close();
    });

    it('of anybody else are not believed', () => {
      const delivery = { query: new URLSearchParams(), headers: {}, rawBody: new TextEncoder().encode('{"pix":[]}') };
      expect(provider.verifyWebhook(delivery)).toBe(false);
      expect(provider.verifyWebhook({ ...delivery, query: new URLSearchParams({ hmac: 'conformance-secre' }) })).toBe(false);
    });

    it.each(['', 'nonsense', '{}', '{"pix":[{"valor":"1"}]}'])('that make no sense say so: %s', (text) => {
      expect(() => provider.parseWebhook(new TextEncoder().encode(text))).toThrow(expect.objectContaining({ outcome: 'invalid' }));
    });
  });

  describe('settlements', () => {
    it('list every payment of a period once, page after page, and what went back', async () => {
      await gateway.advance(60);
      const from = gateway.now();
      const paid: { chargeId: ChargeId; receiptRef: string }[] = [];
      while (paid.length < 105) paid.push(...(await Promise.all(Array.from({ length: 5 }, () => paidCharge(1234)))));
      const refunded = paid[7];
      if (!refunded) throw new Error('nothing was paid');
      await provider.refund({ receiptRef: refunded.receiptRef, refundId: randomUUID(), amountCentavos: centavos(34) });
      await gateway.advance(5);
      const lines = await everySettlement(provider, from, gateway.now());
      const payments = lines.filter(({ kind }) => kind === 'payment');
      expect(payments.map(({ chargeId }) => chargeId).sort()).toEqual(paid.map(({ chargeId }) => chargeId).sort());
      expect(payments.every(({ amountCentavos }) => amountCentavos === 1234)).toBe(true);
      expect(lines.filter(({ kind }) => kind === 'refund')).toMatchObject([{ chargeId: refunded.chargeId, receiptRef: refunded.receiptRef, amountCentavos: 34 }]);
      expect(await everySettlement(provider, gateway.now(), new Date(gateway.now().getTime() + 1000))).toEqual([]);
    });
  });
});

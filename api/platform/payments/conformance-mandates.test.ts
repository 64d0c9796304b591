// Conformance suite of mandates: open once, charge monthly, retry, cancel from both sides.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_SECONDS, HOUR_MS } from '@camarim/contract/time';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testSandbox } from '../../testing/sandbox.ts';
import type { Clock } from '../clock/port.ts';
import { openWebhookInbox } from './conformance-gateway.ts';
import type { MandateLookup, MandatesApi, MandateRequest } from './mandate-port.ts';
import { listDifferences, recordExchanges } from './official/recorder.ts';
import { createPixProvider } from './pix/pix.ts';
import { toPixId } from './pix/pix-wire.ts';
import type { ChargeLookup, PaymentProvider, ProviderEvent } from './port.ts';
import type { SandboxAccess } from './sandbox-process.ts';

const PAYER = { name: 'Pessoa de Teste da Silva', document: '52998224725' };
const MONTH = centavos(2_990);

/** Gateways with mandates, and how tests control their sandbox. */
const MANDATE_GATEWAYS = [
  {
    name: 'pix',
    create: (sandbox: SandboxAccess, clock: Clock): PaymentProvider =>
      createPixProvider(
        { ...sandbox.pix, webhookSecret: 'conformance-secret', timeoutMs: 60_000 },
        clock,
      ),
    pay: (chargeId: ChargeId) => `/__pix/cob/${toPixId(chargeId)}/pay`,
    approve: (ref: string) => `/__pix/rec/${ref}/permit`,
    end: (ref: string) => `/__pix/rec/${ref}/end`,
    calls: {
      open: 'POST /rec',
      cancel: 'PATCH /rec',
      collect: 'PUT /cobr',
      retry: 'POST /cobr/*/retentativa',
    },
  },
];

recordExchanges(afterAll);

describe.each(MANDATE_GATEWAYS)('mandates at $name', (at) => {
  let sandbox: SandboxAccess;
  let inbox: Awaited<ReturnType<typeof openWebhookInbox>>;
  let provider: PaymentProvider;
  let api: MandatesApi;
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const control = async (method: string, path: string, body: object = {}): Promise<void> => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
  const pass = async (days: number): Promise<void> => {
    await control('POST', '/__clock/advance', { seconds: days * DAY_SECONDS });
    aheadMs += days * DAY_SECONDS * 1000;
  };
  const dayIn = (days: number): string =>
    new Date(clock.now().getTime() + (days * 24 - 3) * HOUR_MS).toISOString().slice(0, 10);
  const arm = (fault: object) => control('POST', '/__faults', fault);

  beforeAll(async () => {
    [sandbox, inbox] = await Promise.all([testSandbox(), openWebhookInbox()]);
    // Every test begins at nine in the morning in Sao Paulo, between two debit hours.
    const nine = new Date(`${dayIn(1)}T12:00:00.000Z`);
    await pass((nine.getTime() - Date.now()) / (DAY_SECONDS * 1000));
    provider = at.create(sandbox, clock);
    if (!provider.mandates) throw new Error(`${at.name} has no mandates`);
    api = provider.mandates;
    await provider.registerWebhook(inbox.url);
  });
  afterEach(async () => {
    const response = await fetch(`${sandbox.url}/__faults`, { method: 'DELETE' });
    await response.arrayBuffer();
  });
  afterAll(async () => {
    await provider.close();
    await inbox.close();
  });

  const requestFor = (withFirst = true): MandateRequest & { mandateId: string } => ({
    mandateId: randomUUID(),
    amountCentavos: MONTH,
    startsOn: dayIn(30),
    payer: PAYER,
    subject: 'Assinatura de teste',
    first: withFirst
      ? {
          chargeId: randomUUID() as ChargeId,
          method: 'pix',
          amountCentavos: centavos(1_990),
          expiresInSeconds: 900,
          description: 'Assinatura',
        }
      : null,
  });
  const knownOf = ({ mandateId }: MandateRequest, ref: string | null): MandateLookup => ({
    mandateId,
    ref,
    document: PAYER.document,
    openedAt: clock.now(),
  });
  const stateOf = async (request: MandateRequest, ref: string | null = null) =>
    (await api.status(knownOf(request, ref)))?.state;
  /** An approved mandate and its reference. */
  const activeMandate = async (): Promise<{ request: MandateRequest; ref: string }> => {
    const request = requestFor();
    const { mandate } = await api.open(request);
    await control('POST', at.pay(request.first?.chargeId as ChargeId));
    return { request, ref: mandate?.ref ?? '' };
  };
  const createMandateCharge = async (mandateRef: string, days = 5, amount = MONTH) => {
    const chargeId = randomUUID() as ChargeId;
    const known: ChargeLookup = {
      chargeId,
      providerRef: null,
      amountCentavos: amount,
      method: 'pixAutomatico',
    };
    const dueDate = dayIn(days);
    const report = await provider.createCharge({
      chargeId,
      method: 'pixAutomatico',
      amountCentavos: amount,
      expiresInSeconds: 900,
      description: 'Assinatura',
      mandateCharge: { mandateRef, dueDate },
    });
    return { known, report, dueDate };
  };

  describe('opening a mandate', () => {
    it('one code pays the first month and approves the mandate', async () => {
      const request = requestFor();
      const offer = await api.open(request);
      expect(offer).toMatchObject({
        mandate: { state: 'waiting', endedBy: null },
        charge: {
          state: 'pending',
          amountCentavos: 1_990,
          presentment: { kind: 'pix', brCode: offer.brCode },
        },
      });
      await control('POST', at.pay(request.first?.chargeId as ChargeId));
      expect(await stateOf(request, offer.mandate?.ref)).toBe('active');
      expect(
        await provider.status({
          chargeId: request.first?.chargeId as ChargeId,
          providerRef: null,
          amountCentavos: centavos(1_990),
          method: 'pix',
        }),
      ).toMatchObject({ state: 'paid' });
    });

    it('a mandate can be approved without a first payment', async () => {
      const request = requestFor(false);
      const { mandate, charge, brCode } = await api.open(request);
      expect([charge, typeof brCode]).toEqual([null, 'string']);
      await control('POST', at.approve(mandate?.ref ?? ''));
      expect(await stateOf(request)).toBe('active');
    });

    it('repeated requests of one id make one object, also after a lost reply', async () => {
      const request = requestFor();
      await arm({ on: at.calls.open, action: 'drop', when: 'after' });
      const first = await api.open(request);
      const again = await api.open(request);
      expect([again.mandate?.ref, again.brCode]).toEqual([first.mandate?.ref, first.brCode]);
    });

    it('a mandate is unknown before its creation, and found by our id after it', async () => {
      const request = requestFor();
      expect(await api.status(knownOf(request, null))).toBeNull();
      const { mandate } = await api.open(request);
      expect((await api.status(knownOf(request, null)))?.ref).toBe(mandate?.ref);
    });
  });

  describe('mandate charges', () => {
    it('a mandate charge is debited on its day, with a notification', async () => {
      const { ref } = await activeMandate();
      const { known, report } = await createMandateCharge(ref, 4);
      expect(report).toMatchObject({ state: 'pending', amountCentavos: MONTH, presentment: null });
      await pass(3);
      expect((await provider.status(known))?.state).toBe('pending');
      await pass(1);
      expect(await provider.status(known)).toMatchObject({ state: 'paid', paidCentavos: MONTH });
      const receivedEvents = (): ProviderEvent[] =>
        inbox.deliveries.flatMap(({ rawBody }) => provider.parseWebhook(rawBody));
      await expect
        .poll(() =>
          receivedEvents().some(
            ({ chargeId, kind }) => chargeId === known.chargeId && kind === 'payment',
          ),
        )
        .toBe(true);
      expect(
        receivedEvents().some(({ kind, mandateRef }) => kind === 'mandate' && mandateRef === ref),
      ).toBe(true);
      expect(
        await Promise.all(inbox.deliveries.map((delivery) => provider.verifyWebhook(delivery))),
      ).not.toContain(false);
    });

    it('repeated requests of one id make one object, also after a lost reply', async () => {
      const { ref } = await activeMandate();
      await arm({ on: at.calls.collect, action: 'drop', when: 'after' });
      const { known, dueDate } = await createMandateCharge(ref);
      const again = await provider.createCharge({
        ...known,
        method: 'pixAutomatico',
        expiresInSeconds: 900,
        description: 'Assinatura',
        mandateCharge: { mandateRef: ref, dueDate },
      });
      expect(again.providerRef).toBe((await provider.status(known))?.providerRef);
    });

    it('a mandate charge is refused with another amount, and without a mandate', async () => {
      const { request, ref } = await activeMandate();
      await expect(createMandateCharge(ref, 5, centavos(3_000))).rejects.toMatchObject({
        outcome: 'refused',
      });
      await api.cancel(knownOf(request, ref));
      await expect(createMandateCharge(ref)).rejects.toMatchObject({ outcome: 'refused' });
    });

    it('a mandate charge without money has three retries', async () => {
      const { known, dueDate } = await createMandateCharge((await activeMandate()).ref, 2);
      await expect(api.retry(known, dayIn(3))).rejects.toMatchObject({ outcome: 'refused' });
      await arm({ on: 'debit', action: 'noMoney', times: 100 });
      await pass(2.5);
      const base = Date.parse(dueDate);
      for (const days of [1, 3, 5]) {
        const day = new Date(base + days * DAY_SECONDS * 1000).toISOString().slice(0, 10);
        await arm({ on: at.calls.retry, action: 'drop', when: 'after' });
        expect((await api.retry(known, day)).state).toBe('pending');
        await pass(days === 1 ? 1 : 2);
      }
      await expect(api.retry(known, dayIn(1))).rejects.toMatchObject({ outcome: 'refused' });
      await pass(3.5);
      expect((await provider.status(known))?.state).toBe('expired');
    });

    it('a mandate charge at a closed account fails permanently', async () => {
      const { known } = await createMandateCharge((await activeMandate()).ref, 2);
      await arm({ on: 'debit', action: 'reject' });
      await pass(2);
      expect(await provider.status(known)).toMatchObject({
        state: 'failed',
        decline: { class: 'irreversible', code: 'AC05' },
      });
    });

    it('a mandate charge can be canceled until the day before', async () => {
      const { ref } = await activeMandate();
      const { known } = await createMandateCharge(ref, 3);
      expect((await provider.cancel(known)).state).toBe('canceled');
      await pass(5);
      expect((await provider.status(known))?.state).toBe('canceled');
    });
  });

  describe('cancelling a mandate', () => {
    it('the merchant cancels a mandate once, also after a lost reply', async () => {
      const { request, ref } = await activeMandate();
      await arm({ on: at.calls.cancel, action: 'drop', when: 'after' });
      expect(await api.cancel(knownOf(request, ref))).toMatchObject({
        state: 'ended',
        endedBy: 'us',
      });
      expect(await api.cancel(knownOf(request, null))).toMatchObject({
        state: 'ended',
        endedBy: 'us',
      });
    });

    it('a cancellation by the payer is notified, and cancels scheduled charges', async () => {
      const { request, ref } = await activeMandate();
      const { known } = await createMandateCharge(ref, 5);
      await control('POST', at.end(ref));
      expect(await api.status(knownOf(request, ref))).toMatchObject({
        state: 'ended',
        endedBy: 'payer',
      });
      expect((await provider.status(known))?.state).toBe('canceled');
    });

    it('cancelling an unknown mandate answers null', async () => {
      expect(await api.cancel(knownOf(requestFor(), null))).toBeNull();
    });
  });
});

it('every exchange conforms to the official documents', () => {
  const { checked, differences } = listDifferences();
  expect(differences).toEqual([]);
  expect(checked).toBeGreaterThan(20);
});

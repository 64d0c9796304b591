// How the conformance suite drives the Pix adapter: against the sandbox as a process of its own, over loopback.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decimalText, type Centavos } from '@camarim/contract/money';
import type { ChargeId } from '@camarim/contract/ids';
import { createPixProvider } from './pix.ts';
import { toPixId } from './pix-wire.ts';
import type { Gateway } from './conformance-gateway.ts';
import { startSandboxProcess } from './sandbox-process.ts';

const CALLS = { create: 'PUT /cob', status: 'GET /cob', cancel: 'PATCH /cob', refund: 'PUT /pix', refundStatus: 'GET /pix' } as const;
/** Short, for the tests in which the gateway is silent; long enough for a busy machine. */
const PATIENCE_MS = 800;

export const startPixGateway = async (): Promise<Gateway> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-payments-'));
  const silent = { warn: () => undefined, error: () => undefined };
  const sandbox = await startSandboxProcess({ home, port: 0, log: silent });
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const provider = createPixProvider({ ...sandbox.pix, webhookSecret: 'conformance-secret', timeoutMs: PATIENCE_MS }, clock);

  const control = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${sandbox.url}${path}`, { method, ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}) });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? null : await response.json()) as T;
  };

  return {
    provider,
    now: clock.now,
    pay: async (chargeId: ChargeId, options: { amountCentavos?: Centavos; force?: boolean } = {}) => {
      const valor = options.amountCentavos === undefined ? undefined : decimalText(options.amountCentavos);
      await control('POST', `/__pix/cob/${toPixId(chargeId)}/pay`, { valor, force: options.force });
    },
    contest: async (receiptRef) => {
      await control('POST', `/__pix/pix/${receiptRef}/contest`, {});
    },
    advance: async (seconds) => {
      await control('POST', '/__clock/advance', { seconds });
      aheadMs += seconds * 1000;
    },
    arm: async (call, fault) => {
      await control('POST', '/__faults', { on: CALLS[call], ...fault });
    },
    failNextRefund: async () => {
      await control('POST', '/__faults', { on: 'refund', action: 'fail' });
    },
    armWebhook: async (action) => {
      await control('POST', '/__faults', { on: 'webhook', action });
    },
    disarm: async () => {
      await control('DELETE', '/__faults');
    },
    restart: sandbox.restart,
    stop: async () => {
      await provider.close();
      await sandbox.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
};

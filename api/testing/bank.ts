// The real application and the sandbox bank, each reaching the other over loopback.
import type { ChargeId } from '@camarim/contract/ids';
import { centavos, decimalText } from '@camarim/contract/money';
import { toPixId } from '../platform/payments/pix/pix-wire.ts';
import { controlSandbox, type SandboxControl } from '../platform/payments/sandbox-control.ts';
import type { SandboxAccess } from '../platform/payments/sandbox-process.ts';
import { freePort } from '../platform/database/free-port.ts';
import { type TestApp, testApp } from './app.ts';
import { testSandbox } from './sandbox.ts';

export type Bank = SandboxAccess &
  SandboxControl & {
    /**
     * How often the terms of a charge were changed after it was made; null when the bank has no
     * such charge.
     */
    revisionOf(chargeId: ChargeId): Promise<number | null>;
    /** The returns of a charge's payments at the bank, with their ids, requested by us or not. */
    returnsOf(chargeId: ChargeId): Promise<{ id: string; valor: string; status: string }[]>;
    /** Makes a charge under our id that we did not ask for. */
    takeId(chargeId: ChargeId, amountCentavos: number): Promise<void>;
    /** Where the bank notifies us; undefined when it does not. */
    webhookUrl(): Promise<string | undefined>;
    forgetWebhook(): Promise<void>;
    /** Makes the next calls that the fault names go wrong; fields in `sandbox/core/faults.ts`. */
    armFault(fault: object): Promise<void>;
  };

/** A sandbox with its own records; it ends after the file's last test. Call it in `beforeAll`. */
export const testBank = async (startAt?: Date): Promise<Bank> => {
  const sandbox = await testSandbox(startAt);
  return { ...sandbox, ...controlSandbox(sandbox.url), ...clientOf(sandbox) };
};

/** The bank's own view, by its API. */
const clientOf = ({
  url,
  pix,
}: SandboxAccess): Pick<
  Bank,
  'revisionOf' | 'returnsOf' | 'takeId' | 'webhookUrl' | 'forgetWebhook' | 'armFault'
> => {
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const basic = Buffer.from(`${pix.clientId}:${pix.clientSecret}`).toString('base64');
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const issued = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: form,
    });
    const { access_token: token } = (await issued.json()) as { access_token: string };
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    return fetch(`${pix.baseUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  };
  return {
    revisionOf: async (chargeId) => {
      const response = await call('GET', `/cob/${toPixId(chargeId)}`);
      return response.ok ? ((await response.json()) as { revisao: number }).revisao : null;
    },
    returnsOf: async (chargeId) => {
      const { pix: payments = [] } = (await (
        await call('GET', `/cob/${toPixId(chargeId)}`)
      ).json()) as { pix?: { devolucoes?: { id: string; valor: string; status: string }[] }[] };
      return payments.flatMap(({ devolucoes = [] }) =>
        devolucoes.map(({ id, valor, status }) => ({ id, valor, status })),
      );
    },
    takeId: async (chargeId, amountCentavos) => {
      const body = {
        calendario: { expiracao: 900 },
        valor: { original: decimalText(centavos(amountCentavos)) },
        chave: pix.key,
      };
      const response = await call('PUT', `/cob/${toPixId(chargeId)}`, body);
      if (!response.ok) throw new Error(`the bank refused: ${await response.text()}`);
    },
    webhookUrl: async () =>
      ((await (await call('GET', `/webhook/${pix.key}`)).json()) as { webhookUrl?: string })
        .webhookUrl,
    forgetWebhook: async () => void (await call('DELETE', `/webhook/${pix.key}`)),
    armFault: async (fault) => {
      const response = await fetch(`${url}/__faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
      if (!response.ok) throw new Error(`the bank takes no such fault: ${await response.text()}`);
    },
  };
};

/** How long an answer of the bank is waited for: a busy machine may stand still for seconds. */
const PATIENCE_MS = 10_000;

export type TestAppWithBank = TestApp & {
  bank: Bank;
  /** Lets time go by, here and at the bank. */
  pass(seconds: number): Promise<void>;
};

/** A Thursday morning. From another day the months, week ends and holidays would differ. */
const STORY_BEGINS = new Date('2026-01-15T12:00:00.000Z');

/**
 * An application that the bank notifies. Call it in `beforeAll`, with a short time-out where the
 * bank is silent.
 */
export const appWithBank = async (
  settings: Record<string, string> = {},
  timeoutMs = PATIENCE_MS,
): Promise<TestAppWithBank> => {
  const bank = await testBank(STORY_BEGINS);
  const port = await freePort();
  const app = await testApp({
    bank: { sandbox: bank, timeoutMs },
    settings: { PORT: String(port), ...settings },
    startAt: STORY_BEGINS,
  });
  await app.server.listen({ host: '127.0.0.1', port });
  await app.announceWebhooks();
  return {
    ...app,
    bank,
    pass: async (seconds) => {
      await bank.advance(seconds);
      app.clock.advance(seconds * 1000);
    },
  };
};

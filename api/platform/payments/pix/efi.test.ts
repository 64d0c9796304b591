// Specifics of Efí beyond the central bank's standard: addresses, the webhook rule, and returned
// payouts.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { PixSendDetailIdResponseSchema } from 'sdk-node-apis-efi';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../clock/system.ts';
import { createPixProvider, type PixOptions } from './pix.ts';
import { toPixId } from './pix-wire.ts';

const payoutId = randomUUID();
const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

type Answer = { status: number; body: unknown };

/**
 * A gateway with the replies of the test, and an adapter whose base address follows the operator
 * documents for Efí.
 */
const openEfi = async (answer: (call: string) => Answer, options: Partial<PixOptions> = {}) => {
  const calls: string[] = [];
  const skips: unknown[] = [];
  const server = createServer((incoming, response) => {
    const call = `${incoming.method} ${incoming.url}`;
    calls.push(call);
    if (call.startsWith('PUT /v2/webhook')) skips.push(incoming.headers['x-skip-mtls-checking']);
    const { status, body } =
      call === 'POST /oauth/token'
        ? { status: 200, body: { access_token: 'token', expires_in: 3600 } }
        : answer(call);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  const provider = createPixProvider(
    {
      baseUrl,
      clientId: 'id',
      clientSecret: 'secret',
      key: 'loja@example.com',
      webhookSecret: 'a long enough secret',
      payouts: 'efi',
      timeoutMs: 60_000,
      ...options,
    },
    systemClock,
  );
  closing.push(async () => {
    await provider.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  if (!provider.payouts) throw new Error('the adapter sends no money');
  return { provider, payouts: provider.payouts, calls, skips };
};

const NOTHING: Answer = {
  status: 404,
  body: { nome: 'nao_encontrado', mensagem: 'Registro não encontrado' },
};

describe('the base address of Efí', () => {
  it("one base address leads to the standard's API, tokens and payouts", async () => {
    const { provider, payouts, calls } = await openEfi(() => NOTHING);
    await provider.status({
      chargeId: payoutId as ChargeId,
      providerRef: null,
      amountCentavos: centavos(100),
    });
    await payouts.status(payoutId);
    const request = {
      payoutId,
      amountCentavos: centavos(100),
      payee: { name: 'Pessoa de Teste', document: '52998224725' },
      to: { kind: 'pix' as const, key: 'pessoa@example.com' },
    };
    await expect(payouts.send(request)).rejects.toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('Registro não encontrado'),
    });
    const id = toPixId(payoutId);
    expect(calls).toEqual([
      'POST /oauth/token',
      `GET /v2/cob/${id}`,
      `GET /v2/gn/pix/enviados/id-envio/${id}`,
      `PUT /v3/gn/pix/${id}`,
      `GET /v2/gn/pix/enviados/id-envio/${id}`,
    ]);
  });
});

describe('registration of the webhook', () => {
  const registering = (options: Partial<PixOptions>) =>
    openEfi((call) => (call.startsWith('GET') ? NOTHING : { status: 200, body: {} }), {
      automatic: { agency: '0001', number: '1234567', type: 'PAGAMENTO' },
      ...options,
    });

  it('a registration allows webhooks without a client certificate', async () => {
    const { provider, skips } = await registering({});
    await provider.registerWebhook('https://camarim.example/hook');
    expect(skips).toEqual(['true', 'true', 'true']);
  });

  it('a registration with mTLS lets the institution test the address', async () => {
    const { provider, skips } = await registering({ webhookMtls: true });
    await provider.registerWebhook('https://camarim.example/hook');
    expect(skips).toEqual([undefined, undefined, undefined]);
  });

  it('a refused registration shows Efí’s reason', async () => {
    const { provider } = await openEfi((call) =>
      call.startsWith('GET')
        ? NOTHING
        : {
            status: 400,
            body: { nome: 'webhook_invalido', mensagem: 'A URL informada está inacessível' },
          },
    );
    await expect(provider.registerWebhook('https://camarim.example/hook')).rejects.toThrow(
      'A URL informada está inacessível',
    );
  });
});

describe('returned payouts', () => {
  const answered = (parts: string[]) => ({
    endToEndId: 'E09089356202611201000API00000001',
    idEnvio: toPixId(payoutId),
    valor: '4.00',
    chave: 'loja@example.com',
    status: 'REALIZADO',
    horario: { solicitacao: '2026-11-20T10:00:00.000Z', liquidacao: '2026-11-20T10:00:02.000Z' },
    favorecido: { chave: 'pessoa@example.com' },
    devolucoes: parts.map((valor, index) => ({
      rtrId: `D0000000020261120110${index}abcdefghijk`,
      valor,
      horario: '2026-11-20T11:00:00.000Z',
    })),
  });
  const statusOf = async (parts: string[]) => {
    const body = answered(parts);
    expect(PixSendDetailIdResponseSchema.safeParse(body).error).toBeUndefined();
    return (await openEfi(() => ({ status: 200, body }))).payouts.status(payoutId);
  };

  it("a payout is returned, in one part or several, in Efí's form", async () => {
    expect(await statusOf([])).toMatchObject({ state: 'paid' });
    expect(await statusOf(['4.00'])).toMatchObject({ state: 'returned', amountCentavos: 400 });
    expect(await statusOf(['2.00', '2.00'])).toMatchObject({
      state: 'returned',
      amountCentavos: 400,
    });
  });

  it('a partly returned payout stays paid with its returned amount', async () => {
    expect(await statusOf([])).toMatchObject({ state: 'paid', returnedCentavos: 0 });
    expect(await statusOf(['1.00', '0.50'])).toMatchObject({
      state: 'paid',
      amountCentavos: 400,
      returnedCentavos: 150,
    });
    await expect(statusOf(['4.00', '0.01'])).rejects.toMatchObject({ outcome: 'invalid' });
  });

  it('Efí’s returned payouts are read in both forms, and manual payouts are skipped', async () => {
    const { provider } = await openEfi(() => NOTHING);
    const notification = (idEnvio: string, devolucoes: object[]) =>
      new TextEncoder().encode(
        JSON.stringify({
          pix: [
            {
              endToEndId: 'E1',
              chave: 'k',
              tipo: 'SOLICITACAO',
              status: 'REALIZADO',
              valor: '4.00',
              horario: '2026-11-20T11:00:00.000Z',
              gnExtras: { idEnvio },
              devolucoes,
            },
          ],
        }),
      );
    const forms = [
      [],
      [{ rtrId: 'D1', valor: '4.00', horario: '2026-11-20T11:00:00.000Z' }],
      [
        {
          id: 'D1',
          rtrId: 'D1',
          valor: '4.00',
          status: 'DEVOLVIDO',
          horario: { solicitacao: '2026-11-20T11:00:00.000Z' },
        },
      ],
    ];
    for (const form of forms)
      expect(provider.parseWebhook(notification(toPixId(payoutId), form))).toMatchObject([
        { kind: 'payout', payoutId, chargeId: null },
      ]);
    expect(provider.parseWebhook(notification('manual1', []))).toEqual([]);
  });
});

// The acquirer's statement of sales, against the sandbox: every sale of a period once, page after page, in exact centavos.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentProvider, SettlementLine } from '../port.ts';
import { type SandboxProcess, startSandboxProcess } from '../sandbox-process.ts';
import { createRedeProvider } from './rede.ts';

let home: string;
let sandbox: SandboxProcess;
let provider: PaymentProvider;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'camarim-sales-'));
  sandbox = await startSandboxProcess({ home, port: 0, log: { warn: () => undefined, error: () => undefined } });
  provider = createRedeProvider({ ...sandbox.rede, timeoutMs: 2_000 }, { now: () => new Date() });
});
afterAll(async () => {
  await provider.close();
  await sandbox.stop();
  await rm(home, { recursive: true, force: true });
});

/** A sale made straight at the acquirer; answers its number there. */
const sell = async (reference: string, amount: number, securityCode = '235'): Promise<string> => {
  const { clientId, clientSecret, tokenUrl, baseUrl } = sandbox.rede;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const { access_token: token } = (await (await fetch(tokenUrl, { method: 'POST', headers: { authorization: `Basic ${basic}` }, body: new URLSearchParams({ grant_type: 'client_credentials' }) })).json()) as { access_token: string };
  const card = { cardHolderName: 'PESSOA DE TESTE', cardNumber: '5448280000000007', expirationMonth: 12, expirationYear: 2031, securityCode };
  const response = await fetch(`${baseUrl}/v2/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ capture: true, kind: 'credit', reference, amount, installments: 1, ...card }),
  });
  return ((await response.json()) as { tid: string }).tid;
};

const everyLine = async (from: Date, to: Date): Promise<SettlementLine[]> => {
  const lines: SettlementLine[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<PaymentProvider['listSettlements']>> = await provider.listSettlements({ from, to, ...(cursor && { cursor }) });
    lines.push(...page.lines);
    cursor = page.cursor;
  }
  return lines;
};

it('has every sale of the period once, and none that its bank refused', async () => {
  const amounts = Array.from({ length: 120 }, (_, index) => (index === 7 ? 1_001 : index === 8 ? 1 : 4_990 + index));
  const from = new Date(Date.now() - 5_000);
  const tids: string[] = [];
  for (const [index, amount] of amounts.entries()) tids.push(await sell(`venda${index}`, amount));
  await sell('recusada', 500, '111');
  const lines = await everyLine(from, new Date(Date.now() + 5_000));
  expect(lines.map(({ providerRef }) => providerRef).sort()).toEqual([...tids].sort());
  expect(lines.map(({ amountCentavos }) => amountCentavos).sort()).toEqual([...amounts].sort());
  expect(lines.every(({ kind, chargeId, ref, receiptRef }) => kind === 'payment' && chargeId === null && ref === receiptRef)).toBe(true);
  expect(await everyLine(new Date(Date.now() + 60_000), new Date(Date.now() + 120_000))).toEqual([]);
  expect(await everyLine(new Date(from.getTime() - 86_400_000), from)).toEqual([]);
});

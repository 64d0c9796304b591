// The statement of sales at the sandbox: every sale of a period once, by page, in exact centavos.
import { DAY_MS } from '@camarim/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider, SettlementLine } from '../port.ts';
import type { SandboxAccess } from '../sandbox-process.ts';
import { testSandbox } from '../../../testing/sandbox.ts';
import { createRedeProvider } from './rede.ts';
import { listRedeSettlements } from './rede-settlements.ts';

let sandbox: SandboxAccess;
let provider: PaymentProvider;
beforeAll(async () => {
  sandbox = await testSandbox();
  provider = createRedeProvider({ ...sandbox.rede, timeoutMs: 60_000 }, { now: () => new Date() });
});
afterAll(async () => {
  await provider.close();
});

/** A sale made directly at the acquirer; returns its number there. */
const sell = async (reference: string, amount: number, securityCode = '235'): Promise<string> => {
  const { clientId, clientSecret, tokenUrl, baseUrl } = sandbox.rede;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const { access_token: token } = (await (
    await fetch(tokenUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
  ).json()) as { access_token: string };
  const card = {
    cardholderName: 'PESSOA DE TESTE',
    cardNumber: '5448280000000007',
    expirationMonth: 12,
    expirationYear: 2031,
    securityCode,
  };
  const response = await fetch(`${baseUrl}/v2/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      capture: true,
      kind: 'credit',
      reference,
      amount,
      installments: 1,
      ...card,
    }),
  });
  return ((await response.json()) as { tid: string }).tid;
};

const everyLine = async (from: Date, to: Date): Promise<SettlementLine[]> => {
  const lines: SettlementLine[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<PaymentProvider['listSettlements']>> =
      await provider.listSettlements({ from, to, ...(cursor && { cursor }) });
    lines.push(...page.lines);
    cursor = page.cursor;
  }
  return lines;
};

it('the statement has every sale of the period once, without declined ones', async () => {
  const amounts = Array.from({ length: 120 }, (_, index) =>
    index === 7 ? 1_001 : index === 8 ? 1 : 4_990 + index,
  );
  const from = new Date(Date.now() - 5_000);
  const tids: string[] = [];
  for (const [index, amount] of amounts.entries()) tids.push(await sell(`venda${index}`, amount));
  await sell('recusada', 500, '111');
  const lines = await everyLine(from, new Date(Date.now() + 5_000));
  expect(lines.map(({ providerRef }) => providerRef).sort()).toEqual([...tids].sort());
  expect(lines.map(({ amountCentavos }) => amountCentavos).sort()).toEqual([...amounts].sort());
  expect(
    lines.every(
      ({ kind, chargeId, ref, receiptRef }) =>
        kind === 'payment' && chargeId === null && ref === receiptRef,
    ),
  ).toBe(true);
  expect(await everyLine(new Date(Date.now() + 60_000), new Date(Date.now() + 120_000))).toEqual(
    [],
  );
  expect(await everyLine(new Date(from.getTime() - DAY_MS), from)).toEqual([]);
});

describe('rows of a recorded answer of the acquirer', () => {
  // A recorded answer of GET /merchant-statement/v1/sales of the acquirer's own test environment:
  // no tid, no hour.
  const row = (changes: object = {}) => ({
    status: 'APPROVED',
    nsu: 879555119,
    captureType: 'ECOMMERCE',
    mdrAmount: 2.17,
    mdrFee: 1.84,
    netAmount: 115.95,
    amount: 118.12,
    authorizationCode: 441488,
    cardNumber: '230744******1322',
    movementDate: '2026-05-20',
    saleDate: '2026-05-20',
    brandCode: 1,
    modality: { type: 'CREDIT' },
    ...changes,
  });
  const linesOf = async (rows: object[]) => {
    const { lines } = await listRedeSettlements(
      {
        send: async () => ({
          status: 200,
          body: { content: { transactions: rows }, cursor: { hasNextKey: false } },
        }),
        refuse: () => new Error('refused'),
        companyNumber: '1',
      },
      { from: new Date('2026-05-20T03:00:00Z'), to: new Date('2026-05-21T03:00:00Z') },
    );
    return lines.map(({ ref, amountCentavos, at }) => [ref, amountCentavos, at.toISOString()]);
  };

  it.each([
    ['without an hour', row(), ['2026-05-20:879555119', 11_812, '2026-05-20T15:00:00.000Z']],
    [
      'with an hour',
      row({ saleHour: '10:11:12', tid: '1234' }),
      ['1234', 11_812, '2026-05-20T13:11:12.000Z'],
    ],
    [
      'with the day of the movement alone',
      row({ saleDate: undefined }),
      ['2026-05-20:879555119', 11_812, '2026-05-20T15:00:00.000Z'],
    ],
  ])('statement lines are read %s', async (_name, one, line) => {
    expect(await linesOf([one, row({ saleDate: undefined, movementDate: undefined })])).toEqual([
      line,
    ]);
  });
});

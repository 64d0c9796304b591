// Cards: encrypted as the browser does, opened in the vault alone, charged once, refused in classes, given back.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChargeRequest, PaymentProvider } from '../port.ts';
import { type SandboxProcess, startSandboxProcess } from '../sandbox-process.ts';
import { createRedeProvider } from './rede.ts';

const PAN = '5448280000000007';
const CREATE = 'POST /erede/v2/transactions';

let home: string;
let sandbox: SandboxProcess;
let provider: PaymentProvider;
let aheadMs = 0;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'camarim-cards-'));
  sandbox = await startSandboxProcess({ home, port: 0, log: { warn: () => undefined, error: () => undefined } });
  provider = createRedeProvider({ ...sandbox.rede, timeoutMs: 2_000 }, { now: () => new Date(Date.now() + aheadMs) });
});
afterEach(async () => {
  aheadMs = 0;
  await fetch(`${sandbox.url}/__faults`, { method: 'DELETE' });
});
afterAll(async () => {
  await provider.close();
  await sandbox.stop();
  await rm(home, { recursive: true, force: true });
});

const arm = async (fault: object): Promise<void> => {
  await fetch(`${sandbox.url}/__faults`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) });
};
/** What the browser does. */
const seal = async (changes: object = {}): Promise<string> => {
  const { jwk, kid } = await (provider.cards?.publicKey() ?? Promise.reject(new Error('no cards')));
  const card = { nonce: randomUUID(), number: PAN, holderName: 'PESSOA DE TESTE', expiration: '12/2031', cvv: '235', ...changes };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk as Parameters<typeof importJWK>[0], 'RSA-OAEP-256'));
};
const requestWith = (jwe: string): ChargeRequest => ({
  chargeId: randomUUID() as ChargeId, method: 'card', amountCentavos: centavos(5000), expiresInSeconds: 600, description: 'Recarga', card: { kind: 'sealed', jwe, keep: false },
});
const charge = async (changes?: object) => provider.createCharge(requestWith(await seal(changes)));
const known = (chargeId: ChargeId) => ({ chargeId, providerRef: null, amountCentavos: centavos(5000) });

describe('a card', () => {
  it('is charged at once, and found by our reference', async () => {
    const report = await charge();
    expect(report).toMatchObject({ state: 'paid', amountCentavos: 5000, paidCentavos: 5000, presentment: null, receipts: [{ amountCentavos: 5000 }] });
    expect(await provider.status(known(report.chargeId))).toEqual(report);
    expect(await provider.status(known(randomUUID() as ChargeId))).toBeNull();
  });

  it.each([
    ['111', 'reversible'],
    ['112', 'irreversible'],
    ['119', 'reversible'],
    ['123', 'irreversible'],
  ])('that its bank refuses with %s fails for a reason that is %s', async (cvv, kind) => {
    expect(await charge({ cvv })).toMatchObject({ state: 'failed', paidCentavos: 0, receipts: [], decline: { code: cvv, class: kind, words: expect.any(String) } });
  });

  it.each([
    [{ action: 'drop', when: 'after' }],
    [{ action: 'drop', when: 'before' }],
    [{ action: 'status', status: 500, when: 'after' }],
    [{ action: 'status', status: 503, when: 'before' }],
  ])('is charged once when %o happens', async (fault) => {
    await arm({ on: CREATE, ...fault });
    const report = await charge();
    expect(report).toMatchObject({ state: 'paid', paidCentavos: 5000 });
    expect(report.receipts).toHaveLength(1);
  });

  it('is charged once for one id, whatever is sent with it again', async () => {
    const request = requestWith(await seal());
    const first = await provider.createCharge(request);
    expect(await provider.createCharge({ ...requestWith(await seal()), chargeId: request.chargeId })).toEqual(first);
  });
});

describe('what was encrypted', () => {
  it('buys nothing a second time', async () => {
    const jwe = await seal();
    await provider.createCharge(requestWith(jwe));
    await expect(provider.createCharge(requestWith(jwe))).rejects.toMatchObject({ outcome: 'refused' });
  });

  it('is worth nothing after ten minutes, and a new key is handed out before', async () => {
    const [jwe, first] = [await seal(), await provider.cards?.publicKey()];
    aheadMs = 6 * 60_000;
    expect((await provider.cards?.publicKey())?.kid).not.toBe(first?.kid);
    aheadMs = 10 * 60_000 + 5_000;
    await expect(provider.createCharge(requestWith(jwe))).rejects.toMatchObject({ outcome: 'refused' });
  });

  it.each([{ number: 'abc' }, { cvv: '' }, { expiration: '13/2031' }, { nonce: 'short' }])('is refused with %o inside, and nobody repeats it', async (changes) => {
    const failure = await charge(changes).catch((error: Error) => error);
    expect(failure).toMatchObject({ outcome: 'refused' });
    expect(JSON.stringify([failure, String(failure)])).not.toContain(PAN);
  });

  it.each(['', 'a.b.c.d.e', 'nonsense'])('is refused when it is none: %s', async (jwe) => {
    await expect(provider.createCharge(requestWith(jwe))).rejects.toMatchObject({ outcome: 'refused' });
  });
});

describe('a refund', () => {
  const refund = (receiptRef: string, amount: number, otherRefs: string[] = []) => provider.refund({ receiptRef, refundId: randomUUID(), amountCentavos: centavos(amount), otherRefs });

  it('takes a part, then an equal part, then the rest; each once though its reply is lost', async () => {
    const { chargeId, receipts } = await charge();
    const ref = receipts[0]?.ref ?? '';
    await arm({ on: `${CREATE}/*/refunds`, action: 'drop', when: 'after' });
    const first = await refund(ref, 2000);
    const second = await refund(ref, 2000, [first.ref]);
    expect(second.ref).not.toBe(first.ref);
    expect((await provider.status(known(chargeId)))?.state).toBe('partially_refunded');
    await refund(ref, 1000, [first.ref, second.ref]);
    expect((await provider.status(known(chargeId)))?.state).toBe('refunded');
    await expect(refund(ref, 1, [])).rejects.toMatchObject({ outcome: 'refused' });
  });
});

it('nothing of a card is outside the vault: not in its memory of the API, not in what the acquirer’s stand-in keeps', async () => {
  const report = await charge();
  expect(JSON.stringify(report)).not.toContain(PAN);
  const files = await readdir(home, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) expect((await readFile(join(file.parentPath, file.name))).includes(PAN)).toBe(false);
  // The vault is a process of its own, and a child of this one.
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=,args=', '-A']);
  expect(stdout.split('\n').filter((line) => line.includes('rede/vault.ts') && line.trim().startsWith(String(process.pid)))).toHaveLength(1);
});

describe('a kept card', () => {
  const keep = async (changes?: object) => provider.cards?.store(await seal(changes));
  const chargeStored = (token: string, byHolder = true) =>
    provider.createCharge({ ...requestWith(''), card: { kind: 'stored', token, byHolder, networkRef: null } });

  it('is known by a token and by what may be shown, and charged with neither number nor code', async () => {
    const card = await keep();
    expect(card).toEqual({ token: expect.any(String), bin6: PAN.slice(0, 6), last4: PAN.slice(-4), expires: '2031-12', holder: 'PESSOA D. T.' });
    const report = await chargeStored(card?.token ?? '');
    expect(report).toMatchObject({ state: 'paid', paidCentavos: 5000, networkRef: expect.any(String) });
    expect(await provider.status(known(report.chargeId))).toEqual(report);
  });

  it('is refused in classes: when it is handed in, and when it is charged', async () => {
    await expect(keep({ cvv: '112' })).rejects.toMatchObject({ outcome: 'refused', decline: { class: 'irreversible' } });
    const card = await keep({ holderName: 'PESSOA 111' });
    expect(await chargeStored(card?.token ?? '')).toMatchObject({ state: 'failed', decline: { code: '111', class: 'reversible' } });
  });

  it('is charged once though the answer is lost', async () => {
    const card = await keep();
    await arm({ on: CREATE, action: 'drop', when: 'after' });
    expect((await chargeStored(card?.token ?? '')).receipts).toHaveLength(1);
  });

  it('is forgotten on asking, as often as one asks, and can not be charged then', async () => {
    const card = await keep();
    await provider.cards?.remove(card?.token ?? '');
    await provider.cards?.remove(card?.token ?? '');
    await expect(chargeStored(card?.token ?? '')).rejects.toMatchObject({ outcome: 'refused' });
  });
});

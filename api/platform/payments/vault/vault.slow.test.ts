// No card data outside the vault: neither in the memory or output of the calling process, nor in
// the stand-in's state.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  AcquirerAccess,
  PublicKeyReply,
  HolderRequest,
  UseReply,
} from '../../../testing/cards/card-process.ts';
import { type SandboxProcess, startSandboxProcess } from '../sandbox-process.ts';
import { type Card, withoutCard } from './card.ts';

const PAN = '5448280000000007';
const CVV = '897';
const HOLDER = 'PESSOA SOBRENOME RARO';
const MAIN = join(import.meta.dirname, '../../../testing/cards/card-process.ts');

let home: string;
let sandbox: SandboxProcess;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'camarim-vault-'));
  sandbox = await startSandboxProcess({
    home,
    port: 0,
    log: { warn: () => undefined, error: () => undefined },
  });
});
afterAll(async () => {
  await sandbox.stop();
  await rm(home, { recursive: true, force: true });
});

const seal = async ({ jwk, kid }: { jwk: object; kid: string }): Promise<string> =>
  new CompactEncrypt(
    new TextEncoder().encode(
      JSON.stringify({
        nonce: randomUUID(),
        number: PAN,
        holderName: HOLDER,
        expiration: '12/2031',
        cvv: CVV,
      }),
    ),
  )
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk as Parameters<typeof importJWK>[0], 'RSA-OAEP-256'));

const ask = async <T>(child: ChildProcess, message: HolderRequest): Promise<T> => {
  const heard = once(child, 'message');
  child.send(message);
  const [answer] = (await Promise.race([
    heard,
    once(child, 'exit').then(() => Promise.reject(new Error('the process ended'))),
  ])) as [T];
  return answer;
};

const accessTo = (name: 'rede' | 'cieloCard' | 'carat'): AcquirerAccess =>
  name === 'rede'
    ? { rede: sandbox.rede }
    : name === 'carat'
      ? { carat: { ...sandbox.carat, webhookSecret: 'of-the-test' } }
      : { cieloCard: sandbox.cieloCard };

it.each(['rede', 'cieloCard', 'carat'] as const)(
  'storing and charging a card at %s leaves no card data in the calling process',
  async (name) => {
    const child = fork(MAIN, {
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => printed.push(chunk));
    try {
      const { key } = await ask<PublicKeyReply>(child, { connect: accessTo(name) });
      const snapshot = join(home, `${name}.heapsnapshot`);
      const { token, states } = await ask<UseReply>(child, {
        use: { keep: await seal(key), charge: await seal(key), brandId: 2 },
        snapshot,
      });
      expect(states).toEqual(['paid', 'paid']);
      const memory = await readFile(snapshot);
      // Control: known data is found in the snapshot, so a missing text is really absent.
      expect(memory.includes(JSON.stringify(token).slice(1, -1))).toBe(true);
      // Three digits occur in every process, so only the number and the name are searched.
      for (const secret of [PAN, HOLDER])
        expect([secret, memory.includes(secret)]).toEqual([secret, false]);
      expect(Buffer.concat(printed).toString()).toBe('');
      await rm(snapshot);
    } finally {
      child.kill();
    }
  },
);

it('the stand-in stores no card number', async () => {
  const files = await readdir(home, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile()))
    expect((await readFile(join(file.parentPath, file.name))).includes(PAN)).toBe(false);
});

it("an echoed card is removed from the acquirer's reply, and decline codes stay", () => {
  const card: Card = {
    nonce: 'n'.repeat(20),
    number: PAN,
    holderName: HOLDER,
    expiration: '12/2031',
    cvv: '112',
  };
  const reply = {
    returnCode: '112',
    note: `declined ${PAN}`,
    Payment: { CreditCard: { CardNumber: PAN, Holder: HOLDER, SecurityCode: '112' } },
    card: { number: PAN, security_code: '112' },
    other: '112',
  };
  expect(withoutCard(reply, card)).toEqual({
    returnCode: '112',
    note: 'declined *',
    Payment: { CreditCard: {} },
    card: { number: '*' },
  });
});

// The real application and the sandbox bank as a process of its own, each reaching the other over loopback.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { controlSandbox, type SandboxControl } from '../platform/payments/sandbox-control.ts';
import { type SandboxProcess, startSandboxProcess } from '../platform/payments/sandbox-process.ts';
import { type TestApp, testApp } from './app.ts';

export type Bank = SandboxProcess & SandboxControl;

/** A sandbox with books of its own; it ends after the file's last test. Call it in `beforeAll`. */
export const testBank = async (): Promise<Bank> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bank-'));
  const silent = { warn: () => undefined, error: () => undefined };
  const sandbox = await startSandboxProcess({ home, port: 0, log: silent });
  afterAll(async () => {
    await sandbox.stop();
    await rm(home, { recursive: true, force: true });
  });
  return { ...sandbox, ...controlSandbox(sandbox.url) };
};

/** Short, because in some tests the bank is silent. */
const PATIENCE_MS = 800;

export type BankedApp = TestApp & { bank: Bank };

/** An application that the bank notifies. Its clock stands at the moment of the call; `pass` moves it together with the bank's. */
export const testBankedApp = async (): Promise<BankedApp & { pass(seconds: number): Promise<void> }> => {
  const bank = await testBank();
  const port = await freePort();
  const app = await testApp({ pix: { ...bank.pix, timeoutMs: PATIENCE_MS }, settings: { PORT: String(port) }, startAt: new Date() });
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

/** A port that nobody uses at the moment. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

const LOOK_EVERY_MS = 20;

/** Waits until something is so, at most `withinMs`. */
export const until = async (holds: () => Promise<boolean>, withinMs = 10_000): Promise<void> => {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += LOOK_EVERY_MS) {
    if (await holds()) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`waited ${withinMs} ms in vain`);
};

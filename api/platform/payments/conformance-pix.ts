// How the conformance suite drives the Pix adapter: against the sandbox as a process of its own, over loopback.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPixProvider } from './pix.ts';
import type { Gateway } from './conformance-gateway.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startSandboxProcess } from './sandbox-process.ts';

/** Short, for the tests in which the gateway is silent; long enough for a busy machine. */
const PATIENCE_MS = 800;

export const startPixGateway = async (): Promise<Gateway> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-payments-'));
  const silent = { warn: () => undefined, error: () => undefined };
  const sandbox = await startSandboxProcess({ home, port: 0, log: silent });
  const control = controlSandbox(sandbox.url);
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const provider = createPixProvider({ ...sandbox.pix, webhookSecret: 'conformance-secret', timeoutMs: PATIENCE_MS }, clock);

  return {
    ...control,
    provider,
    now: clock.now,
    advance: async (seconds) => {
      await control.advance(seconds);
      aheadMs += seconds * 1000;
    },
    restart: sandbox.restart,
    stop: async () => {
      await provider.close();
      await sandbox.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
};

// Runs the local payment sandbox beside the application, as a process of its own, outside production.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config.ts';

const MAIN = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url));
const START_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 3_000;

/** A running sandbox: where it listens, and how to end it. */
export type SandboxProcess = { url: string; stop(): Promise<void> };

/** Credentials and key that the sandbox takes by default; they open nothing else. */
export const SANDBOX_PIX = {
  clientId: 'camarim',
  clientSecret: 'camarim-sandbox',
  key: '6f1c2b8e-0d4a-4c57-9a3e-5b7d90e1c2a4',
} as const;

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the payment sandbox did not start in time')), START_TIMEOUT_MS);
    child.once('message', (message: { listening: string }) => {
      clearTimeout(timer);
      resolve(message.listening);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the payment sandbox ended while starting (code ${code}); is its port taken? Set SANDBOX_PORT`));
    });
  });

/** Starts it and waits until it listens. Throws ConfigError in production, where stand-ins are refused. */
export const startSandboxProcess = async (config: Config, onExit: (code: number | null) => void): Promise<SandboxProcess> => {
  if (config.production) throw new ConfigError('PIX_BASE_URL: production needs a real gateway; the sandbox is refused');
  // Its own process group: Ctrl-C reaches us first, and we end it after the last request.
  const child = fork(MAIN, ['--host', '127.0.0.1', '--port', String(config.sandboxPort)], {
    env: { PATH: process.env['PATH'], CAMARIM_ENV: config.CAMARIM_ENV, CAMARIM_HOME: config.home },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  const url = await listening(child);
  let stopping = false;
  child.once('exit', (code) => {
    if (!stopping) onExit(code);
  });
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        stopping = true;
        if (child.exitCode !== null) return resolve();
        const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
        child.once('exit', () => {
          clearTimeout(timer);
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
};

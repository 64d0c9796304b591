// The embedded default: the sandbox gateway as a child process, restarted when it dies, ended with
// its parent.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CaratOptions } from './carat/carat.ts';
import type { CieloOptions } from './cielo/cielo.ts';
import type { CieloCardOptions } from './cielo/cielo-card.ts';
import type { PayPalOptions } from './paypal/paypal.ts';
import type { PicPayOptions } from './picpay/picpay.ts';
import type { PixOptions } from './pix/pix.ts';
import type { RedeOptions } from './rede/rede.ts';

export type SandboxProcessOptions = {
  /** The folder of all state; the sandbox's state is in `sandbox` inside it. */
  home: string;
  /** 0 takes a free port, which restarts reuse. */
  port: number;
  /**
   * The application's origin on this machine, where the simulated app of a toy reports; without it
   * port 3000.
   */
  siteUrl?: string;
  log: Pick<Logger, 'warn' | 'error'>;
};

/** How to reach a sandbox. */
export type SandboxAccess = {
  /** The tester's pages and the control API. */
  url: string;
  /** Options of each adapter. */
  pix: Pick<PixOptions, 'baseUrl' | 'clientId' | 'clientSecret' | 'key' | 'automatic'>;
  cielo: Omit<CieloOptions, 'webhookSecret' | 'timeoutMs'>;
  picpay: Pick<PicPayOptions, 'baseUrl' | 'token' | 'sellerToken'>;
  paypal: Omit<PayPalOptions, 'returnUrl' | 'timeoutMs'>;
  rede: Omit<RedeOptions, 'timeoutMs'>;
  cieloCard: Omit<CieloCardOptions, 'timeoutMs'>;
  carat: Omit<CaratOptions, 'webhookSecret' | 'timeoutMs'>;
};

export type SandboxProcess = SandboxAccess & {
  /** Kills and restarts it, like a crash; for tests. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

const MAIN = join(import.meta.dirname, '../../../sandbox/main.ts');
const START_TRIES = 20;
const RESTART_PAUSE_MS = 500;
const KEY = '6f1c2b8e-0d4a-4c57-9a3e-5b7d90e1c2a4';
const CLIENT = { clientId: 'camarim', clientSecret: 'camarim-sandbox' };
const CIELO = {
  merchantId: '0c5e8f2a-6d1b-4c3e-9a7f-2b4d6e8f0a1c',
  merchantKey: 'CAMARIMSANDBOXCIELOMERCHANTKEY0123456789',
};
const MPI = {
  clientId: 'camarim-3ds',
  clientSecret: 'camarim-sandbox',
  establishmentCode: '1006993069',
  merchantName: 'Camarim',
  mcc: '5967',
};
const CARAT = { merchantId: 'camarim', merchantKey: 'camarim-sandbox' };
const PICPAY = { token: 'camarim-sandbox-picpay', sellerToken: 'camarim-sandbox-seller' };
const PAYPAL_WEBHOOK_ID = '1CAMARIM000000000';

/** Environment with the credentials of the stand-ins. */
export const CREDENTIALS = {
  SANDBOX_PIX_KEY: KEY,
  SANDBOX_PIX_CLIENT_ID: CLIENT.clientId,
  SANDBOX_PIX_CLIENT_SECRET: CLIENT.clientSecret,
  SANDBOX_CIELO_MERCHANT_ID: CIELO.merchantId,
  SANDBOX_CIELO_MERCHANT_KEY: CIELO.merchantKey,
  SANDBOX_CIELO_MPI_CLIENT_ID: MPI.clientId,
  SANDBOX_CIELO_MPI_CLIENT_SECRET: MPI.clientSecret,
  SANDBOX_PICPAY_TOKEN: PICPAY.token,
  SANDBOX_PICPAY_SELLER_TOKEN: PICPAY.sellerToken,
  SANDBOX_PAYPAL_CLIENT_ID: CLIENT.clientId,
  SANDBOX_PAYPAL_SECRET: CLIENT.clientSecret,
  SANDBOX_PAYPAL_WEBHOOK_ID: PAYPAL_WEBHOOK_ID,
  SANDBOX_CARAT_MERCHANT_ID: CARAT.merchantId,
  SANDBOX_CARAT_MERCHANT_KEY: CARAT.merchantKey,
  SANDBOX_REDE_PV: CLIENT.clientId,
  SANDBOX_REDE_TOKEN: CLIENT.clientSecret,
};

type RunningSandbox = { child: ChildProcess; url: string };

/** Where Node keeps bytecode: a start takes half of the processor time with it. */
const compileCache = (): NodeJS.ProcessEnv =>
  process.env['NODE_COMPILE_CACHE'] === undefined
    ? {}
    : { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

type Launch = Pick<SandboxProcessOptions, 'home' | 'port' | 'siteUrl'>;

const launch = async ({ home, port, siteUrl }: Launch): Promise<RunningSandbox> => {
  const child = fork(
    MAIN,
    ['--host', '127.0.0.1', '--port', port.toString(), '--home', join(home, 'sandbox')],
    {
      env: {
        PATH: process.env.PATH,
        ...compileCache(),
        ...CREDENTIALS,
        ...(siteUrl && { SANDBOX_LOVENSE_CALLBACK_URL: `${siteUrl}/api/overlays/toy/callback` }),
      },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  const stderr: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [null]),
  ])) as [{ listening: string } | null];
  if (message === null)
    throw new Error(
      `the payment sandbox did not start: ${Buffer.concat(stderr).toString('utf8').trim()}`,
    );
  return { child, url: message.listening };
};

/** Retries, because a former sandbox whose parent was killed needs a moment to release the port. */
const launchWithRetries = async (options: Launch): Promise<RunningSandbox> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await launch(options);
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await sleep(RESTART_PAUSE_MS);
    }
  }
};

/** One address for all of its protocols. */
export const accessTo = (url: string): Omit<SandboxAccess, 'url'> => ({
  cieloCard: {
    baseUrl: url,
    queryUrl: url,
    ...CIELO,
    screening: true,
    mpi: { baseUrl: url, ...MPI },
  },
  carat: { baseUrl: `${url}/e-sitef/api`, ...CARAT, panelUrl: `${url}/__carat/notification` },
  rede: { baseUrl: `${url}/erede`, tokenUrl: `${url}/redelabs/oauth2/token`, ...CLIENT },
  pix: {
    baseUrl: `${url}/v2`,
    key: KEY,
    ...CLIENT,
    automatic: { agency: '0001', number: '1234567', type: 'PAGAMENTO' },
  },
  cielo: {
    baseUrl: url,
    queryUrl: url,
    ...CIELO,
    boletoProvider: 'Bradesco2',
    panelUrl: `${url}/__cielo/notification`,
  },
  picpay: { baseUrl: url, ...PICPAY },
  paypal: { baseUrl: url, ...CLIENT, webhookId: PAYPAL_WEBHOOK_ID, certificateOrigins: [url] },
});

/**
 * Starts the process and waits until it listens. Throws with its error output when it can't start.
 */
export const startSandboxProcess = async ({
  log,
  ...options
}: SandboxProcessOptions): Promise<SandboxProcess> => {
  let stopping = false;
  let running = await launchWithRetries(options);
  const takenPort = Number(new URL(running.url).port);
  let restarting = Promise.resolve();

  const restartSandbox = async (): Promise<void> => {
    try {
      running = await launchWithRetries({ ...options, port: takenPort });
      watch();
    } catch (error) {
      log.error({ err: error }, 'the payment sandbox can’t be started again');
    }
  };
  const watch = (): void => {
    running.child.once('exit', (code, signal) => {
      if (stopping) return;
      log.warn({ code, signal }, 'the payment sandbox ended; starting it again');
      restarting = restartSandbox();
    });
  };
  watch();

  const endWith = async (signal: NodeJS.Signals): Promise<void> => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };

  return {
    url: running.url,
    ...accessTo(running.url),
    restart: async () => {
      await endWith('SIGKILL');
      await restarting;
    },
    stop: async () => {
      stopping = true;
      await restarting;
      await endWith('SIGTERM');
    },
  };
};

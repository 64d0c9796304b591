// For tests: a sandbox on a free port in its own folder, a client of its API, and a webhook
// receiver.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from './config.ts';
import { startSandbox, type Sandbox } from './server.ts';

export const PIX_KEY = readConfig([], {}).pix.receiver.keys[0] as string;

export type Reply<Body = Record<string, unknown>> = { status: number; body: Body };
type Call = <Body = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<Reply<Body>>;

export type TestSandbox = {
  url: () => string;
  /** A call of the standard's API, below its version, with a token that has every scope. */
  api: Call;
  /** A call of the control API. */
  control: Call;
  /** Fetches a new token after the clock passed the expiry of the old one. */
  renewToken: () => Promise<void>;
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

const send = async <Body>(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply<Body>> => {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Body };
};

const tokenOf = async (url: string): Promise<string> => {
  const authorization = `Basic ${Buffer.from('camarim:camarim-sandbox').toString('base64')}`;
  const { body } = await send<{ access_token: string }>(
    `${url}/oauth/token`,
    'POST',
    { grant_type: 'client_credentials' },
    { authorization },
  );
  return body.access_token;
};

export const openTestSandbox = async (): Promise<TestSandbox> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-sandbox-'));
  const start = (): Promise<Sandbox> =>
    startSandbox(readConfig(['--home', home, '--port', '0'], {}));
  let sandbox = await start();
  let token = await tokenOf(sandbox.url);
  return {
    url: () => sandbox.url,
    api: (method, path, body) =>
      send(`${sandbox.url}/v2${path}`, method, body, {
        authorization: `Bearer ${token}`,
        'x-skip-mtls-checking': 'true',
      }),
    renewToken: async () => {
      token = await tokenOf(sandbox.url);
    },
    control: (method, path, body) => send(`${sandbox.url}${path}`, method, body, {}),
    restart: async () => {
      await sandbox.close();
      sandbox = await start();
      token = await tokenOf(sandbox.url);
    },
    close: async () => {
      await sandbox.close();
      await rm(home, { recursive: true, force: true });
    },
  };
};

/**
 * A connection for an official client that calls its gateway's fixed address by HTTPS: what it
 * sends goes unencrypted to the stand-in. Use it as `createConnection` of an agent of `node:https`.
 */
export const connectTo = (sandbox: TestSandbox) => (): Socket =>
  connect(Number(new URL(sandbox.url()).port), '127.0.0.1');

export type Notification = {
  path: string;
  body: {
    pix: Array<{
      endToEndId: string;
      txid: string;
      valor: string;
      devolucoes?: Array<{ status: string }>;
    }>;
  };
};
export type Receiver = {
  url: string;
  notifications: Notification[];
  /** Answers this status to the next calls. */
  answer: (status: number, times: number) => void;
  close: () => Promise<void>;
};

/** An HTTP server that takes notifications. */
export const openWebhookReceiver = async (): Promise<Receiver> => {
  const notifications: Notification[] = [];
  const statuses: number[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      notifications.push({
        path: request.url ?? '',
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as Notification['body'],
      });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notifications,
    answer: (status, times) => void statuses.push(...Array<number>(times).fill(status)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Waits until the condition holds, at most half a minute: the machine may be busy. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 1_500; tries += 1) {
    if (await holds()) return;
    await sleep(20);
  }
  throw new Error('waited half a minute in vain');
};

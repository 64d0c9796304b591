// The simulator of Lovense beside an application of the tests: its app scans codes and reports to
// the application.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../../sandbox/config.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import type { TestApp } from '../app.ts';

export type ToyMaker = {
  settings: Record<string, string>;
  /** Reports of apps go to this application from now on. */
  reportTo(app: TestApp): void;
  /** The app takes the code; returns the status of its report. */
  scan(code: string): Promise<number>;
  /** The last report that an app has sent. */
  lastReport(): Record<string, unknown>;
  view(uid: string): Promise<{ moving: string | null; commands: { action: string }[] }>;
  setOnline(uid: string, online: boolean): Promise<void>;
  close(): Promise<void>;
};

export const openToyMaker = async (): Promise<ToyMaker> => {
  let target: TestApp | undefined;
  let status = 0;
  let report: Record<string, unknown> = {};
  const callback = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    report = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
    const answer = await target?.server.inject({
      method: 'POST',
      url: '/api/overlays/toy/callback',
      payload: report,
    });
    status = answer?.statusCode ?? 500;
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
  const home = await mkdtemp(join(tmpdir(), 'camarim-toys-'));
  const sandbox = await startSandbox(
    readConfig(['--home', home, '--port', '0'], {
      SANDBOX_LOVENSE_CALLBACK_URL: `http://127.0.0.1:${(callback.address() as AddressInfo).port}/`,
    }),
  );
  return {
    settings: {
      LOVENSE_DEVELOPER_TOKEN: 'camarim-sandbox-lovense',
      LOVENSE_ORIGIN: `${sandbox.url}/lovense`,
    },
    reportTo: (app) => void (target = app),
    scan: async (code) => {
      status = 0;
      await fetch(`${sandbox.url}/lovense/app/${code}`, { method: 'POST' });
      return status;
    },
    lastReport: () => report,
    view: async (uid) => (await fetch(`${sandbox.url}/__lovense/${uid}`)).json() as never,
    setOnline: async (uid, online) => {
      await fetch(`${sandbox.url}/__lovense/${uid}/online`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ online }),
      });
    },
    close: async () => {
      await sandbox.close();
      callback.close();
      await rm(home, { recursive: true, force: true });
    },
  };
};

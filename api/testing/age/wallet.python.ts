// The wallet verifier against a wallet in Python, by HTTP: `npm run test:age-python`. Left out
// where PYTHON, or python3, has no isomdoc.
import { spawn, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterFile } from '../after-file.ts';
import { cookiesOf } from './answering-verifier.ts';
import { orderOf } from './wallet-orders.ts';
import { testApp, type TestApp } from '../app.ts';
import { freePort } from '../../platform/database/free-port.ts';
import { insertAnchor } from '../../platform/age/wallet/anchor-store.ts';
import { documentCalled } from '../../platform/age/wallet/documents.ts';

const PROGRAM = join(import.meta.dirname, 'python_wallet.py');
const PYTHON = process.env['PYTHON'] ?? 'python3';
const isInstalled = spawnSync(PYTHON, ['-c', 'import isomdoc']).status === 0;
if (!isInstalled)
  process.stdout.write(
    'Left out: no isomdoc. python3 -m venv FOLDER; FOLDER/bin/pip install isomdoc==0.0.5; PYTHON=FOLDER/bin/python npm run test:age-python\n',
  );

type Report = { status: number; body: { redirect_uri?: string } };

let app: TestApp;
let tell: (order: object) => Promise<Report>;

/** A whole attempt on one device: what the site answers the browser that comes back. */
const attempt = async (name: string, part: { over: boolean; otherDevice?: boolean }) => {
  const begun = await app.visitor.ask('POST /publics/age', {
    body: { method: 'wallet', device: 'same' },
  });
  const { step } = begun.reply.data;
  const links = step.kind === 'wallet' ? step.links : [];
  const link = links.find(({ document }) => document === name)?.url ?? '';
  const { body } = await tell({ ...orderOf(link), ...part });
  const code = body.redirect_uri?.split('#response_code=')[1] ?? '';
  const ended = await app.visitor.ask('POST /publics/age/answer', {
    body: { answer: { response_code: code } },
    headers: cookiesOf(begun),
  });
  const headers = cookiesOf(ended);
  return {
    outcome: ended.reply.data.outcome,
    proven: (await app.visitor.call('GET /publics/age', { headers })).proven,
  };
};

describe.skipIf(!isInstalled)('a wallet in Python', () => {
  beforeAll(async () => {
    const port = await freePort();
    app = await testApp({ settings: { CAMARIM_COUNTRY: 'BR', PORT: String(port) } });
    await app.server.listen({ port, host: '127.0.0.1' });
    const now = app.clock.now();
    const python = spawn(PYTHON, [PROGRAM, String(now.getTime())], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    afterFile(async () => void python.kill());
    const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
    const next = async () => JSON.parse(String((await lines.next()).value)) as unknown;
    const { anchor } = (await next()) as { anchor: string };
    tell = async (order) => {
      python.stdin.write(`${JSON.stringify(order)}\n`);
      return (await next()) as Report;
    };
    for (const name of ['av', 'mdl']) {
      const docType = documentCalled(name)?.docType ?? '';
      await insertAnchor(app.ctx.db, { docType, certificate: new X509Certificate(anchor) }, now);
    }
    app.clock.advance(5_001);
  });

  test.each(['av', 'mdl'])(
    'a wallet in Python lets an adult in with the document %s, and no minor',
    async (name) => {
      expect(await attempt(name, { over: true })).toEqual({ outcome: 'over', proven: true });
      expect(await attempt(name, { over: false })).toEqual({ outcome: 'under', proven: false });
    },
  );

  test('an answer of the wallet in Python that another key signed is refused', async () => {
    expect(await attempt('av', { over: true, otherDevice: true })).toEqual({
      outcome: 'refused',
      proven: false,
    });
  });
});

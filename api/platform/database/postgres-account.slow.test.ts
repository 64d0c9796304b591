// The accounts that run PostgreSQL for root, and the library links that an install without scripts
// omits.
import { mkdtemp, readlink, rm, mkdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  capabilityAccount,
  chooseAccount,
  namespaceAccount,
  unprivilegedEntry,
} from './postgres-account.ts';
import { locateBinaries, restoreLinks } from './postgres-binaries.ts';
import { obtainServer } from './postgres-ownership.ts';
import { initialise, stopServer } from './postgres-process.ts';
import type { ServerParts } from './postgres-process.ts';

const root = process.getuid?.() === 0;
const quick = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
let folder: string;

beforeEach(async () => {
  // mkdtemp answers a folder of mode 0700, as a home may be.
  folder = await mkdtemp(join(tmpdir(), 'camarim account '));
  await writeFile(join(folder, 'password'), 'secret', { mode: 0o600 });
});

afterEach(() => rm(folder, { recursive: true }));

async function runOnce(account: ServerParts['account']): Promise<number> {
  const layout = {
    data: join(folder, 'data'),
    passwordFile: join(folder, 'password'),
    serverLog: join(folder, 'log'),
  };
  const parts = { binaries: await locateBinaries(), account, layout, settings: quick };
  const fresh = await stat(layout.data).then(
    () => false,
    () => true,
  );
  if (fresh) await initialise(parts);
  const server = await obtainServer(parts, { password: 'secret', join: false });
  const owner = (await stat(layout.data)).uid;
  await server.keeper?.end();
  await stopServer(server.pid, layout.data);
  return owner;
}

test.runIf(root && process.platform === 'linux')(
  'root may run it in a namespace or by a capability, one after the other on the same data',
  async () => {
    const { uid, gid } = await unprivilegedEntry();
    expect(await runOnce(capabilityAccount(uid, gid))).toBe(uid);
    expect(await runOnce(namespaceAccount(uid, gid))).toBe(0);
    expect(await runOnce(capabilityAccount(uid, gid))).toBe(uid);
  },
);

test('the chosen account works here, and an ordinary user needs none', async () => {
  const account = await chooseAccount();
  expect(account.prefix.length > 0).toBe(root);
  await runOnce(account);
});

test('missing library links are restored from the package list, existing ones stay unchanged', async () => {
  await mkdir(join(folder, 'native/lib'), { recursive: true });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
  await writeFile(join(folder, 'native/lib/libpq.so.5.18'), '');
  await restoreLinks(folder);
  await restoreLinks(folder);
  expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
});

// PostgreSQL refuses to run as root, and initdb as a user without a name; this chooses an account
// that works.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * How to start a PostgreSQL program: words to put before it, and who must own the data directory.
 */
export interface PostgresAccount {
  prefix: string[];
  owner?: { uid: number; gid: number };
}

/**
 * An ordinary user runs it directly. Root, or a number without a name (some containers), runs it in
 * a user namespace that shows us as `nobody`. Where namespaces are switched off, root runs it as
 * the real `nobody` that keeps only the capability to pass closed directories, because the checkout
 * and its data may stand under a home of mode 0700.
 */
export async function chooseAccount(): Promise<PostgresAccount> {
  const root = process.getuid?.() === 0;
  if (!root && hasName()) return { prefix: [] };
  const { uid, gid } = await unprivilegedEntry();
  const candidates = [namespaceAccount(uid, gid), ...(root ? [capabilityAccount(uid, gid)] : [])];
  for (const account of candidates) {
    if (await canRun(account)) return account;
  }
  throw new Error(
    `PostgreSQL does not run as ${root ? 'root' : 'a user without a name'}, and neither "unshare" (user namespaces) nor, for ` +
      'root, "setpriv" (capabilities) works here. Start Camarim as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 ' +
      'or newer of your own.',
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SYSTEM_ERROR') return false;
    throw error;
  }
}

export function namespaceAccount(uid: number, gid: number): PostgresAccount {
  return {
    prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
    // The namespace only changes the shown account: files keep their owner.
    owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  };
}

export function capabilityAccount(uid: number, gid: number): PostgresAccount {
  const only = '-all,+dac_override';
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const capabilities = [`--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`];
  return { prefix: ['setpriv', ...ids, ...capabilities, '--'], owner: { uid, gid } };
}

async function canRun({ prefix: [program = '', ...args] }: PostgresAccount): Promise<boolean> {
  return run(program, [...args, 'true']).then(
    () => true,
    () => false,
  );
}

// initdb looks its user up by number and refuses one without an entry.
export async function unprivilegedEntry(): Promise<{ uid: number; gid: number }> {
  const entries = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((line) => line.split(':'));
  const entry =
    entries.find(([name]) => name === 'nobody') ?? entries.find(([, , uid]) => Number(uid) > 0);
  if (!entry)
    throw new Error('PostgreSQL does not run as root and /etc/passwd lists no other account.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

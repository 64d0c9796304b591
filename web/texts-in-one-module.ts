// All texts as one module, for tests in a browser: the compiled texts are a module each, and a page
// that asks the test server for 1,800 modules takes seconds of processor time.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const IMPORT = /^import .*$/gm;

/** Replaces `export * from` of each text by the text itself; all texts import the same. */
export const textsInOneModule = (): Plugin => ({
  name: 'camarim:texts-in-one-module',
  enforce: 'pre',
  load: {
    filter: { id: /[\\/]paraglide[\\/]messages[\\/]_index\.js$/ },
    handler: async (index) => {
      const listed = (await readFile(index, 'utf8')).matchAll(/^export \* from '(.+)'$/gm);
      const texts = await Promise.all(
        Array.from(listed, ([, file = '']) => readFile(join(dirname(index), file), 'utf8')),
      );
      const imports = new Set(texts.flatMap((text) => text.match(IMPORT) ?? []));
      return [...imports, ...texts.map((text) => text.replaceAll(IMPORT, ''))].join('\n');
    },
  },
});

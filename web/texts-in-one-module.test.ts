// The tests in a browser load all texts as one module that exports what the compiled ones do.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { textsInOneModule } from './texts-in-one-module.ts';

const MESSAGES = join(import.meta.dirname, 'paraglide/messages');

test('all texts are one module, which exports each of them and loads only the runtime', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [textsInOneModule()],
    build: {
      write: false,
      minify: false,
      lib: { entry: join(MESSAGES, '_index.js'), formats: ['es'] },
      rolldownOptions: { external: /runtime\.js$/ },
    },
  }).then((results) => (results as Rolldown.RolldownOutput[])[0])) as Rolldown.RolldownOutput;
  const [chunk] = output;
  const files = readdirSync(MESSAGES).filter((name) => name !== '_index.js');
  expect(Object.keys(chunk.modules)).toHaveLength(1);
  expect(chunk.imports).toHaveLength(1);
  expect(chunk.exports.length).toBeGreaterThan(1_000);
  expect(files).toEqual(expect.arrayContaining(chunk.exports.map((name) => `${name}.js`)));
});

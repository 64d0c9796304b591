// The build without Vite's preloader: late parts are imported alone, and their styles are in the
// one style sheet.
import { build, type Plugin, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { withoutPreloads } from './without-preloads.ts';

/** What Vite's own preloader dispatches; its function is recognised by it. */
const PRELOADER = 'vite:preloadError';
const FILES: Readonly<Record<string, string>> = {
  '/entry.js': "import '/entry.css'; import('/late.js').then(({ late }) => late());",
  '/late.js': "import '/late.css'; export const late = () => document.body.append('late');",
  '/entry.css': '.entry { color: red }',
  '/late.css': '.late { color: blue }',
};

/** A page whose late part has styles of its own. */
const files: Plugin = {
  name: 'files',
  enforce: 'pre',
  resolveId: (id) => (id in FILES ? id : undefined),
  load: (id) => FILES[id],
};

const outputOf = async (plugins: Plugin[], cssCodeSplit: boolean) => {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [files, ...plugins],
    build: { write: false, cssCodeSplit, rolldownOptions: { input: '/entry.js' } },
  })) as Rolldown.RolldownOutput;
  const chunks = result.output.filter((part) => part.type === 'chunk');
  const styles = result.output.flatMap((part) =>
    part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : [],
  );
  return { code: chunks.map(({ code }) => code).join('\n'), chunks: chunks.length, styles };
};

test('a late part is imported without a preloader, and the one style sheet has its styles', async () => {
  const { code, chunks, styles } = await outputOf([withoutPreloads()], false);
  expect(chunks).toBe(2);
  expect(code).toMatch(/import\(/);
  expect(code).not.toContain(PRELOADER);
  expect(styles).toHaveLength(1);
  expect(styles[0]).toMatch(/\.entry[^]*\.late/);
});

test('Vite itself writes a preloader, which the test would recognise', async () => {
  expect((await outputOf([], false)).code).toContain(PRELOADER);
});

test('a build with a style sheet per chunk is refused, because late parts would have no styles', async () => {
  await expect(outputOf([withoutPreloads()], true)).rejects.toThrow('cssCodeSplit');
});

// Builds the browser's and the server's half of the web app.
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';
import { classNamer } from './class-namer.ts';
import { messageOptions } from './messages.config.ts';
import { plainIcons } from './plain-icons.ts';
import { withoutPreloads } from './without-preloads.ts';

export default defineConfig(({ command }) => ({
  // A build compiles the texts before it starts (package.json); only a running dev server has to
  // watch them.
  plugins: [
    withoutPreloads(),
    plainIcons(),
    reactRouter(),
    command === 'serve' && paraglideVitePlugin(messageOptions),
  ],
  // While developing: find every library at once, instead of reloading the page at each new one.
  optimizeDeps: {
    entries: [
      'app/**/*.tsx',
      'client/**/*.{ts,tsx}',
      'features/**/*.{ts,tsx}',
      'ui/**/*.tsx',
      '!**/*.test.tsx',
    ],
  },
  // One small style sheet for all: it is asked for first, and no dialog waits for a second one
  // (`withoutPreloads` rests on it).
  build: { cssCodeSplit: false },
  // While developing, a class says the name and the file that it has in the code.
  css:
    command === 'build' ? { modules: { generateScopedName: classNamer(import.meta.dirname) } } : {},
  // One self-contained server file with one copy of the router, and React in production mode
  // whatever NODE_ENV says: Vite leaves the variable to be read at the start in code for servers,
  // and React's development mode takes three times as long to render.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  environments: {
    client: {
      build: {
        // A dialog's pieces are few and its styles are here already: naming them all costs the
        // first page a kilobyte.
        modulePreload: { resolveDependencies: () => [] },
        rolldownOptions: {
          // A limit that one page uses is written there, not into the file that all pages load.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: { codeSplitting: { groups: chunkGroups() } },
        },
      },
    },
  },
}));

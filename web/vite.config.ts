// Builds the browser's and the server's half of the web app.
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { messageOptions } from './messages.config.ts';

export default defineConfig(({ command }) => ({
  // A build compiles the texts before it starts (package.json); only a running dev server has to watch them.
  plugins: [reactRouter(), command === 'serve' && paraglideVitePlugin(messageOptions)],
  // One self-contained server file: React in production mode whatever NODE_ENV says, and one copy of the router.
  ssr: command === 'build' ? { noExternal: true } : {},
  environments: {
    client: {
      build: {
        // Few, cacheable files: what every page runs is one chunk; the rest follows routes and lazy boundaries.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [{ name: 'vendor', test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@react-router|@tanstack[\\/](?:react-query|query-core)|cookie|set-cookie-parser)[\\/]/ }],
            },
          },
        },
      },
    },
  },
}));

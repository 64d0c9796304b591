// Icons of lucide-react with a component of our own.
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Each icon of the library is a file with its shapes, which calls the library's `createLucideIcon`.
 * In a build it calls ui/create-icon.ts instead: rendering the icons of a profile took a tenth of
 * the processor time of its React.
 */
export const plainIcons = (): Plugin => ({
  name: 'camarim:plain-icons',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/ },
    handler: () =>
      `export { createIcon as default } from ${JSON.stringify(join(import.meta.dirname, 'ui/create-icon.ts'))};`,
  },
});

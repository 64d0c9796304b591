// Imports that load when they are needed, without Vite's preloader.
import type { Plugin } from 'vite';

/**
 * Vite has every dynamic import call a function that preloads what the import needs: scripts, which
 * are not preloaded here (modulePreload in vite.config.ts), and style sheets, of which there is
 * one. So the function only imports. With a style sheet per chunk, late parts would have no styles:
 * `build.cssCodeSplit` must be false, or the build fails.
 */
export const withoutPreloads = (): Plugin => ({
  name: 'camarim:without-preloads',
  apply: 'build',
  enforce: 'pre',
  configResolved: ({ build }) => {
    if (build.cssCodeSplit)
      throw new Error(
        'withoutPreloads needs build.cssCodeSplit: false, or late parts have no styles',
      );
  },
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
});

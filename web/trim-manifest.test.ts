// The list of routes that every page brings: without what only the server reads.
import { expect, test } from 'vitest';
import { withoutImports } from './trim-manifest.ts';

const script = (manifest: object): string =>
  `window.__reactRouterManifest=${JSON.stringify(manifest)};`;

test('the list of routes keeps everything except the scripts that a route imports', () => {
  const entry = { module: '/assets/entry.js', imports: ['/assets/app.js'], css: [] };
  const route = { id: 'home', module: '/assets/home.js', hasLoader: true, css: [] };
  const url = '/assets/manifest-1.js';
  expect(
    withoutImports(
      script({ entry, routes: { home: { ...route, imports: ['/assets/app.js'] } }, url }),
    ),
  ).toBe(script({ entry, routes: { home: route }, url }));
});

test('a list of routes in another form stops the build', () => {
  expect(() => withoutImports('export default {}')).toThrow('not the list of routes');
});

// The tags of a document whose hydration waits.
import { expect, test } from 'vitest';
import { hydrateOnIntent } from './late-hydration.ts';

const DOCUMENT =
  '<head><link rel="modulepreload" href="/assets/a.js" nonce="n"/><link rel="icon" href="/i.svg"/></head>' +
  '<body>page<script nonce="n">window.context = {};</script>' +
  '<script nonce="n" type="module" async="">import "/assets/b.js";\nimport("/assets/c.js");</script></body>';

test('what a document preloads and its module wait in it, and other scripts stay', () => {
  const late = hydrateOnIntent(DOCUMENT);
  expect(late).not.toContain('<link rel="modulepreload"');
  expect(late).not.toMatch(/<script[^>]* type="module"/);
  expect(late).toContain('<link rel="icon" href="/i.svg"/>');
  expect(late).toContain('<script nonce="n">window.context = {};</script>');
  expect(late).toContain(
    '<script nonce="n" type="text/plain" data-hydrates="on-intent">import "/assets/b.js";\nimport("/assets/c.js");</script>',
  );
  expect(late).toContain('for(const href of ["/assets/a.js"])');
});

test('a document without a module is unchanged', () => {
  expect(hydrateOnIntent('<html><body>page</body></html>')).toBe('<html><body>page</body></html>');
});

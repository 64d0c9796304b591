// The styles in the document of a page.
import { expect, test } from 'vitest';
import { createInliner } from './inline-styles.ts';

const inline = createInliner({
  '/assets/style-1.css': [
    { text: '._a{color:red}', needs: [[['_a']]] },
    { text: '._b{color:blue}', needs: [[['_b']]] },
  ],
});
const documentWith = (address: string, classes: string): string =>
  `<head><link nonce="n" rel="stylesheet" href="${address}"/></head><body><p class="${classes}">._b</p></body>`;

test('the styles of the classes of a document stand in the place of its sheet, with its nonce', () => {
  expect(inline(documentWith('/assets/style-1.css', '_x _a'))).toBe(
    '<head><style nonce="n" data-sheet="/assets/style-1.css">._a{color:red}</style></head>' +
      '<body><p class="_x _a">._b</p></body>',
  );
});

test('each document gets the styles of its own classes', () => {
  expect(inline(documentWith('/assets/style-1.css', '_a _b'))).toContain(
    '>._a{color:red}._b{color:blue}</style>',
  );
  expect(inline(documentWith('/assets/style-1.css', '_b'))).toContain('>._b{color:blue}</style>');
});

test('a sheet that the build does not know stays linked', () => {
  const html = documentWith('/assets/other.css', '_a');
  expect(inline(html)).toBe(html);
});

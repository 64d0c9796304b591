// Escape twice covers the page, also when the page is hydrated between the two.
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../public/early.js';
import { usePrivacy } from './privacy.ts';

const Watcher = () => (usePrivacy(), null);
const root = document.documentElement;

const escape = () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

afterEach(() => {
  root.removeAttribute('data-private');
  delete root.dataset['ready'];
});

test('Escape before the page is hydrated and once more after it cover the page', async () => {
  escape();
  root.dataset['ready'] = '';
  await render(<Watcher />);
  escape();
  expect(root.hasAttribute('data-private')).toBe(true);
});

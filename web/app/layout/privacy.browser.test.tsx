// Escape twice covers the page, also when the page is hydrated between the two; the tab's title is
// hidden with it.
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../public/early.js';
import { setPrivate, usePrivacy } from './privacy.ts';

const Watcher = () => (usePrivacy(), null);
const root = document.documentElement;

const escape = () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

afterEach(() => {
  setPrivate(false);
  delete root.dataset['ready'];
});

test('Escape before the page is hydrated and once more after it cover the page', async () => {
  escape();
  root.dataset['ready'] = '';
  await render(<Watcher />);
  escape();
  expect(root.hasAttribute('data-private')).toBe(true);
});

test('the title of the tab is neutral while the screen is covered', () => {
  document.title = 'Íris Veludo (@irisveludo) · Camarim';
  setPrivate(true);
  expect(document.title).toBe('Camarim');
  setPrivate(true);
  setPrivate(false);
  expect(document.title).toBe('Íris Veludo (@irisveludo) · Camarim');
});

test('a page that was covered before it was hydrated hides its title from then on, and has it again', async () => {
  document.title = 'Íris Veludo (@irisveludo) · Camarim';
  escape();
  escape();
  expect(root.hasAttribute('data-private')).toBe(true);
  root.dataset['ready'] = '';
  await render(<Watcher />);
  expect(document.title).toBe('Camarim');
  setPrivate(false);
  expect(document.title).toBe('Íris Veludo (@irisveludo) · Camarim');
});

test('uncovering a screen that is not covered leaves the title alone', () => {
  document.title = 'Carteira · Camarim';
  setPrivate(false);
  expect(document.title).toBe('Carteira · Camarim');
});

// On a phone the button of the drawer floats over pages that are read, and never over the controls
// of forms, lists and figures.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../client/api/api.ts';
import { ChatsButton } from './ChatsButton.tsx';

beforeEach(() => installTransport(() => new Promise(() => {})));

/** Buttons that open the drawer: the header's, and the floating one. */
const openers = () => document.querySelectorAll('button[aria-haspopup="dialog"]').length;

const showAt = (address: string) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '*',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: ChatsButton,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={[address]} />
    </QueryClientProvider>,
  );
};

test.each(['/', '/?explore', '/bia', '/search?q=luz', '/tags/luz'])(
  'the button floats over %s',
  async (address) => {
    await showAt(address);
    // The header's own is hidden on a phone, and there.
    await expect.poll(openers).toBe(2);
  },
);

test.each([
  '/chats/bia',
  '/wallet',
  '/removal',
  '/earnings',
  '/dsb/todo',
  '/settings/security',
  '/bia/posts/p1',
])('the button does not float over %s', async (address) => {
  await showAt(address);
  await expect.poll(openers).toBe(1);
  // The floating one comes an effect later.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(openers()).toBe(1);
});

test('the button gives way while the page is read downwards, and is back when it is moved up', async () => {
  await page.viewport(360, 640);
  document.body.style.height = '4000px';
  await showAt('/bia');
  const floats = () =>
    [...document.querySelectorAll('button[aria-haspopup="dialog"]')].at(-1)?.checkVisibility({
      visibilityProperty: true,
    });
  await expect.poll(() => [openers(), floats()]).toEqual([2, true]);
  window.scrollTo(0, 600);
  await expect.poll(floats).toBe(false);
  window.scrollTo(0, 300);
  await expect.poll(floats).toBe(true);
});

// The queue worked on by keyboard: moving, claiming, putting off, and where the focus stays.
import { HOUR_MS } from '@camarim/contract/time';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import type { TodoItem } from '../queries.ts';
import { TodoList } from './TodoList.tsx';

const person = (name: string) => ({ id: `id-${name}`, domainName: name, exibitionName: name });
const item = (kind: TodoItem['kind'], id: string, part: object = {}): TodoItem =>
  ({
    kind,
    id,
    since: '2026-11-20T12:00:00.000Z',
    dueAt: '2026-11-21T12:00:00.000Z',
    hasDeadline: false,
    about: person(`pessoa-${id}`),
    assignee: null,
    claim: null,
    snoozedUntil: null,
    ...part,
  }) as TodoItem;

const ITEMS = [
  item('helpTicket', 'h1'),
  item('report', 'r1'),
  item('cashOut', 'c1', {
    claim: { by: person('bia'), until: '2026-11-21T12:15:00.000Z', mine: false },
  }),
];

let sent: string[];
beforeEach(() => {
  sent = [];
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body?: string }) => {
    sent.push(`${init.method} ${path} ${init.body ?? ''}`.trim());
    return Response.json({ success: true, data: ITEMS[0] });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (items: readonly TodoItem[]) => {
  const router = createMemoryRouter([{ path: '*', element: <TodoList items={items} /> }]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};
const focused = (): string => document.activeElement?.textContent ?? '';

test('the first item has the focus, and single keys move through the list and stop at its ends', async () => {
  await show(ITEMS);
  await expect.poll(focused).toContain('pessoa-h1');
  await userEvent.keyboard('j');
  expect(focused()).toContain('pessoa-r1');
  await userEvent.keyboard('jj');
  expect(focused()).toContain('pessoa-c1');
  await userEvent.keyboard('kkk');
  expect(focused()).toContain('pessoa-h1');
});

test('c claims the item with the focus, and each item leads to where it is decided', async () => {
  const screen = await show(ITEMS);
  await expect.poll(focused).toContain('pessoa-h1');
  await userEvent.keyboard('jc');
  await expect.poll(() => sent).toEqual(['POST /api/dsb/todo/report/r1/claim']);
  const links = screen.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dsb/help#item-h1',
    '/dsb/reports#item-r1',
    '/dsb/transactions#item-c1',
  ]);
});

test('s asks until when, and the answer puts the item off', async () => {
  const screen = await show(ITEMS);
  await expect.poll(focused).toContain('pessoa-h1');
  await userEvent.keyboard('s');
  await screen.getByRole('button', { name: 'Por 8 horas' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toMatch(/^PUT \/api\/dsb\/todo\/helpTicket\/h1\/snooze \{"until":"20/);
});

test('only times before the deadline of an item are offered for putting it off', async () => {
  const dueAt = new Date(Date.now() + 3 * HOUR_MS).toISOString();
  const near = new Date(Date.now() + HOUR_MS).toISOString();
  const screen = await show([
    item('report', 'r1', { dueAt, hasDeadline: true }),
    item('report', 'r2', { dueAt: near, hasDeadline: true }),
  ]);
  await expect.poll(focused).toContain('pessoa-r1');
  await userEvent.keyboard('s');
  await expect.element(screen.getByRole('button', { name: 'Por 2 horas' })).toBeVisible();
  expect(screen.getByRole('button', { name: /Por 8 horas|semana/ }).elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('listitem').filter({ hasText: 'pessoa-r2' }).getByText('Adiar').click();
  await expect.element(screen.getByText(/perto demais para adiar/)).toBeVisible();
});

test('an item that another person holds says so and can’t be claimed', async () => {
  const screen = await show(ITEMS);
  const row = screen.getByRole('listitem').filter({ hasText: 'pessoa-c1' });
  await expect.element(row.getByText(/bia pegou até/)).toBeVisible();
  await expect.element(row.getByRole('button', { name: 'Pegar' })).toBeDisabled();
});

test('the list of keys opens by a question mark, and the rows fit a phone', async () => {
  await page.viewport(360, 700);
  const screen = await show(ITEMS);
  await expect.poll(focused).toContain('pessoa-h1');
  await userEvent.keyboard('?');
  await expect.element(screen.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

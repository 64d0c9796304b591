// The queue decided by keyboard: the next item comes at once, the first look is blurred, and a
// decision that was not taken comes back.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import type { ReviewItem } from './queries.ts';
import { KeyboardQueue } from './KeyboardQueue.tsx';

const item = (id: string, part: object = {}): ReviewItem =>
  ({
    id,
    kind: 'post',
    version: 2,
    cause: 'newProducer',
    createdAt: '2026-11-20T12:00:00.000Z',
    text: `texto de ${id}`,
    price: null,
    medias: [
      {
        id: `m-${id}`,
        contentType: 'image/jpeg',
        lgThumb: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
      },
    ],
    performers: [{ stageName: 'Lua', verified: false }],
    producer: {
      profile: { id: 'p', domainName: 'autora', exibitionName: 'Autora' },
      since: null,
      approved: 3,
      refused: 1,
      strikes: 1,
    },
    ...part,
  }) as ReviewItem;

let sent: string[];
let refusal: string | null;
beforeEach(() => {
  sent = [];
  refusal = null;
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body?: string }) => {
    if (!path.includes('/claim')) sent.push(`${init.method} ${path} ${init.body ?? ''}`.trim());
    return refusal !== null && !path.includes('/claim')
      ? Response.json({ success: false, code: refusal, message: 'Mudou.' }, { status: 409 })
      : Response.json({ success: true, data: { strikes: 0 } });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.viewport(414, 896);
});

const show = (items: readonly ReviewItem[], onFew = () => {}) => {
  const queue = <KeyboardQueue items={items} onFew={onFew} />;
  const router = createMemoryRouter([{ path: '*', element: queue }]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};
const shown = () => document.querySelector('[data-item]')?.getAttribute('data-item');
const hasFocus = () => document.activeElement?.getAttribute('data-item');
const blurOf = () => {
  const picture = document.querySelector('[data-item] img');
  return picture ? getComputedStyle(picture).filter : '';
};

test('a approves what is shown with its version, and the next item has the focus at once', async () => {
  const few = vi.fn<() => void>();
  await show([item('i1'), item('i2')], few);
  await expect.poll(hasFocus).toBe('i1');
  await userEvent.keyboard('a');
  await expect.poll(hasFocus).toBe('i2');
  await expect
    .poll(() => sent)
    .toEqual(['POST /api/dsb/reviews/i1 {"outcome":"approved","version":2}']);
  expect(few).not.toHaveBeenCalled();
  await userEvent.keyboard('a');
  await expect.poll(() => few.mock.calls.length).toBe(1);
});

test('the next page is read only after the last decision was taken', async () => {
  const few = vi.fn<() => void>();
  let answer: (() => void) | undefined;
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('/claim')) await new Promise<void>((resolve) => (answer = resolve));
    return Response.json({ success: true, data: { strikes: 0 } });
  });
  await show([item('i1')], few);
  await expect.poll(hasFocus).toBe('i1');
  await userEvent.keyboard('a');
  await expect.poll(() => answer).toBeDefined();
  expect(shown()).toBeUndefined();
  expect(few).not.toHaveBeenCalled();
  answer?.();
  await expect.poll(() => few.mock.calls.length).toBe(1);
});

test('the first look is blurred, b removes the blur, and the next item is blurred again', async () => {
  await show([item('i1'), item('i2')]);
  await expect.poll(hasFocus).toBe('i1');
  expect(blurOf()).toContain('blur');
  await userEvent.keyboard('b');
  await expect.poll(blurOf).toBe('none');
  await userEvent.keyboard('n');
  await expect.poll(shown).toBe('i2');
  expect(blurOf()).toContain('blur');
});

test('z and its button make the picture large and remove the blur, which stays away', async () => {
  await page.viewport(1_280, 800);
  const screen = await show([item('i1'), item('i2')]);
  await expect.poll(hasFocus).toBe('i1');
  const width = () => document.querySelector('[data-item] img')?.getBoundingClientRect().width ?? 0;
  const small = width();
  await userEvent.keyboard('z');
  await expect.poll(blurOf).toBe('none');
  expect(width()).toBeGreaterThan(small);
  await screen.getByRole('button', { name: m.reviews_unzoom() }).click();
  await expect.poll(width).toBe(small);
  expect(blurOf()).toBe('none');
  await userEvent.keyboard('n');
  await expect.poll(shown).toBe('i2');
  expect([blurOf(), width()]).toEqual([expect.stringContaining('blur'), small]);
  await screen.getByRole('button', { name: m.reviews_zoom() }).click();
  await expect.poll(blurOf).toBe('none');
  expect(width()).toBeGreaterThan(small);
});

test('r, a number and Enter refuse with a reason', async () => {
  await show([item('i1'), item('i2')]);
  await expect.poll(hasFocus).toBe('i1');
  await userEvent.keyboard('r2');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => sent)
    .toEqual([
      'POST /api/dsb/reviews/i1 {"outcome":"refused","version":2,"reason":"noConsent","note":""}',
    ]);
  await expect.poll(hasFocus).toBe('i2');
});

test('a reason that says too little asks for words, which are written and sent without another key', async () => {
  const screen = await show([item('i1'), item('i2')]);
  await expect.poll(hasFocus).toBe('i1');
  await userEvent.keyboard('r8');
  await expect.poll(() => document.activeElement?.tagName).toBe('TEXTAREA');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Escreva o motivo', { exact: false })).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.keyboard('Sem 2{Shift>}{Enter}{/Shift}datas{Enter}');
  await expect
    .poll(() => sent)
    .toEqual([
      'POST /api/dsb/reviews/i1 {"outcome":"refused","version":2,"reason":"other","note":"Sem 2\\ndatas"}',
    ]);
  await expect.poll(hasFocus).toBe('i2');
});

test('an item whose decision was not taken comes back, and the page fits a phone', async () => {
  await page.viewport(360, 700);
  refusal = 'review.changed';
  const again = vi.fn<() => void>();
  await show([item('i1'), item('i2')], again);
  await expect.poll(hasFocus).toBe('i1');
  await userEvent.keyboard('a');
  await expect.poll(() => sent.length).toBe(1);
  await expect.poll(shown).toBe('i1');
  await expect.poll(() => again.mock.calls.length).toBe(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('frames of a show are blurred beside the declared performers, and decided by the same keys', async () => {
  const url = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const frame = (id: string, part: object) => ({ id, kind: 'regular', takenAt: '', url, ...part });
  const show1 = {
    id: 'l1',
    ended: false,
    frames: [frame('f1', {}), frame('f2', { url: null })],
  };
  const frames = { kind: 'frames', cause: 'match', medias: [], show: show1 };
  await show([item('i1', frames), item('i2')]);
  await expect.poll(hasFocus).toBe('i1');
  await expect.element(page.getByText('Parece algo já removido')).toBeVisible();
  await expect.element(page.getByText(/Lua/)).toBeVisible();
  await expect.element(page.getByText('Show privado', { exact: false })).toBeVisible();
  const link = page.getByRole('link', { name: 'Ver o show' }).element();
  expect(link.getAttribute('href')).toBe('/dsb/lives#item-l1');
  expect(blurOf()).toContain('blur');
  await userEvent.keyboard('b');
  await expect.poll(blurOf).toBe('none');
  await userEvent.keyboard('r1{Enter}');
  await expect
    .poll(() => sent)
    .toEqual([
      'POST /api/dsb/reviews/i1 {"outcome":"refused","version":2,"reason":"minor","note":""}',
    ]);
});

test('an item of words alone has no space for media and does not say who appears', async () => {
  await show([item('words', { medias: [], performers: [] })]);
  await expect.element(page.getByText('texto de words')).toBeVisible();
  expect(document.querySelector('[data-item] h2')?.textContent).toContain('Autora');
  expect(page.getByText('Declara que aparece só').query()).toBeNull();
  const { left } = page.getByText('texto de words').element().getBoundingClientRect();
  const frame = document.querySelector('[data-item] > div')?.getBoundingClientRect();
  // Right after the padding: no empty column comes first.
  expect(left - (frame?.left ?? 0)).toBeLessThan(40);
});

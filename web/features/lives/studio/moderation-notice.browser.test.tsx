// What a producer reads when an administrator decides about their show.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { m } from '../../../paraglide/messages.js';
import { dismissToast, toastStore } from '../../../ui/overlays/toasts.ts';
import type { Live } from '../queries.ts';
import { realtime } from '../realtime.ts';
import { ModerationNotice } from './ModerationNotice.tsx';

const LIVE = { id: 'l1', blurred: false, withheld: false } as Live;
const REASON = 'Uma pessoa que não foi declarada aparece no fundo.';

const client = new QueryClient();
afterEach(() => {
  client.clear();
  for (const { id } of toastStore.current()) dismissToast(id);
});

const notice = (part: Partial<Live>) => (
  <QueryClientProvider client={client}>
    <ModerationNotice live={{ ...LIVE, ...part }} />
  </QueryClientProvider>
);
const decide = (warning?: string) =>
  act(() =>
    realtime(client).livesMedia?.({
      success: true,
      data: {
        id: 'l1',
        recording: 'off',
        blurred: false,
        withheld: false,
        ...(warning !== undefined && { warning }),
      },
    }),
  );
const toasts = () => toastStore.current().map(({ text, tone }) => [text, tone]);

test('a warning is said by a toast, and stays over the picture until its producer closes it', async () => {
  const screen = await render(notice({}));
  await decide(REASON);
  expect(toasts()).toEqual([[m.live_warning({ text: REASON }), 'error']]);
  const warning = screen.getByText(m.live_warning({ text: REASON }));
  await expect.element(warning).toBeVisible();
  await screen.getByRole('button', { name: m.close() }).click();
  await expect.element(warning).not.toBeInTheDocument();
});

test.each([
  ['blurred', m.live_blurred_own()],
  ['withheld', m.live_withheld_own()],
] as const)(
  'a producer whose show is %s reads so with the reason for as long as it is',
  async (taken, text) => {
    const screen = await render(notice({ [taken]: true }));
    await expect.element(screen.getByRole('status')).toHaveTextContent(text);
    await decide(REASON);
    await expect.element(screen.getByText(m.live_warning({ text: REASON }))).toBeVisible();
    expect(screen.getByRole('button').elements()).toEqual([]);
    await screen.rerender(notice({}));
    await expect.element(screen.getByText(text)).not.toBeInTheDocument();
  },
);

test('a change of the media without a reason, as a recording, is no notice', async () => {
  const screen = await render(notice({}));
  await decide();
  expect(toasts()).toEqual([]);
  expect(screen.container.textContent).toBe('');
});

// The prompt after an accepted call stays for ten seconds, five of which its bar runs, and takes
// the call back; and the toasts of a call that was refused, not answered in time, or not entered.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { RealtimeEvents } from '@camarim/contract/events';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { dismissToast, toastStore } from '../../../ui/overlays/toasts.ts';
import { realtime } from '../realtime.ts';
import CallAccepted from './CallAccepted.tsx';
import { callStore, clearCalls, dismissAccepted } from './incoming.ts';

const client = new QueryClient();
let sent: WireRequest[];
type Event = 'call-for-chat' | 'accept-call-for-chat';
const hear = <E extends Event>(event: E, data: RealtimeEvents[E]) =>
  realtime(client)[event]?.({ data } as never);
const accepted = () =>
  hear('accept-call-for-chat', {
    liveId: 'l1',
    profileId: 'iris',
    domainName: 'irisveludo',
    exibitionName: 'Íris Veludo',
    type: '3',
  });
const call = (action: RealtimeEvents['call-for-chat']['action'], isAccepted = false) =>
  hear('call-for-chat', {
    id: 'c1',
    profileId: 'iris',
    domainName: 'irisveludo',
    exibitionName: 'Íris Veludo',
    balance: 0,
    type: '3',
    action,
    ...(isAccepted && { accepted: true }),
  });
const cancelled = () =>
  sent.map(({ method, path, body }) => [`${method} ${path}`, JSON.parse(body ?? '{}')]);
const toasts = () => toastStore.current().map(({ text }) => text);

beforeEach(() => {
  sent = [];
  installTransport(async (request) => {
    sent.push(request);
    return { status: 200, body: { success: true, data: null } };
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  clearCalls();
  dismissAccepted();
});
afterEach(() => {
  vi.useRealTimers();
  for (const { id } of toastStore.current()) dismissToast(id);
});

const show = (path: string) => {
  const router = createMemoryRouter([{ path: '*', element: <CallAccepted /> }], {
    initialEntries: [path],
  });
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('the prompt after an accepted call stays for ten seconds and is gone then', async () => {
  const screen = await show('/chats');
  await act(() => accepted());
  const prompt = screen.getByRole('alertdialog');
  await pass(9_999);
  expect(prompt.elements()).toHaveLength(1);
  await pass(1);
  expect(prompt.elements()).toHaveLength(0);
  expect(callStore.accepted()).toBeNull();
  // Another page of the caller may be entering the show.
  expect(sent).toEqual([]);
});

test('a caller who cancels the prompt takes the accepted call back', async () => {
  const screen = await show('/chats');
  await act(() => accepted());
  await screen.getByRole('button', { name: 'Cancelar' }).click();
  expect(screen.getByRole('alertdialog').elements()).toHaveLength(0);
  expect(cancelled()).toEqual([['POST /lives/call/iris', { type: '3', action: 'cancel' }]]);
});

test('the producer reads that the caller of an accepted call does not come', () => {
  call('cancel');
  expect(toasts()).toEqual([]);
  call('cancel', true);
  expect(toasts()).toEqual(['Íris Veludo não entrou no show.']);
});

test('a second acceptance has ten seconds of its own', async () => {
  const screen = await show('/chats');
  await act(() => accepted());
  await pass(9_000);
  await act(() => accepted());
  await pass(9_999);
  expect(screen.getByRole('alertdialog').elements()).toHaveLength(1);
});

test('the bar of the prompt runs for five seconds', async () => {
  const screen = await show('/chats');
  await act(() => accepted());
  const prompt = screen.getByRole('alertdialog').element();
  const [bar] = prompt.querySelector('[aria-hidden]')?.getAnimations() ?? [];
  expect(bar?.effect?.getComputedTiming().endTime).toBe(5_000);
});

test('a caller who is with the producer already reads a toast in the place of the prompt', async () => {
  const screen = await show('/irisveludo/live');
  await act(() => accepted());
  expect(toasts()).toEqual(['Íris Veludo aceitou a sua chamada. O show vai começar.']);
  expect(screen.getByRole('alertdialog').elements()).toHaveLength(0);
});

test.each([
  ['refused', 'decline', 'Íris Veludo não pode atender agora.'],
  ['not answered in time', 'expire', 'Íris Veludo não atendeu a tempo.'],
] as const)('the caller of a call that was %s reads so for four seconds', (_, action, text) => {
  call(action);
  expect(toasts()).toEqual([text]);
  vi.advanceTimersByTime(3_999);
  expect(toasts()).toEqual([text]);
  vi.advanceTimersByTime(1);
  expect(toasts()).toEqual([]);
});

test('a call that was taken back, or not answered in time, leaves the screen of its producer', () => {
  call('call');
  expect(callStore.queue().map(({ id }) => id)).toEqual(['c1']);
  call('cancel');
  expect(callStore.queue()).toEqual([]);
});

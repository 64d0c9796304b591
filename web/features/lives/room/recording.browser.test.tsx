// That a show is recorded: what its watcher is asked before, and what the room sees of it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import type { Live } from '../queries.ts';
import { Recording, RecordingRequest } from './Recording.tsx';

const LIVE = {
  id: 'l1',
  type: '3',
  profile: { id: 'iris', exibitionName: 'Íris Veludo' },
  privateWatcherId: 'davi',
  recording: 'off',
} as unknown as Live;
const ASKED = m.live_record_asked({ name: 'Íris Veludo' });

let sent: WireRequest[];
beforeEach(() => {
  sent = [];
  installTransport(async (request) => {
    sent.push(request);
    return { status: 200, body: { success: true, data: { recording: 'on' } } };
  });
});

/** `viewer`: davi is the watcher of the private show, iris its producer, ana a spy. */
const show = (recording: Live['recording'], viewer: 'davi' | 'iris' | 'ana', part: object = {}) => {
  const live = { ...LIVE, recording, ...part } as Live;
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: { profile: { id: viewer } } }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? (
          <main>
            <RecordingRequest live={live} />
            <Recording live={live} />
          </main>
        ) : null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  );
};
const agreements = () =>
  sent.map(({ method, path, body }) => [`${method} ${path}`, JSON.parse(body ?? '{}')]);

test('the watcher of a private show is asked before it is recorded, and agrees by a press', async () => {
  const screen = await show('asked', 'davi');
  await expect.element(screen.getByRole('alert').getByText(ASKED)).toBeVisible();
  expect(screen.getByText(m.live_recording()).elements()).toEqual([]);
  await screen.getByRole('button', { name: m.live_record_agree() }).click();
  await expect.poll(agreements).toEqual([['PUT /lives/l1/recording/agreement', { agreed: true }]]);
});

test('the watcher of a private show refuses its recording by a press', async () => {
  const screen = await show('asked', 'davi');
  await screen.getByRole('button', { name: m.live_record_refuse() }).click();
  await expect.poll(agreements).toEqual([['PUT /lives/l1/recording/agreement', { agreed: false }]]);
});

test('the producer of a private show reads that its recording waits, and can’t answer for its watcher', async () => {
  const screen = await show('asked', 'iris');
  await expect.element(screen.getByRole('status')).toHaveTextContent(m.live_record_waiting());
  expect(screen.getByRole('alert').elements()).toEqual([]);
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('the watcher of a recorded private show sees so, and takes the consent back by a press', async () => {
  const screen = await show('on', 'davi');
  await expect.element(screen.getByRole('status')).toHaveTextContent(m.live_recording());
  await screen.getByRole('button', { name: m.live_record_disagree() }).click();
  await expect.poll(agreements).toEqual([['PUT /lives/l1/recording/agreement', { agreed: false }]]);
});

test.each([
  ['the producer of a private show', 'iris', {}],
  ['a spy of a private show', 'ana', { privateWatcherId: null, entered: 'spy' }],
  ['a watcher of a party', 'davi', { type: '2', privateWatcherId: null }],
] as const)('%s sees that it is recorded, without a button', async (_, viewer, part) => {
  const screen = await show('on', viewer, part);
  await expect.element(screen.getByRole('status')).toHaveTextContent(m.live_recording());
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('nothing is said about recording while a show is not recorded', async () => {
  const screen = await show('off', 'davi');
  await expect.element(screen.getByRole('main')).toBeInTheDocument();
  expect(screen.getByRole('main').element().textContent).toBe('');
});

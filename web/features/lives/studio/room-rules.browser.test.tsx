// The dialog of a room's rules: who may write, how often, and who is restricted.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import type { Room } from '../room/queries.ts';
import { RoomRules } from './RoomRules.tsx';

const ROOM = { id: 'l1', settings: { slowSeconds: 0, audience: 'everyone' } } as Room;

let sent: WireRequest[];
let restrictions: object[];
let saved: Promise<void>;

beforeEach(() => {
  sent = [];
  restrictions = [];
  saved = Promise.resolve();
  installTransport(async (request) => {
    if (request.method === 'GET')
      return { status: 200, body: { success: true, data: restrictions } };
    sent.push(request);
    if (request.method === 'DELETE') restrictions = [];
    await saved;
    return { status: 200, body: { success: true, data: null } };
  });
});
const requests = () =>
  sent.map(({ method, path, body }) => ({
    call: `${method} ${path}`,
    body: body === undefined ? null : JSON.parse(body),
  }));

const show = async (onClose = () => {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RoomRules room={ROOM} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('two rules of a room are each saved when they are chosen, and keep each other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  saved = promise;
  const screen = await show();
  await userEvent.selectOptions(screen.getByLabelText('Quem escreve'), 'followers');
  await userEvent.selectOptions(screen.getByLabelText('Modo lento'), '5');
  await expect.poll(requests).toEqual([
    { call: 'PUT /lives/room/settings', body: { slowSeconds: 0, audience: 'followers' } },
    { call: 'PUT /lives/room/settings', body: { slowSeconds: 5, audience: 'followers' } },
  ]);
  await expect.element(screen.getByLabelText('Quem escreve')).toHaveValue('followers');
  resolve();
});

test('a restriction is lifted by its button and leaves the list', async () => {
  restrictions = [
    { profileId: 'malu', profile: { exibitionName: 'Malu' }, kind: 'mute', until: null },
  ];
  const screen = await show();
  const lift = screen.getByRole('button', { name: /Malu/ });
  await userEvent.click(lift);
  await expect.element(lift).not.toBeInTheDocument();
  expect(requests().map(({ call }) => call)).toEqual([
    'DELETE /lives/l1/restrictions/malu?kind=mute',
  ]);
});

test('refused words and hidden places hold in a room, and open beside the show', async () => {
  const screen = await show();
  for (const [name, path] of [
    [m.chat_blocked_words(), '/options'],
    [m.menu_geoblocking(), '/settings/geoblocking'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    await expect.element(link).toHaveAttribute('href', path);
    await expect.element(link).toHaveAttribute('target', '_blank');
  }
});

test('the rules close by the Escape key', async () => {
  const onClose = vi.fn<() => void>();
  const screen = await show(onClose);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
});

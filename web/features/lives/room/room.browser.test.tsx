// The chat of a room: messages that are written, refused and read out, and who may do what about
// them.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { liveKeys } from '../keys.ts';
import { realtime } from '../realtime.ts';
import { Chat, useRoomMessages } from './Chat.tsx';
import { captionOf } from './ChatCaptions.tsx';
import { ChatWriting } from './ChatWriting.tsx';
import { addMessage, removeMessages } from './room-messages.ts';
import type { RoomMessage, RoomMessages, Room } from './queries.ts';
import { useOutgoingMessages } from './use-outgoing-messages.ts';
import { Watchers } from './Watchers.tsx';

const message = (id: string, name: string, part: object = {}): RoomMessage =>
  ({
    id,
    clientKey: null,
    profile: {
      id: name,
      domainName: name.toLowerCase(),
      exibitionName: name,
      profileImage: null,
      producer: false,
      marks: [],
    },
    text: `Oi de ${name}`,
    tip: null,
    createdAt: new Date().toISOString(),
    ...part,
  }) as unknown as RoomMessage;

const ROOM = {
  id: 'l1',
  role: 'watcher',
  settings: { slowSeconds: 0, audience: 'everyone' },
  writing: { refusal: null },
  pinned: null,
  menu: [],
  watchers: 3,
  tips: { total: 0, count: 0, leaderboard: [] },
} as unknown as Room;

let sent: WireRequest[];
let stored: RoomMessage[];
let refused: number;

beforeEach(() => {
  sent = [];
  stored = [message('m1', 'Malu')];
  refused = 0;
  installTransport(async (request) => {
    if (request.method === 'GET')
      return { status: 200, body: { success: true, data: stored, cursor: null } };
    sent.push(request);
    if (refused > 0) {
      refused -= 1;
      return {
        status: 429,
        body: { success: false, code: 'live.slowMode', message: 'Espere um pouco.' },
      };
    }
    const { text } = JSON.parse(request.body ?? '{}') as { text: string };
    const clientKey = request.headers['idempotency-key'];
    return {
      status: 200,
      body: { success: true, data: message(`own${sent.length}`, 'Eu', { text, clientKey }) },
    };
  });
});

const Panel = ({ room }: { room: Room }) => {
  const sending = useOutgoingMessages('l1', useRoomMessages('l1', true).messages);
  return (
    <>
      <Chat liveId="l1" room={room} sending={sending} />
      <ChatWriting room={room} onSend={sending.send} />
    </>
  );
};

const show = async (part: object = {}) => {
  const client = new QueryClient();
  const room = { ...ROOM, ...part } as Room;
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <Panel room={room} /> : null),
    },
  ]);
  const page = await render(
    <QueryClientProvider client={client}>
      <Stub />
    </QueryClientProvider>,
  );
  const hear = (one: RoomMessage) =>
    client.setQueryData<RoomMessages>(
      liveKeys.messages('l1'),
      (messages) => messages && addMessage(messages, one),
    );
  const remove = (id: string) =>
    client.setQueryData<RoomMessages>(
      liveKeys.messages('l1'),
      (messages) => messages && removeMessages(messages, [id]),
    );
  /** What the room hears: who came, and how many left. */
  const presence = (names: string[], left?: number, joinedCount = names.length) =>
    realtime(client).lives?.({
      success: true,
      data: {
        id: 'l1',
        watchers: 3,
        joined: names.map((name) => ({ domainName: name.toLowerCase(), exibitionName: name })),
        joinedCount,
        ...(left !== undefined && { left }),
      },
    });
  return { page, hear, remove, presence };
};

test('a message is shown while it is sent, and once when the room hears it', async () => {
  const { page, hear } = await show();
  await page.getByLabelText('Escreva no show').fill('Boa noite!');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Boa noite!')).toBeVisible();
  await expect.poll(() => sent.length).toBe(1);
  hear(
    message('own1', 'Eu', { text: 'Boa noite!', clientKey: sent[0]?.headers['idempotency-key'] }),
  );
  await expect.element(page.getByRole('button', { name: 'Eu' })).toBeVisible();
  expect(page.getByText('Boa noite!').elements()).toHaveLength(1);
});

test('an own message that a moderator deletes is gone, and is not shown as being sent', async () => {
  const { page, remove } = await show();
  await page.getByLabelText('Escreva no show').fill('Com palavrão');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Eu' })).toBeVisible();
  remove('own1');
  await expect.poll(() => page.getByText('Com palavrão').elements()).toEqual([]);
});

test('a refused message stays with its reason, and is sent again with the same key', async () => {
  refused = 1;
  const { page } = await show();
  await page.getByLabelText('Escreva no show').fill('Oi');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Espere um pouco.')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]?.headers['idempotency-key']).toBe(sent[1]?.headers['idempotency-key']);
});

test('slow mode counts down before the next message', async () => {
  const { page } = await show({ settings: { slowSeconds: 60, audience: 'everyone' } });
  await page.getByLabelText('Escreva no show').fill('Um');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/Modo lento: espere \d+ s/)).toBeVisible();
  await page.getByLabelText('Escreva no show').fill('Dois');
  await userEvent.keyboard('{Enter}');
  expect(sent).toHaveLength(1);
});

test('a viewer who may not write reads why', async () => {
  const { page } = await show({ writing: { refusal: 'live.followersOnly' } });
  await expect.element(page.getByText('Só quem segue o perfil escreve')).toBeVisible();
  await expect.element(page.getByLabelText('Escreva no show')).toBeDisabled();
});

test('a watcher has no tools about others, a moderator has them, and not about the performer', async () => {
  const watcher = await show();
  await watcher.page.getByRole('button', { name: 'Malu' }).click();
  await expect.element(watcher.page.getByRole('dialog')).toBeVisible();
  expect(watcher.page.getByRole('button', { name: 'Silenciar neste show' }).elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await watcher.page.unmount();

  stored = [
    message('m1', 'Malu'),
    message('m2', 'Íris', { profile: { ...message('x', 'Íris').profile, marks: ['producer'] } }),
  ];
  const moderator = await show({ role: 'moderator' });
  await moderator.page.getByRole('button', { name: /^Íris/ }).click();
  await expect
    .element(moderator.page.getByRole('button', { name: 'Fixar a mensagem' }))
    .toBeVisible();
  expect(moderator.page.getByRole('button', { name: 'Silenciar neste show' }).elements()).toEqual(
    [],
  );
  await userEvent.keyboard('{Escape}');
  await moderator.page.getByRole('button', { name: 'Malu' }).click();
  await moderator.page.getByRole('button', { name: 'Silenciar neste show' }).click();
  await expect
    .poll(() => sent.map(({ method, path, body }) => `${method} ${path} ${body ?? ''}`))
    .toContain('PUT /lives/l1/restrictions/Malu {"kind":"mute"}');
});

test('a moderator unpins the message above the chat, and a watcher can’t', async () => {
  const pinned = message('m1', 'Malu', { text: 'Regras da casa' });
  const watcher = await show({ pinned });
  await expect.element(watcher.page.getByText(/Regras da casa/)).toBeVisible();
  expect(watcher.page.getByRole('button', { name: 'Desafixar a mensagem' }).elements()).toEqual([]);
  await watcher.page.unmount();
  const { page } = await show({ role: 'moderator', pinned });
  await page.getByRole('button', { name: 'Desafixar a mensagem' }).click();
  await expect
    .poll(() => sent.map(({ method, path, body }) => `${method} ${path} ${body ?? ''}`))
    .toEqual(['PUT /lives/l1/pinned {"messageId":null}']);
});

test('screen readers hear the newest messages, and how many came before them', () => {
  const messages = ['f', 'e', 'd', 'c', 'b', 'a'].map((id) => message(id, id.toUpperCase()));
  expect(captionOf(messages, 'e')).toBe('F, Oi de F');
  expect(captionOf(messages, 'a')).toBe(
    'Mais 2 mensagens antes. D, Oi de D. E, Oi de E. F, Oi de F',
  );
  // A tip is read out by its toast, once.
  const tip = message('g', 'Malu', {
    text: 'Para você',
    tip: { value: 1_000, item: null, goalId: null, done: false },
  });
  expect(captionOf([tip, ...messages], 'e')).toBe('F, Oi de F');
});

test('people who come into the room are named for a moment, with how many left it', async () => {
  const { page, presence } = await show();
  await expect.element(page.getByText('Oi de Malu')).toBeVisible();
  presence(['Davi']);
  await expect.element(page.getByText('Davi entrou')).toBeVisible();
  presence(['Ana', 'Beto', 'Caio'], 1);
  await expect
    .element(page.getByText('Ana e mais 2 pessoas entraram · 1 pessoa saiu'))
    .toBeVisible();
  expect(page.getByText('Davi entrou').elements()).toEqual([]);
  presence([], 4);
  await expect.element(page.getByText('4 pessoas saíram')).toBeVisible();
  expect(page.getByText('Ana').elements()).toEqual([]);
});

test('people who come are counted beyond their names, and in a large room without any name', async () => {
  const { page, presence } = await show();
  await expect.element(page.getByText('Oi de Malu')).toBeVisible();
  presence(['Ana', 'Beto'], undefined, 7);
  await expect.element(page.getByText('Ana e mais 6 pessoas entraram')).toBeVisible();
  presence([], 3, 40);
  await expect.element(page.getByText('40 pessoas entraram · 3 pessoas saíram')).toBeVisible();
  presence([], undefined, 1);
  await expect.element(page.getByText('1 pessoa entrou')).toBeVisible();
});

test('a producer chooses from the list of people what happens to one who never wrote', async () => {
  const client = new QueryClient();
  const [person] = [message('x', 'Malu')].map(({ profile }) => profile);
  client.setQueryData(liveKeys.watchers('l1'), { data: [person], total: 1 });
  client.setDefaultOptions({ queries: { staleTime: Infinity } });
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () => <Watchers liveId="l1" roomRole="producer" />,
    },
  ]);
  const screen = await render(
    <QueryClientProvider client={client}>
      <Stub />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Malu' }).click();
  await screen.getByRole('button', { name: 'Silenciar neste show' }).click();
  await expect
    .poll(() => sent.map(({ path }) => path))
    .toEqual([expect.stringContaining('restrictions')]);
});

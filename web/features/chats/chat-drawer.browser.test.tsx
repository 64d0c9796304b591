// The drawer opens the conversation that was open there last: conversation and messages are asked
// for at once.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../client/api/api.ts';
import ChatDrawer from './ChatDrawer.tsx';
import { saveLastConversation, lastConversation } from './last-conversation.ts';

let asked: string[];

beforeEach(() => {
  asked = [];
  // Nothing is answered: what is asked for does not wait for an answer.
  installTransport((request) => {
    asked.push(`${request.method} ${request.path.split('?')[0]}`);
    return new Promise(() => {});
  });
});
afterEach(() => saveLastConversation(null));

const show = () => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <ChatDrawer onClose={() => {}} /> : null),
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={['/']} />
    </QueryClientProvider>,
  );
};

test('the conversation that was open last is asked for with its messages, beside the list', async () => {
  saveLastConversation('iris');
  await show();
  await expect
    .poll(() => asked)
    .toEqual(expect.arrayContaining(['GET /chats', 'GET /chats/iris', 'GET /chats/iris/messages']));
});

test('the drawer opens the list when no room was open', async () => {
  expect(lastConversation()).toBeNull();
  const screen = await show();
  await expect.element(screen.getByRole('searchbox')).toBeVisible();
  await expect.poll(() => asked).toContain('GET /chats');
  expect(asked.filter((call) => call.includes('iris'))).toEqual([]);
});

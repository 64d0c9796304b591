// Calls in the browser: the modal and its queue, accepting, and the answer to one's own call.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { installNavigation } from '../../../client/navigation.ts';
import { Calls } from './Calls.tsx';
import { clearCalls, dismissAccepted, receiveAccepted, receiveCall } from './incoming.ts';

let sent: WireRequest[];

beforeEach(() => {
  sent = [];
  clearCalls();
  dismissAccepted();
  installTransport(async (request) => {
    sent.push(request);
    return { status: 200, body: { success: true, data: null } };
  });
});

const show = (path = '/') => {
  const router = createMemoryRouter([{ path: '*', element: <Calls /> }], {
    initialEntries: [path],
  });
  installNavigation((to) => void router.navigate(to as string));
  return {
    router,
    screen: render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  };
};

const calling = (name: string, type: '2' | '3' = '3', action: 'call' | 'cancel' = 'call') =>
  receiveCall({
    id: `c-${name}`,
    profileId: name,
    domainName: name,
    exibitionName: name,
    balance: 5_000,
    type,
    action,
  });

test('a call opens the modal, others wait behind it, and closing shows the next one', async () => {
  const { screen } = show();
  const page = await screen;
  calling('Malu');
  calling('Beto', '2');
  calling('Malu');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Malu', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/Pode gastar até R\$\s50,00/)).toBeVisible();
  await expect.element(dialog.getByText('Mais 1 chamada esperando')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByText('Beto', { exact: true })).toBeVisible();
  calling('Beto', '2', 'cancel');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('accepting goes to the studio with the caller and the kind of show, and clears the queue', async () => {
  const { screen, router } = show();
  const page = await screen;
  calling('Malu');
  calling('Beto');
  await page.getByRole('button', { name: 'Aceitar' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/live?callForChat=Malu&chatType=3',
  );
});

test('declining tells the caller', async () => {
  const page = await show().screen;
  calling('Malu');
  await page.getByRole('button', { name: 'Recusar' }).click();
  await expect
    .poll(() => sent.map(({ method, path }) => `${method} ${path}`))
    .toContain('POST /lives/calls/c-Malu/decline');
});

const accepted = () =>
  receiveAccepted({
    liveId: 'l1',
    profileId: 'iris',
    domainName: 'irisveludo',
    exibitionName: 'Íris Veludo',
    type: '3',
  });

test('an accepted call asks to enter, and entering leads to the show', async () => {
  const { screen, router } = show('/chats');
  const page = await screen;
  accepted();
  await expect
    .element(page.getByRole('alertdialog').getByText('Íris Veludo aceitou a sua chamada.'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Entrar' }).click();
  expect(router.state.location.pathname).toBe('/irisveludo/live');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('a caller who is with the producer already is not asked', async () => {
  const page = await show('/irisveludo').screen;
  accepted();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0);
});

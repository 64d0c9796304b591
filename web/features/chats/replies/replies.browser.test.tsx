// Saved replies in a browser: inserting one by keyboard, and writing a new one.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { userEvent } from 'vitest/browser';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { MessageBox } from '../compose/MessageBox.tsx';
import RepliesDialog from './RepliesDialog.tsx';
import { ReplyList } from './ReplyList.tsx';
import { useReplyPicker } from './use-reply-picker.ts';

const REPLIES = [
  { id: 'r1', title: 'Boas-vindas', text: 'Oi, {nome}! Que bom ver você.' },
  { id: 'r2', title: 'Preço', text: 'Custa R$ 20,00, {nome}.' },
];

let saved: WireRequest[];
/** How many of the next requests to save are refused. */
let refused: number;
let sent: string[];

beforeEach(() => {
  saved = [];
  refused = 0;
  sent = [];
  installTransport(async (request) => {
    if (request.method === 'GET') return { status: 200, body: { success: true, data: REPLIES } };
    saved.push(request);
    if (refused === 0) return { status: 200, body: { success: true, data: {} } };
    refused -= 1;
    return { status: 500, body: { success: false, errors: [] } };
  });
});

const Box = () => {
  const [text, setText] = useState('');
  const picker = useReplyPicker({ enabled: true, text, name: 'Malu', onInsert: setText });
  return (
    <>
      <ReplyList picker={picker} onManage={() => {}} />
      <MessageBox
        ref={null}
        label="Mensagem"
        placeholder=""
        text={text}
        onText={setText}
        onSend={() => sent.push(text)}
        onEscape={() => {}}
        picker={picker}
      />
    </>
  );
};

const show = (what: 'box' | 'dialog') => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? (
          what === 'box' ? (
            <Box />
          ) : (
            <RepliesDialog onClose={() => {}} />
          )
        ) : null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  );
};

test('a saved reply is chosen by keyboard after "/", with the name filled in, and sent by Enter', async () => {
  const screen = await show('box');
  const box = screen.getByRole('textbox', { name: 'Mensagem' });
  await box.click();
  await userEvent.keyboard('//');
  await expect.element(screen.getByRole('option')).not.toBeInTheDocument();
  await userEvent.keyboard('{Backspace}');
  await expect
    .element(screen.getByRole('option', { name: /Boas-vindas/ }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect
    .element(screen.getByRole('option', { name: /Preço/ }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveValue('Custa R$ 20,00, Malu.');
  expect(sent).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual(['Custa R$ 20,00, Malu.']);
});

test('Esc closes the list of saved replies, and a text that begins with "/" is sent as it is', async () => {
  const screen = await show('box');
  await screen.getByRole('textbox', { name: 'Mensagem' }).click();
  await userEvent.keyboard('/pre');
  await expect.element(screen.getByRole('option', { name: /Preço/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual(['/pre']);
});

test('a new reply needs a name and a text, and is saved once although it is tried again', async () => {
  const screen = await show('dialog');
  await screen.getByRole('button', { name: 'Nova resposta' }).click();
  const save = screen.getByRole('button', { name: 'Salvar resposta' });
  await save.click();
  await expect.element(screen.getByText('Dê um nome à resposta.')).toBeVisible();
  await expect.element(screen.getByText('Escreva o texto.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Nome' }).fill(' Obrigada ');
  await screen.getByRole('textbox', { name: 'Texto' }).fill('Obrigada, {nome}!');
  refused = 1;
  await save.click();
  await expect.poll(() => saved.length).toBe(1);
  await expect.element(save).toBeEnabled();
  await save.click();
  await expect.poll(() => saved.length).toBe(2);
  expect(saved.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { title: 'Obrigada', text: 'Obrigada, {nome}!' },
    { title: 'Obrigada', text: 'Obrigada, {nome}!' },
  ]);
  expect(new Set(saved.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

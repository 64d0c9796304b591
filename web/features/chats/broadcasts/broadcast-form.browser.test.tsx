// The form of a mass message in a browser: the count before sending, and the request.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { BroadcastForm } from './BroadcastForm.tsx';

const LIST_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

type Body = { include: unknown[]; exclude: unknown[]; message?: string; sendAt?: string };
const bodyOf = ({ body }: WireRequest) => JSON.parse(body ?? '{}') as Body;

let sent: WireRequest[];
let counted: Body[];
/** How many of the next messages are refused. */
let refused: number;

beforeEach(() => {
  sent = [];
  counted = [];
  refused = 0;
  installTransport(async (request) => {
    const reply = (data: unknown) => ({ status: 200, body: { success: true, data } });
    if (request.path === '/lists') return reply([{ id: LIST_ID, name: 'Clube', rule: null }]);
    if (request.path === '/lists/count') {
      counted.push(bodyOf(request));
      return reply({
        count: bodyOf(request).exclude.length > 0 ? 1 : 42,
        complete: true,
        fewerThan: null,
      });
    }
    if (request.method === 'GET') return reply([]);
    sent.push(request);
    if (refused === 0) return reply({});
    refused -= 1;
    return { status: 500, body: { success: false, errors: [] } };
  });
});

const show = (props: object = {}) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/chats/broadcasts',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? <BroadcastForm {...props} onClose={() => {}} /> : null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={['/chats/broadcasts']} />
    </QueryClientProvider>,
  );
};

test('a mass message is sent to the chosen rules and lists, whose people were counted before', async () => {
  const screen = await show();
  const send = screen.getByRole('button', { name: /^Enviar/ });
  await send.click();
  await expect.element(screen.getByText('Escolha pelo menos um grupo.')).toBeVisible();
  await expect.element(screen.getByText('Escreva um texto ou anexe uma mídia.')).toBeVisible();
  expect(sent).toEqual([]);

  const subscribers = screen.getByRole('checkbox', { name: 'Assinantes', exact: true });
  await expect.element(subscribers).toHaveAccessibleDescription('42 pessoas');
  await subscribers.click();
  await screen.getByRole('checkbox', { name: 'Clube' }).click();
  await expect.element(screen.getByText('42 pessoas recebem')).toBeVisible();
  await screen.getByText('Não enviar para').first().click();
  await screen
    .getByRole('group', { name: 'Não enviar para' })
    .getByRole('checkbox', { name: 'Quem está online agora' })
    .click();
  await expect.element(screen.getByText('1 pessoa recebe')).toBeVisible();
  const selection = {
    include: [{ kind: 'subscribers' }, { kind: 'list', id: LIST_ID }],
    exclude: [{ kind: 'online' }],
  };
  expect(counted.at(-1)).toEqual(selection);

  await screen.getByRole('textbox', { name: 'Mensagem' }).fill(' Tem ensaio novo! ');
  refused = 1;
  await expect.element(send).toHaveTextContent('Enviar para 1 pessoa');
  await send.click();
  const question = screen.getByRole('dialog', { name: 'Enviar agora?' });
  expect(sent).toEqual([]);
  const yes = question.getByRole('button', { name: 'Enviar para 1 pessoa' });
  await yes.click();
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(send).toBeEnabled();
  await send.click();
  await yes.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /chats/many',
    'POST /chats/many',
  ]);
  expect(sent.map(bodyOf)).toEqual([
    { ...selection, message: 'Tem ensaio novo!' },
    { ...selection, message: 'Tem ensaio novo!' },
  ]);
  // Trying again after a failure sends it once.
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('the place of the name is put where the text is being written', async () => {
  const screen = await show();
  const text = screen.getByRole('textbox', { name: 'Mensagem' });
  await text.fill('Oi, !');
  const field = text.element() as HTMLTextAreaElement;
  field.setSelectionRange(4, 4);
  await screen.getByRole('button', { name: 'Inserir {nome}' }).click();
  await expect.element(text).toHaveValue('Oi, {nome}!');
  expect([document.activeElement, field.selectionStart]).toEqual([field, 10]);
});

test('a mass message for later carries its instant in UTC, and one in the past is not sent', async () => {
  const screen = await show();
  await screen.getByRole('checkbox', { name: 'Seguidores' }).click();
  await screen.getByRole('textbox', { name: 'Mensagem' }).fill('Oi');
  await screen.getByRole('checkbox', { name: 'Agendar o envio' }).click();
  const when = screen.getByLabelText('Data e hora');
  await when.fill('2020-01-01T20:00');
  await screen.getByRole('button', { name: 'Agendar', exact: true }).click();
  await expect.element(screen.getByText('Escolha uma data que ainda não passou.')).toBeVisible();
  expect(sent).toEqual([]);
  const year = new Date().getUTCFullYear() + 1;
  await when.fill(`${year}-01-10T20:00`);
  await screen.getByRole('button', { name: 'Agendar', exact: true }).click();
  await expect
    .poll(() => sent.map((one) => bodyOf(one).sendAt))
    .toEqual([`${year}-01-10T23:00:00.000Z`]);
});

const BROADCAST = {
  id: LIST_ID,
  state: 'scheduled',
  include: [{ kind: 'subscribers' }],
  exclude: [],
  message: 'Oi',
  medias: [{ id: 'm1', contentType: 'image/jpeg', name: 'foto.jpg', status: 'processed' }],
  free: [],
  price: 2_000,
  prices: [{ for: { kind: 'followers' }, price: 1_500 }],
  lockText: false,
  sendAt: `${new Date().getUTCFullYear() + 1}-01-10T23:00:00.000Z`,
  resendOf: null,
  editable: true,
  stopped: null,
};

test('a scheduled mass message is changed with its receivers, instant and prices of groups', async () => {
  const screen = await show({ broadcast: BROADCAST });
  await screen.getByRole('textbox', { name: 'Mensagem' }).fill('Oi de novo');
  await screen.getByRole('button', { name: 'Outro preço para um grupo' }).click();
  const save = screen.getByRole('button', { name: 'Salvar mensagem' });
  await save.click();
  expect(sent).toEqual([]);
  await screen.getByLabelText('Preço do grupo').nth(1).fill('900');
  await save.click();
  await expect.poll(() => sent.length).toBe(1);
  expect([sent[0]?.method, sent[0]?.path]).toEqual(['PUT', `/chats/broadcasts/${LIST_ID}`]);
  expect(bodyOf(sent[0] as WireRequest)).toEqual({
    message: 'Oi de novo',
    medias: [{ id: 'm1' }],
    price: 2_000,
    lockText: false,
    free: [],
    include: BROADCAST.include,
    exclude: [],
    sendAt: BROADCAST.sendAt,
    prices: [...BROADCAST.prices, { for: { kind: 'list', id: LIST_ID }, price: 900 }],
  });
});

test('only the content of a sent mass message can be changed', async () => {
  const screen = await show({ broadcast: { ...BROADCAST, state: 'sent' } });
  await expect.element(screen.getByText(/A mudança vale para todos/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Assinantes' }).elements()).toEqual([]);
  await screen.getByRole('textbox', { name: 'Mensagem' }).fill('Corrigida');
  await screen.getByRole('button', { name: 'Salvar mensagem' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(bodyOf(sent[0] as WireRequest)).toEqual({
    message: 'Corrigida',
    medias: [{ id: 'm1' }],
    price: 2_000,
    lockText: false,
    free: [],
    prices: BROADCAST.prices,
  });
});

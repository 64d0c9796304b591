// The form of an automation in a browser: what it refuses, what it sends, and that changing keeps
// the media.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { AutomationForm } from './AutomationForm.tsx';
import { AutomationRow } from './AutomationRow.tsx';
import type { Automation } from './queries.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

let sent: WireRequest[];
/** How many of the next automations are refused. */
let refused: number;

beforeEach(() => {
  sent = [];
  refused = 0;
  installTransport(async (request) => {
    if (request.path === '/lists')
      return { status: 200, body: { success: true, data: [LIST, PLACE] } };
    if (request.method === 'GET') return { status: 200, body: { success: true, data: [] } };
    sent.push(request);
    if (refused === 0) return { status: 200, body: { success: true, data: {} } };
    refused -= 1;
    return { status: 500, body: { success: false, errors: [] } };
  });
});

const bodies = () => sent.map(({ body }) => JSON.parse(body ?? 'null') as unknown);

const show = (Part: () => React.ReactNode) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/chats/automations',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <Part /> : null),
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={['/chats/automations']} />
    </QueryClientProvider>,
  );
};

const LIST = { id: '01890a5d-ac96-774b-bcce-b302099a8060', name: 'Clube', rule: null };
const PLACE = { ...LIST, id: 'lugar', name: 'Bahia', rule: { kind: 'place', country: 'BR' } };

const AUTOMATION = {
  id: ID,
  trigger: 'birthday',
  period: 3,
  repeats: true,
  delayMinutes: 2_880,
  message: 'Obrigada, {nome}!',
  price: 1_500,
  free: [1],
  listId: LIST.id,
  enabled: true,
  medias: ['01890a5d-ac96-774b-bcce-b302099a8058', '01890a5d-ac96-774b-bcce-b302099a8059'].map(
    (id) => ({ id, contentType: 'image/jpeg', mdThumb: null, name: null, loops: false }),
  ),
  sent: 2,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
} as unknown as Automation;

test('an automation is refused without a text or with half a day of silence, and is created once', async () => {
  const screen = await show(() => <AutomationForm automation={null} onClose={() => {}} />);
  await screen.getByRole('combobox', { name: 'Quando' }).selectOptions('silence');
  await screen.getByRole('spinbutton', { name: /^Dias desde/ }).fill('0.5');
  await screen.getByRole('button', { name: 'Criar automação' }).click();
  await expect.element(screen.getByText('Digite um número inteiro de 1 a 365.')).toBeVisible();
  await expect.element(screen.getByText('Escreva um texto ou anexe uma mídia.')).toBeVisible();
  expect(sent).toEqual([]);

  await screen.getByRole('spinbutton', { name: /^Dias desde/ }).fill('7');
  await screen.getByRole('spinbutton', { name: /^Esperar/ }).fill('2');
  await screen.getByRole('combobox', { name: 'Unidade' }).selectOptions('hours');
  await screen.getByRole('textbox', { name: 'Mensagem' }).fill(' Sumiu, {nome}? ');
  refused = 1;
  await screen.getByRole('button', { name: 'Criar automação' }).click();
  await expect.poll(() => sent.length).toBe(1);
  await screen.getByRole('button', { name: 'Criar automação' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toMatchObject({ method: 'POST', path: '/chats/automations' });
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(bodies()[1]).toEqual({
    trigger: 'silence',
    period: 7,
    repeats: false,
    delayMinutes: 120,
    message: 'Sumiu, {nome}?',
    medias: [],
    price: null,
    free: [],
    listId: null,
    enabled: true,
  });
});

test('changing an automation keeps its media, their price and which of them are free', async () => {
  const screen = await show(() => <AutomationForm automation={AUTOMATION} onClose={() => {}} />);
  await expect.element(screen.getByRole('spinbutton', { name: /^Esperar/ })).toHaveValue(2);
  const list = screen.getByRole('combobox', { name: 'Para quem' });
  await expect.element(list).toHaveValue(LIST.id);
  // A list by places would tell where single people live.
  await expect
    .poll(() =>
      list
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Todos a quem isso acontece', 'Clube']);
  await screen.getByRole('textbox', { name: 'Mensagem' }).fill('Obrigada!');
  await screen.getByRole('button', { name: 'Salvar automação' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toMatchObject({ method: 'PUT', path: `/chats/automations/${ID}` });
  expect(bodies()[0]).toEqual({
    trigger: 'birthday',
    period: 3,
    repeats: true,
    delayMinutes: 2_880,
    message: 'Obrigada!',
    medias: AUTOMATION.medias.map(({ id }) => ({ id })),
    price: 1_500,
    free: [1],
    listId: LIST.id,
    enabled: true,
  });
});

test('an automation says when it sends, and switching it off changes nothing else of it', async () => {
  const screen = await show(() => <AutomationRow automation={AUTOMATION} onLog={() => {}} />);
  await expect.element(screen.getByText('A cada 3 meses de assinatura')).toBeVisible();
  await expect
    .element(screen.getByText('2 dias depois · só para a lista Clube · 2 envios'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Desligar' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(bodies()[0]).toMatchObject({
    trigger: 'birthday',
    delayMinutes: 2_880,
    message: 'Obrigada, {nome}!',
    medias: AUTOMATION.medias.map(({ id }) => ({ id })),
    free: [1],
    price: 1_500,
    listId: LIST.id,
    enabled: false,
  });
});

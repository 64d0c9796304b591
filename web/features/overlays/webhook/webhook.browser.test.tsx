// A producer sets a webhook, sees its secret once, tests it, and sees how deliveries ended.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { realtime } from '../realtime.ts';
import { TestEvent } from '../TestEvent.tsx';
import { Webhook } from './Webhook.tsx';

const AT = '2026-01-15T12:00:00.000Z';
const SECRET = 'whsec_c2VncmVkbw==';

let webhook: { url: string } | null;
let deliveries: object[];
let sent: WireRequest[];
let refusal: object | null;

beforeEach(() => {
  webhook = null;
  deliveries = [];
  sent = [];
  refusal = null;
  installTransport(async (request) => {
    if (request.method !== 'GET') sent.push(request);
    if (request.method === 'PUT' && refusal) return { status: 400, body: refusal };
    const isNew = webhook === null;
    if (request.method === 'PUT')
      webhook = { url: (JSON.parse(request.body ?? '{}') as { url: string }).url };
    if (request.method === 'DELETE') webhook = null;
    const saved = webhook && {
      ...webhook,
      state: 'active',
      createdAt: AT,
      rotatedAt: null,
      formerSecretUntil: null,
    };
    const data = request.path.endsWith('/deliveries')
      ? deliveries
      : request.method === 'PUT'
        ? { ...saved, secret: isNew ? SECRET : null }
        : saved;
    return { status: 200, body: { success: true, data } };
  });
});

const show = async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await render(
    <QueryClientProvider client={client}>
      <TestEvent />
      <Webhook />
    </QueryClientProvider>,
  );
  return { screen, client };
};

test('a new webhook shows its secret, a test can be sent, and its deliveries appear', async () => {
  const { screen, client } = await show();
  const url = screen.getByLabelText('Endereço do webhook');
  await userEvent.fill(url, 'https://hooks.example.com/camarim');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar o endereço' }));
  await expect.element(screen.getByText(SECRET)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Enviar um teste' }));
  await expect
    .poll(() => sent.map(({ method, path }) => `${method} ${path}`))
    .toEqual(['PUT /overlays/webhook', 'POST /overlays/test']);
  const event = { id: 'e', type: 'test', timestamp: AT, data: {} };
  const common = { event, createdAt: AT, triedAt: AT };
  deliveries = [
    { ...common, id: '1', state: 'delivered', attempts: 1, status: 204, problem: null },
    { ...common, id: '2', state: 'failed', attempts: 9, status: null, problem: 'refused' },
  ];
  realtime(client).roomEvents?.({ success: true, data: { profileId: 'p' } });
  await expect.element(screen.getByText(/resposta 204/)).toBeVisible();
  await expect.element(screen.getByText(/o endereço não é público · 9 tentativas/)).toBeVisible();
  await expect.element(screen.getByText(SECRET)).toBeVisible();
});

test('an address that is refused is said beside the field', async () => {
  refusal = { success: false, code: 'webhook.urlRefused', message: 'Informe um endereço https.' };
  const { screen } = await show();
  const url = screen.getByLabelText('Endereço do webhook');
  await userEvent.fill(url, 'http://10.0.0.1/');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar o endereço' }));
  await expect.element(url).toHaveAccessibleDescription(/Informe um endereço https/);
  expect(webhook).toBeNull();
});

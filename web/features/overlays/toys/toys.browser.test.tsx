// A producer pairs a toy, sets what moves it, and stops or disconnects it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { realtime } from '../realtime.ts';
import { Toys } from './Toys.tsx';

const AT = '2026-01-15T12:00:00.000Z';
const PICTURE = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
const PAIRED = { at: AT, toys: [{ name: 'nora', online: true }], reachable: true };

let toy: {
  offered: boolean;
  paired: object | null;
  levels: object[];
  items: object[];
  menu: object[];
};
let sent: WireRequest[];

beforeEach(() => {
  toy = {
    offered: true,
    paired: null,
    levels: [],
    items: [],
    menu: [{ id: 'i1', label: 'Giro', price: 700 }],
  };
  sent = [];
  installTransport(async (request) => {
    const { method, path, body } = request;
    if (method !== 'GET') sent.push(request);
    if (method === 'DELETE') toy = { ...toy, paired: null };
    if (method === 'PUT') toy = { ...toy, ...(JSON.parse(body ?? '{}') as object) };
    const data = path.endsWith('/pairing')
      ? { picture: PICTURE, code: 'a1b2c3' }
      : path.endsWith('/test') || path.endsWith('/stop')
        ? { result: 'done' }
        : toy;
    return { status: 200, body: { success: true, data } };
  });
});

const show = async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await render(
    <QueryClientProvider client={client}>
      <Toys />
    </QueryClientProvider>,
  );
  return { screen, client };
};

test('the section says that toys are not offered without the account of the operator', async () => {
  toy = { ...toy, offered: false };
  const { screen } = await show();
  await expect.element(screen.getByText(/Este site não conecta brinquedos/)).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('a code is shown until the app reports its toy, which can then be stopped and disconnected', async () => {
  const { screen, client } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Parear um brinquedo' }));
  await expect.element(screen.getByRole('img', { name: 'Código QR do pareamento' })).toBeVisible();
  await expect.element(screen.getByText('a1b2c3')).toBeVisible();
  toy = { ...toy, paired: PAIRED };
  realtime(client).roomEvents?.({ success: true, data: { profileId: 'p' } });
  await expect.element(screen.getByText('nora')).toBeVisible();
  await expect.element(screen.getByText('a1b2c3')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Parar agora' }));
  await userEvent.click(screen.getByRole('button', { name: 'Desconectar' }));
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Desconectar' }));
  await expect.element(screen.getByRole('button', { name: 'Parear um brinquedo' })).toBeVisible();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /overlays/toy/pairing',
    'POST /overlays/toy/stop',
    'DELETE /overlays/toy',
  ]);
});

test('levels and items are saved as they were set', async () => {
  const { screen } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar um nível' }));
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar um nível' }));
  const strengths = screen.getByLabelText('Força (1 a 20)');
  await userEvent.fill(strengths.nth(1), '16');
  await userEvent.selectOptions(screen.getByLabelText('Acrescentar um item'), 'Giro');
  await userEvent.selectOptions(screen.getByLabelText('Movimento').nth(2), 'Girar');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar as regras' }));
  await expect.poll(() => sent.length).toBe(1);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    levels: [
      { from: 500, motion: 'vibrate', strength: 5, seconds: 5 },
      { from: 1_000, motion: 'vibrate', strength: 16, seconds: 5 },
    ],
    items: [{ itemId: 'i1', motion: 'rotate', strength: 5, seconds: 5 }],
  });
  await expect.element(screen.getByRole('button', { name: 'Salvar as regras' })).toBeDisabled();
});

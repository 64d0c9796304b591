// A producer's own tip menu: items are added, changed, put in order from the keyboard, and taken
// off.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import { OwnMenu } from './OwnMenu.tsx';

type Item = { id: string; label: string; price: number };

let menu: Item[];
let refusal: string | null;

beforeEach(() => {
  menu = [
    { id: 'a', label: 'Cantar', price: 1_000 },
    { id: 'b', label: 'Dançar', price: 2_000 },
    { id: 'c', label: 'Contar uma história', price: 3_000 },
  ];
  refusal = null;
  installTransport(async ({ method, path, body }) => {
    const sent = JSON.parse(body ?? '{}') as Partial<Item> & { itemIds: string[] };
    const id = path.split('/').at(-1);
    if (refusal !== null && method !== 'GET')
      return { status: 409, body: { success: false, code: 'live.tooManyItems', message: refusal } };
    if (method === 'POST') menu = [...menu, { id: 'd', ...sent } as unknown as Item];
    if (method === 'DELETE') menu = menu.filter((item) => item.id !== id);
    if (method === 'PUT' && id === 'menu')
      menu = sent.itemIds.flatMap((one) => menu.find((item) => item.id === one) ?? []);
    else if (method === 'PUT')
      menu = menu.map((item) => (item.id === id ? { ...item, ...sent } : item));
    return { status: 200, body: { success: true, data: menu } };
  });
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OwnMenu />
    </QueryClientProvider>,
  );
const labels = () => menu.map(({ label }) => label);

test('an item of the menu is changed, and the focus comes back to its button', async () => {
  const page = await show();
  await userEvent.click(page.getByRole('button', { name: m.live_menu_edit({ item: 'Dançar' }) }));
  const label = page.getByLabelText(m.live_menu_label());
  await expect.element(label).toHaveFocus();
  await userEvent.fill(label, 'Dançar samba');
  await userEvent.click(page.getByRole('button', { name: m.settings_save() }));
  const edit = page.getByRole('button', { name: m.live_menu_edit({ item: 'Dançar samba' }) });
  await expect.element(edit).toHaveFocus();
  expect(menu[1]).toMatchObject({ id: 'b', label: 'Dançar samba', price: 2_000 });
});

test('the menu is put in order by its buttons and from the keyboard', async () => {
  const page = await show();
  await userEvent.click(page.getByRole('button', { name: m.sort_later({ number: 1 }) }));
  await expect.poll(labels).toEqual(['Dançar', 'Cantar', 'Contar uma história']);
  const handle = page.getByRole('button', { name: m.sort_handle({ number: 3, total: 3 }) });
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard(' {ArrowUp}{ArrowUp} ');
  await expect.poll(labels).toEqual(['Contar uma história', 'Dançar', 'Cantar']);
});

test('an item is added, and one that is taken off leaves the focus on the menu', async () => {
  const page = await show();
  await userEvent.fill(page.getByLabelText(m.live_menu_label()), 'Mandar um beijo');
  await userEvent.click(page.getByRole('button', { name: m.live_menu_add() }));
  await expect.element(page.getByText(/a R\$\s10\.000,00\.$/)).toBeVisible();
  await userEvent.fill(page.getByLabelText(m.live_menu_price()), '500');
  await userEvent.click(page.getByRole('button', { name: m.live_menu_add() }));
  await expect.poll(() => menu.at(-1)).toMatchObject({ label: 'Mandar um beijo', price: 500 });
  await expect.element(page.getByLabelText(m.live_menu_label())).toHaveValue('');
  await userEvent.click(page.getByRole('button', { name: m.live_menu_delete({ item: 'Cantar' }) }));
  await expect.poll(labels).not.toContain('Cantar');
  await expect.element(page.getByRole('heading')).toHaveFocus();
});

test('a refusal of the menu is said beside the form that was sent', async () => {
  refusal = 'O menu tem no máximo 30 itens.';
  const page = await show();
  await userEvent.fill(page.getByLabelText(m.live_menu_label()), 'Mandar um beijo');
  await userEvent.fill(page.getByLabelText(m.live_menu_price()), '500');
  await userEvent.click(page.getByRole('button', { name: m.live_menu_add() }));
  await expect.element(page.getByRole('alert')).toHaveTextContent(refusal);
  await expect.element(page.getByLabelText(m.live_menu_label())).toHaveValue('Mandar um beijo');
});

// What was bought from the menu in a show: the producer sees it until it is done.
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { makeQueryClient } from '../../../client/query-client.ts';
import { m } from '../../../paraglide/messages.js';
import { realtime } from '../realtime.ts';
import { MenuSettings } from './MenuSettings.tsx';

const purchase = (id: string, label: string, name: string | null, message = '') => ({
  id,
  item: { id: `i-${id}`, label },
  value: 1_000,
  message,
  profile: name === null ? null : { id: name, exibitionName: name },
  doneAt: null,
});

let open: ReturnType<typeof purchase>[];
let sent: string[];
beforeEach(() => {
  open = [
    purchase('m1', 'Cantar', 'Malu', 'Aquela de sempre'),
    purchase('m2', 'Mandar um beijo', 'Davi'),
    purchase('m3', 'Dançar', null),
  ];
  sent = [];
  installTransport(async ({ method, path, body }) => {
    const done = /menu-purchases\/(\w+)$/.exec(path)?.[1];
    if (method === 'PUT') {
      sent.push(`${path} ${body}`);
      open = open.filter(({ id }) => id !== done);
    }
    const data = path.endsWith('/menu-purchases') ? open : [];
    return { status: 200, body: { success: true, data, cursor: null } };
  });
});

const show = async () => {
  const client = makeQueryClient();
  const screen = await render(
    <QueryClientProvider client={client}>
      <MenuSettings liveId="l1" />
    </QueryClientProvider>,
  );
  return { screen, events: realtime(client) };
};
const rows = (screen: Awaited<ReturnType<typeof show>>['screen']) =>
  screen
    .getByRole('button', { name: m.live_menu_mark() })
    .elements()
    .map((button) => button.previousElementSibling?.textContent);

test('what was bought is listed with who bought it and their words, and leaves the list when it is done', async () => {
  const { screen } = await show();
  await expect
    .poll(() => rows(screen))
    .toEqual(['CantarMalu: Aquela de sempre', 'Mandar um beijoDavi', 'Dançar']);
  await screen.getByRole('button', { name: m.live_menu_mark() }).nth(1).click();
  await expect.poll(() => rows(screen)).toEqual(['CantarMalu: Aquela de sempre', 'Dançar']);
  expect(sent).toEqual(['/lives/l1/menu-purchases/m2 {"done":true}']);
});

test('an item that is bought while the menu is open comes into the list', async () => {
  open = [];
  const { screen, events } = await show();
  await expect.element(screen.getByRole('heading', { name: m.live_menu_mine() })).toBeVisible();
  expect(screen.getByText(m.live_menu_open()).elements()).toEqual([]);
  open = [purchase('m4', 'Cantar', 'Ana')];
  const message = { id: 'm4', tip: { value: 1_000 }, profile: { id: 'ana' }, text: '' };
  events.liveMessages?.({ success: true, data: { id: 'l1', message } } as never);
  await expect.poll(() => rows(screen)).toEqual(['CantarAna']);
});

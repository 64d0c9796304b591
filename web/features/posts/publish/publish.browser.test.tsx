// When the composer and the edit dialog send a post, and what they send.
import { DAY_MS } from '@camarim/contract/time';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Toasts } from '../../../ui/overlays/Toasts.tsx';
import { postKeys } from '../keys.ts';
import type { Post } from '../post-cache.ts';
import { Composer } from './Composer.tsx';
import EditPostDialog from './EditPostDialog.tsx';

type SentRequest = { route: string; key: string; body: Record<string, unknown> };
type Reply = { status: number; body: object };

const done = vi.fn<() => void>();
let sent: SentRequest[];
let reply: () => Reply;
/** What the next answers wait for. */
let answered: Promise<void>;

const accepted = (): Reply => ({ status: 200, body: { success: true, data: POST } });
const refused = (field: string, message: string): Reply => ({
  status: 400,
  body: {
    success: false,
    code: 'request.invalid',
    message: 'Confira os campos.',
    data: null,
    requestId: 'r',
    fields: { [field]: { message } },
  },
});

const POST = {
  id: 'p1',
  text: 'Ensaio de terça',
  price: 50_000,
  public: true,
  tip: true,
  draft: false,
  withheld: false,
  startWhen: new Date(Date.now() - DAY_MS).toISOString(),
  activeDays: 7,
  medias: [],
} as unknown as Post;

beforeEach(async () => {
  await page.viewport(900, 780);
  sent = [];
  reply = accepted;
  answered = Promise.resolve();
  done.mockReset();
  localStorage.clear();
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal(
    'fetch',
    async (
      path: string,
      init: { method: string; body?: string; headers: Record<string, string> },
    ) => {
      if (init.body === undefined) {
        const data = path === '/api/profiles/me' ? { feeBps: 2_000 } : [];
        return Response.json({
          success: true,
          data: path.endsWith('/detail') ? { performers: [] } : data,
        });
      }
      sent.push({
        route: `${init.method} ${path}`,
        key: init.headers['idempotency-key'] ?? '',
        body: JSON.parse(init.body),
      });
      await answered;
      const { status, body } = reply();
      return Response.json(body, { status });
    },
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.viewport(414, 896);
});

const show = (shown: ReactElement) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const Page = () => (
    <QueryClientProvider client={client}>
      {shown}
      <Toasts />
    </QueryClientProvider>
  );
  const Stub = createRoutesStub([{ path: '*', Component: Page }]);
  return render(<Stub />);
};
const compose = () => show(<Composer onPublished={done} />);
const edit = (part: Partial<Post> = {}) =>
  show(<EditPostDialog post={{ ...POST, ...part }} onClose={done} />);
type Screen = Awaited<ReturnType<typeof show>>;

const writeText = (screen: Screen, text: string) =>
  screen.getByLabelText(m.publish_text()).fill(text);
const setPrice = (screen: Screen, centavos: number) =>
  screen.getByLabelText(m.publish_price()).fill(String(centavos));
const press = (screen: Screen, name: string) =>
  screen.getByRole('button', { name, exact: true }).click();

test('an empty post is not sent, and writing removes the error', async () => {
  const screen = await compose();
  await press(screen, m.publish_send());
  await expect.element(screen.getByText(m.publish_empty())).toBeVisible();
  await expect.element(screen.getByLabelText(m.publish_text())).toHaveFocus();
  await expect.element(screen.getByText(m.publish_empty())).toBeInViewport();
  expect(sent).toEqual([]);
  await writeText(screen, 'Bom dia');
  await expect.element(screen.getByText(m.publish_empty())).not.toBeInTheDocument();
});

test('one button of a phone opens the options, and an empty post shows where to write', async () => {
  await page.viewport(360, 400);
  const screen = await compose();
  const options = screen.getByRole('button', { name: 'Todo mundo · Grátis · Agora' });
  await expect.element(screen.getByLabelText(m.publish_price())).not.toBeVisible();
  await options.click();
  await setPrice(screen, 50);
  // What is wrong is not folded.
  await screen.getByRole('button', { name: /Todo mundo/ }).click();
  await expect.element(screen.getByLabelText(m.publish_price())).toBeVisible();
  await setPrice(screen, 1_500);
  await press(screen, m.publish_send());
  await expect.element(screen.getByText(m.publish_empty())).toBeInViewport();
  await expect.element(screen.getByLabelText(m.publish_text())).toHaveFocus();
  await expect
    .element(screen.getByRole('button', { name: /Todo mundo · R\$\s15,00 · Agora/ }))
    .toBeVisible();
});

test('a post is sent once with its text trimmed, and its draft is deleted', async () => {
  const screen = await compose();
  await writeText(screen, '  Bom dia ');
  expect(localStorage.length).toBe(1);
  await press(screen, m.publish_send());
  await expect.poll(() => done).toHaveBeenCalledOnce();
  expect(sent.map(({ route }) => route)).toEqual(['POST /api/posts']);
  expect(sent[0]?.body).toMatchObject({ text: 'Bom dia', price: null, public: true, draft: false });
  expect(localStorage.length).toBe(0);
});

test('a post that was refused keeps its draft and its idempotency key', async () => {
  const screen = await compose();
  await writeText(screen, 'Bom dia');
  reply = () => refused('text', 'Não');
  await press(screen, m.publish_send());
  await expect.poll(() => sent).toHaveLength(1);
  expect(localStorage.length).toBe(1);
  reply = accepted;
  await press(screen, m.publish_send());
  await expect.poll(() => done).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[0]?.key).not.toBe('');
});

test('a price out of the limits disables publishing', async () => {
  const screen = await compose();
  await writeText(screen, 'Bom dia');
  await setPrice(screen, 50);
  await expect
    .element(screen.getByRole('button', { name: m.publish_send(), exact: true }))
    .toBeDisabled();
});

test('an unusual price is sent after a confirmation only', async () => {
  const screen = await compose();
  await writeText(screen, 'Bom dia');
  await setPrice(screen, 60_000);
  await press(screen, m.publish_send());
  await press(screen, m.cancel());
  expect(sent).toEqual([]);
  await press(screen, m.publish_send());
  await press(screen, m.publish_unusual_confirm({ price: formatMoney(60_000) }));
  await expect.poll(() => done).toHaveBeenCalledOnce();
  expect(sent[0]?.body).toMatchObject({ price: 60_000 });
});

test('a draft with an unusual price needs no confirmation', async () => {
  const screen = await compose();
  await writeText(screen, 'Bom dia');
  await setPrice(screen, 60_000);
  await screen.getByLabelText(m.studio_when()).selectOptions('draft');
  await press(screen, m.studio_keep_draft());
  await expect.poll(() => done).toHaveBeenCalledOnce();
  expect(sent[0]?.body).toMatchObject({ price: 60_000, draft: true });
});

test('a scheduled post without a date, and one of other people without names, are not sent', async () => {
  const screen = await compose();
  await writeText(screen, 'Bom dia');
  await screen.getByLabelText(m.studio_when()).selectOptions('later');
  await press(screen, m.studio_schedule());
  await expect.element(screen.getByText(m.studio_start_missing())).toBeVisible();
  await screen.getByLabelText(m.studio_when()).selectOptions('now');
  await screen.getByLabelText(m.appears_title()).selectOptions('others');
  await press(screen, m.publish_send());
  await expect.element(screen.getByText(m.appears_missing())).toBeVisible();
  expect(sent).toEqual([]);
});

test('a draft is restored after a reload, and can be discarded', async () => {
  const first = await compose();
  await writeText(first, 'Bom dia');
  await first.unmount();
  const screen = await compose();
  await expect.element(screen.getByLabelText(m.publish_text())).toHaveValue('Bom dia');
  await press(screen, m.publish_restored_discard());
  await expect.element(screen.getByLabelText(m.publish_text())).toHaveValue('');
  await expect.element(screen.getByLabelText(m.publish_text())).toHaveFocus();
  expect(localStorage.length).toBe(0);
});

test('the edit of a visible post sends its text, and neither its start nor an unchanged end', async () => {
  const screen = await edit();
  await writeText(screen, 'Ensaio de quarta');
  await press(screen, m.studio_save());
  await expect.poll(() => done).toHaveBeenCalledOnce();
  // The price is unusual but unchanged: no confirmation.
  expect(sent).toHaveLength(1);
  expect(sent[0]?.route).toBe('PUT /api/posts/p1');
  expect(sent[0]?.body).toEqual({
    text: 'Ensaio de quarta',
    price: 50_000,
    public: true,
    tip: true,
    ai: 'none',
  });
});

test('a changed end of a post replaces its number of days and its fixed end', async () => {
  const screen = await edit();
  await screen.getByLabelText(m.studio_stays()).selectOptions('30');
  await press(screen, m.studio_save());
  await expect.poll(() => done).toHaveBeenCalledOnce();
  expect(sent[0]?.body).toMatchObject({ activeDays: 30, expiration: null });
});

test('a new unusual price of a post is saved after a confirmation only', async () => {
  const screen = await edit();
  await setPrice(screen, 60_000);
  await press(screen, m.studio_save());
  await expect
    .element(screen.getByText(m.publish_unusual_title({ price: formatMoney(60_000) })))
    .toBeVisible();
  expect(sent).toEqual([]);
  await press(screen, m.publish_unusual_confirm({ price: formatMoney(60_000) }));
  await expect.poll(() => done).toHaveBeenCalled();
  expect(sent[0]?.body).toMatchObject({ price: 60_000 });
});

test('a draft that is scheduled without a date is not saved', async () => {
  const screen = await edit({ draft: true });
  await screen.getByLabelText(m.studio_when()).selectOptions('later');
  await press(screen, m.studio_save());
  await expect.element(screen.getByText(m.studio_start_missing())).toBeVisible();
  expect(sent).toEqual([]);
});

test("the server's error about a field is shown at the field, and the dialog stays open", async () => {
  const screen = await edit();
  reply = () => refused('price', 'Valor acima do limite');
  await press(screen, m.studio_save());
  await expect.element(screen.getByText('Valor acima do limite')).toBeVisible();
  expect(done).not.toHaveBeenCalled();
});

const picture = (id: string) => ({ id, contentType: 'image/jpeg', name: `${id}.jpg` });

/** The dialog of a post of two pictures, as the lists of posts have it. */
const CachedEdit = () => {
  const post = { ...POST, medias: [picture('first'), picture('second')] } as Post;
  const { data = { data: post } } = useQuery({
    queryKey: postKeys.one('p1'),
    queryFn: () => ({ data: post }),
    staleTime: Infinity,
  });
  return <EditPostDialog post={data.data} onClose={done} />;
};

test('a free preview is chosen among the media in their new order, before the server has confirmed it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answered = promise;
  const screen = await show(<CachedEdit />);
  await press(screen, m.sort_later({ number: 1 }));
  await expect.poll(() => sent[0]?.body).toEqual({ mediaIds: ['second', 'first'] });
  await screen
    .getByLabelText(m.free_preview(), { exact: true })
    .selectOptions(m.free_preview_picture({ number: 2, name: 'first.jpg' }));
  resolve();
  await press(screen, m.studio_save());
  await expect.poll(() => done).toHaveBeenCalledOnce();
  expect(sent[1]?.body).toMatchObject({ freePreview: { mediaId: 'first' } });
});

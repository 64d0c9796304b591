// A conversation in a browser: the keys of the composer, and a message that fails and is sent
// again.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { NetworkError } from '../../../client/api/errors.ts';
import { Conversation } from './Conversation.tsx';

const CONVERSATION = {
  chat: { id: 'c1', online: false, muted: false },
  profile: {
    id: 'iris',
    exibitionName: 'Íris Veludo',
    domainName: 'iris',
    profileImage: null,
    profileMediaThumbs: null,
    producer: true,
    online: false,
  },
  writing: { price: 0, refusal: null, media: false },
  lastSeq: 0,
  readSeq: 0,
  theirReadSeq: 0,
  deliveredAt: null,
  stranger: false,
  links: false,
  pinned: [],
};

const sentBy = (request: WireRequest, seq: number) => ({
  id: `m${seq}`,
  chatId: 'c1',
  seq,
  clientKey: request.headers['idempotency-key'],
  mine: true,
  writer: { kind: 'person', name: null },
  content: (JSON.parse(request.body ?? '{}') as { message: string }).message,
  medias: [],
  paidContent: null,
  fee: 0,
  replyTo: null,
  reactions: [],
  pinned: false,
  unsent: false,
  editedAt: null,
  createdAt: new Date().toISOString(),
});

let sent: WireRequest[];
/** The messages that the conversation has already. */
let earlier: unknown[];
/** Replaces fields of CONVERSATION. */
let conversation: object;
/** How many of the next messages get no reply. */
let unanswered: number;

beforeEach(() => {
  sent = [];
  earlier = [];
  conversation = {};
  unanswered = 0;
  installTransport(async (request) => {
    const reply = (data: unknown) => ({ status: 200, body: { success: true, data } });
    if (request.method === 'POST' && request.path === '/chats/messages') {
      sent.push(request);
      if (unanswered > 0) {
        unanswered -= 1;
        throw new NetworkError();
      }
      return reply(sentBy(request, sent.length));
    }
    if (request.path.includes('/messages')) return reply(earlier);
    return reply(request.method === 'GET' ? { ...CONVERSATION, ...conversation } : null);
  });
});

const show = (slug: string) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/chats',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? (
          <>
            <Conversation slug={slug} onBack={undefined} />
            <button type="button">fora</button>
          </>
        ) : null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={['/chats']} />
    </QueryClientProvider>,
  );
};

test('Enter sends, Shift and Enter start a new line, and Tab leaves the composer after Esc only', async () => {
  const screen = await show('keys');
  const box = screen.getByRole('textbox');
  await box.click();
  await userEvent.keyboard('Oi{Shift>}{Enter}{/Shift}de novo');
  await expect.element(box).toHaveValue('Oi\nde novo');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await userEvent.tab();
  await expect.element(box).toHaveFocus();
  expect(sent).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('de novo', { exact: false })).toBeVisible();
  await expect.element(box).toHaveValue('');
  expect(sent).toHaveLength(1);
  await userEvent.keyboard('a{Escape}');
  await userEvent.tab();
  await expect.element(box).not.toHaveFocus();
});

test('a message without a reply stays as not sent, and is sent again with its key, once', async () => {
  unanswered = 1;
  const screen = await show('retry');
  await screen.getByRole('textbox').fill('Chegou?');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await screen.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(screen.getByText('Enviada')).toBeInTheDocument();
  expect(screen.getByText('Chegou?').elements()).toHaveLength(1);
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a call to a show leads its receiver to the profile of who called', async () => {
  const call = { ...sentBy({ headers: {} } as never, 1), mine: false, content: '' };
  earlier = [
    { ...call, show: { type: '2' } },
    { ...call, id: 'm2', seq: 2, show: { type: '3' }, mine: true },
  ];
  const screen = await show('called');
  await expect.element(screen.getByText('Íris Veludo convida você para o show.')).toBeVisible();
  await expect
    .element(screen.getByText('Você convidou Íris Veludo para um show privado.'))
    .toBeVisible();
  const links = screen.getByRole('link', { name: 'Ir para o show' });
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(['/iris']);
});

const received = (part: object) => ({
  ...sentBy({ headers: {} } as never, 1),
  mine: false,
  content: '',
  ...part,
});

test('links of someone whom one does not follow are text, and those of others can be pressed', async () => {
  earlier = [received({ content: 'Veja https://exemplo.com/a. Agora!' })];
  const screen = await show('links');
  await expect.element(screen.getByText('https://exemplo.com/a', { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: /exemplo/ }).elements()).toEqual([]);
  await screen.unmount();
  conversation = { links: true };
  const followed = await show('followed');
  const link = followed.getByRole('link', { name: 'https://exemplo.com/a', exact: true });
  await expect.element(link).toHaveAttribute('href', 'https://exemplo.com/a');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
});

test('media of a stranger are blurred until the receiver wants to see them', async () => {
  const media = {
    id: 'foto',
    contentType: 'image/jpeg',
    status: 'processed',
    preview: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    mdThumb: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=#sharp',
    url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=#whole',
  };
  earlier = [received({ medias: [media] })];
  conversation = { stranger: true };
  const screen = await show('stranger');
  const button = screen.getByRole('button', { name: 'Mostrar' });
  await expect.element(button).toBeVisible();
  const sharp = () => document.querySelectorAll('img[src$="#sharp"]').length;
  expect(sharp()).toBe(0);
  await button.click();
  await expect.element(screen.getByRole('button', { name: /^Mídia 1 de 1/ })).toBeVisible();
  expect(sharp()).toBe(1);
});

test('a message that is not available has no button to buy it, and says why', async () => {
  const sold = {
    price: 900,
    purchased: false,
    locked: true,
    available: false,
    owned: 0,
    version: 1,
    durationMs: 0,
    images: 1,
    videos: 0,
    audios: 0,
    files: 0,
  };
  const paid = { displayMessage: false, paidContent: sold };
  earlier = [
    received({ ...paid, processing: true }),
    received({ ...paid, id: 'm2', seq: 2, processing: false }),
    received({ ...paid, id: 'm3', seq: 3, paidContent: { ...sold, available: true } }),
  ];
  const screen = await show('sold');
  await expect.element(screen.getByText('não está à venda', { exact: false })).toBeVisible();
  expect(screen.getByRole('button', { name: /9,00/ }).elements()).toHaveLength(1);
});

test('a message of a producer says that the producer wrote it, and one of an automation says that', async () => {
  earlier = [
    received({ content: 'De mim' }),
    received({ id: 'm2', seq: 2, content: 'Sozinha', writer: { kind: 'automation', name: null } }),
  ];
  const screen = await show('seal');
  const own = screen.getByRole('article').filter({ hasText: 'De mim' });
  await expect.element(own.getByText('escrita por Íris')).toBeVisible();
  const automatic = screen.getByRole('article').filter({ hasText: 'Sozinha' });
  await expect.element(automatic.getByText('Mensagem automática')).toBeVisible();
  expect(automatic.getByText('escrita por').elements()).toEqual([]);
});

test('a first contact says what an answer tells, and offers to block or report instead', async () => {
  earlier = [received({ content: 'Oi, prazer!' })];
  conversation = { chat: { ...CONVERSATION.chat, request: true } };
  const screen = await show('contact');
  const notice = screen.getByRole('region', { name: 'Primeiro contato' });
  await expect.element(notice).toBeVisible();
  await expect.element(notice.getByRole('button', { name: 'Bloquear' })).toBeVisible();
  await expect.element(notice.getByRole('button', { name: 'Denunciar' })).toBeVisible();
});

test('what is new since the last visit stands under a line, and a reply leads to its message', async () => {
  earlier = [
    received({ content: 'Lida' }),
    received({
      id: 'm2',
      seq: 2,
      content: 'Nova',
      replyTo: { id: 'm1', sendFromId: 'iris', content: 'Lida' },
    }),
    received({ id: 'm3', seq: 3, content: 'Mais nova' }),
  ];
  conversation = { readSeq: 1 };
  const screen = await show('news');
  const line = screen.getByText('Novas mensagens');
  await expect.element(line).toBeVisible();
  expect(line.elements()).toHaveLength(1);
  const above = line.element().closest('[data-message]')?.getAttribute('data-message');
  expect(above).toBe('m2');
  await screen.getByTitle('Mostrar a mensagem respondida').click();
  await expect
    .poll(() => document.querySelector('[data-found]')?.getAttribute('data-message'))
    .toBe('m1');
});

test('a voice note that ends as a second passes is no longer shown as recorded', async () => {
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const tone = new AudioContext().createMediaStreamDestination().stream;
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(tone);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  /** Its end and the second come before the page is drawn again. */
  class Recorder extends MediaRecorder {
    override start(): void {
      super.start();
      this.addEventListener('stop', () => vi.advanceTimersByTime(1_000));
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder);
  conversation = { writing: { price: 0, refusal: null, media: true } };
  const screen = await show('voice');
  await screen.getByRole('button', { name: 'Gravar áudio' }).click();
  await screen.getByRole('button', { name: 'Descartar gravação' }).click();
  await expect.element(screen.getByRole('button', { name: 'Gravar áudio' })).toBeVisible();
});

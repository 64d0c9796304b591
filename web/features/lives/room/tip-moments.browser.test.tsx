// A tip in a room: its burst and the toast over the picture, for whom they are shown and for how
// long.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../../ui/theme/tokens.css';
import '../../../ui/theme/base.css';
import { installTransport } from '../../../client/api/api.ts';
import { realtime } from '../realtime.ts';
import { useRoomMessages } from './Chat.tsx';
import type { RoomMessage } from './queries.ts';
import { TipToast } from './TipToast.tsx';
import { useTipMoments } from './use-tip-moments.ts';

const message = (id: string, name: string, part: object = {}): RoomMessage =>
  ({
    id,
    clientKey: null,
    profile: { id: name, domainName: name, exibitionName: name, producer: false, marks: [] },
    text: '',
    tip: { value: 1_000, item: null, goalId: null, done: false },
    createdAt: '2026-01-15T12:00:00.000Z',
    ...part,
  }) as unknown as RoomMessage;

let stored: RoomMessage[];
let client: QueryClient;
let hidden: boolean;

beforeEach(() => {
  stored = [message('m0', 'Antes')];
  client = new QueryClient();
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  installTransport(async () => ({
    status: 200,
    body: { success: true, data: stored, cursor: null },
  }));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const burst of bursts()) burst.remove();
  await prefersReducedMotion(false);
});

const Moments = ({ own }: { own: string | undefined }) => {
  const { data, messages } = useRoomMessages('l1', true);
  const shown = useTipMoments(data && messages, own);
  return (
    <>
      <output>{data ? 'loaded' : ''}</output>
      <TipToast message={shown} />
    </>
  );
};

/** `own`: who watches; a producer is shown every tip. */
const show = async (own?: string) => {
  const screen = await render(
    <QueryClientProvider client={client}>
      <Moments own={own} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('loaded')).toBeInTheDocument();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return screen;
};
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const events = () => realtime(client);
/** The query cache tells of a change in the next task. */
const hear = async (...messages: RoomMessage[]) => {
  for (const one of messages)
    events().liveMessages?.({ success: true, data: { id: 'l1', message: one } } as never);
  await pass(0);
};
const remove = async (id: string) => {
  const data = { id: 'l1', change: 'deleted', messageIds: [id] };
  events().liveRoom?.({ success: true, data } as never);
  await pass(0);
};
/** What is shown, also to assistive technology: the live region is there from the beginning. */
const shown = (): string =>
  document.querySelector('[role=status]')?.textContent?.replaceAll('\u{a0}', ' ').trim() ??
  'no region';
const bursts = () => document.querySelectorAll('[popover][aria-hidden=true]');
/** Its code loads with the first tip. */
const burstsAfter = async (): Promise<number> => {
  await vi.dynamicImportSettled();
  return bursts().length;
};

const prefersReducedMotion = (reduced: boolean) =>
  (cdp() as unknown as { send(name: string, body: object): Promise<void> }).send(
    'Emulation.setEmulatedMedia',
    { features: [{ name: 'prefers-reduced-motion', value: reduced ? 'reduce' : '' }] },
  );

test('a tip is shown over the picture for four seconds: who, how much, for what, and their words', async () => {
  await show();
  expect(shown()).toBe('');
  const item = { id: 'i1', label: 'Cantar' };
  await hear(message('m1', 'Malu', { text: 'Adorei!', tip: { value: 2_500, item, done: false } }));
  expect(shown()).toBe('Malu deu R$ 25,00: Cantar Adorei!');
  await pass(3_999);
  expect(shown()).not.toBe('');
  await pass(1);
  expect(shown()).toBe('');
});

test('several tips are shown one after another, in their order, each for two seconds at least', async () => {
  await show();
  await hear(message('m1', 'Ana'), message('m2', 'Beto'), message('m3', 'Caio'));
  for (const name of ['Ana', 'Beto']) {
    expect(shown()).toBe(`${name} deu R$ 10,00`);
    await pass(1_999);
    expect(shown()).toBe(`${name} deu R$ 10,00`);
    await pass(1);
  }
  expect(shown()).toBe('Caio deu R$ 10,00');
  await pass(3_999);
  expect(shown()).toBe('Caio deu R$ 10,00');
  await pass(1);
  expect(shown()).toBe('');
});

test('the newest six of very many tips are shown, so that the last one does not wait for minutes', async () => {
  await show();
  await hear(
    ...Array.from({ length: 20 }, (_, index) => message(`m${index + 1}`, `P${index + 1}`)),
  );
  const names: string[] = [];
  while (shown() !== '') {
    names.push(shown().split(' ')[0] ?? '');
    await pass(names.length < 6 ? 2_000 : 4_000);
  }
  expect(names).toEqual(['P15', 'P16', 'P17', 'P18', 'P19', 'P20']);
});

test('the first message of a room may be a tip, and is shown', async () => {
  stored = [];
  await show();
  await hear(message('m1', 'Malu'));
  expect(shown()).toBe('Malu deu R$ 10,00');
});

test('a watcher is not shown their own tip, which their dialog has shown, nor what is only said', async () => {
  await show('Davi');
  await hear(message('m1', 'Davi'), message('m2', 'Malu', { text: 'Oi', tip: null }));
  expect(shown()).toBe('');
  await hear(message('m3', 'Malu'));
  expect(shown()).toBe('Malu deu R$ 10,00');
});

test('a tip that comes while the page is in the background is shown neither then nor afterwards', async () => {
  await show();
  hidden = true;
  await hear(message('m1', 'Malu'));
  expect(shown()).toBe('');
  hidden = false;
  await hear(message('m2', 'Ana', { text: 'Oi', tip: null }));
  expect(shown()).toBe('');
  expect(await burstsAfter()).toBe(0);
});

test('a tip whose message is deleted by a moderator is not shown any more', async () => {
  await show();
  await hear(message('m1', 'Malu', { text: 'Um insulto' }), message('m2', 'Ana'));
  await remove('m1');
  expect(shown()).toBe('Ana deu R$ 10,00');
});

test('a tip bursts once for everyone else, and not at all for people who prefer reduced motion', async () => {
  await show();
  await hear(message('m1', 'Malu'));
  expect(await burstsAfter()).toBe(1);
  await pass(900);
  expect(bursts()).toHaveLength(0);
  await prefersReducedMotion(true);
  await hear(message('m2', 'Ana'));
  await pass(4_000);
  expect(shown()).toBe('Ana deu R$ 10,00');
  const [arrival] = document.querySelector('[role=status] p')?.getAnimations() ?? [];
  expect(arrival?.effect?.getComputedTiming().duration ?? 0).toBeLessThanOrEqual(1);
  expect(await burstsAfter()).toBe(0);
});

// The screen of a show that is watched: what its room is for, its report, and what stands in the
// place of a picture that an administrator took from the watchers.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../../ui/theme/tokens.css';
import '../../../ui/theme/base.css';
import { installTransport } from '../../../client/api/api.ts';
import { closeDialog, dialogStore } from '../../../client/dialogs.ts';
import { m } from '../../../paraglide/messages.js';
import type { Live } from '../queries.ts';
import { WatchRoom } from './WatchRoom.tsx';

const LIVE = {
  id: 'l1',
  type: '2',
  profile: { id: 'iris', domainName: 'irisveludo', exibitionName: 'Íris Veludo' },
  title: '',
  state: 'onAir',
  recording: 'off',
  blurred: false,
  withheld: false,
  charge: 'free',
  group: null,
  entered: null,
  lowMoney: null,
  reverseCamera: false,
  watchers: 3,
} as unknown as Live;
const ROOM = {
  id: 'l1',
  role: 'watcher',
  settings: { slowSeconds: 0, audience: 'everyone' },
  writing: { refusal: null },
  pinned: null,
  menu: [],
  watchers: 3,
  tips: { total: 0, count: 0, leaderboard: [] },
};

/** Paths that were asked for. */
let asked: string[];
let offers: number;
/** Whether the engine takes offers; an administrator's pause refuses them. */
let withheld: boolean;
/** The room is full, so that it is watched by HLS. */
let full: boolean;
let servers: RTCPeerConnection[];

/** A connection that comes about, with no media. */
const answer = async (sdp: string): Promise<Response> => {
  const pc = new RTCPeerConnection();
  servers.push(pc);
  await pc.setRemoteDescription({ type: 'offer', sdp });
  await pc.setLocalDescription();
  await expect.poll(() => pc.iceGatheringState).toBe('complete');
  return new Response(pc.localDescription?.sdp, {
    status: 201,
    headers: { location: `/api/lives/l1/whep/${offers}` },
  });
};

beforeEach(() => {
  asked = [];
  offers = 0;
  withheld = false;
  full = false;
  servers = [];
  closeDialog();
  installTransport(async ({ path }) => {
    asked.push(path);
    if (path.endsWith('/hls'))
      return { status: 409, body: { success: false, code: 'live.withheld', message: 'x' } };
    const data = path.endsWith('/room') ? ROOM : [];
    return { status: 200, body: { success: true, data, cursor: null, total: 0 } };
  });
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const address = String(input);
    if (!address.startsWith('/api/lives/')) return real(input, init);
    if (init?.method === 'DELETE') return new Response(null, { status: 200 });
    init?.signal?.throwIfAborted();
    offers += 1;
    const code = full ? 'live.useHls' : withheld ? 'live.withheld' : null;
    return code !== null
      ? Response.json({ success: false, code, message: 'x' }, { status: 409 })
      : answer(String(init?.body));
  });
});
afterEach(() => {
  for (const pc of servers) pc.close();
  vi.restoreAllMocks();
});

const show = async (part: Partial<Live> = {}) => {
  const client = new QueryClient();
  let change: (part: Partial<Live>) => void = () => {};
  const Room = () => {
    const [live, setLive] = useState({ ...LIVE, ...part });
    change = (next) => setLive((before) => ({ ...before, ...next }) as Live);
    return (
      <div style={{ height: '100vh' }}>
        <WatchRoom live={live} />
      </div>
    );
  };
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: { profile: { id: 'davi', domainName: 'davi' } } }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <Room /> : null),
    },
  ]);
  const screen = await render(
    <QueryClientProvider client={client}>
      <Stub />
    </QueryClientProvider>,
  );
  return { screen, change: (next: Partial<Live>) => change(next) };
};
const rooms = () => asked.filter((path) => /\/(?:room|messages)$/.test(path));

test('a watcher is in the room of the show, and a spy hears and reads nothing of it', async () => {
  const { screen } = await show();
  await expect
    .poll(rooms)
    .toEqual(expect.arrayContaining(['/lives/l1/room', '/lives/l1/messages']));
  await screen.unmount();
  asked = [];
  servers = [];
  const spying = await show({ type: '3', entered: 'spy' } as Partial<Live>);
  await expect.poll(() => servers[0]?.connectionState).toBe('connected');
  // The page notices it a moment later.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(rooms()).toEqual([]);
  expect(
    spying.screen
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(['Metas']);
});

test('a press on the flag reports the show itself', async () => {
  const { screen } = await show();
  await screen.getByRole('button', { name: m.live_report() }).click();
  expect(dialogStore.current()).toMatchObject({
    name: 'report',
    props: { targetKind: 'live', targetId: 'l1' },
  });
});

test.each([
  ['blurred', m.live_blurred_text()],
  ['withheld', m.live_withheld_text()],
] as const)(
  'the last picture of a show that is %s by an administrator is covered, and shines through nowhere',
  async (taken, text) => {
    const { screen, change } = await show();
    await expect
      .element(screen.getByLabelText(m.live_picture({ name: 'Íris Veludo' })))
      .toBeVisible();
    const leaveFullscreen = vi.fn<() => void>();
    Object.assign(screen.getByLabelText(m.live_picture({ name: 'Íris Veludo' })).element(), {
      webkitExitFullscreen: leaveFullscreen,
    });
    change({ [taken]: true });
    const words = screen.getByText(text);
    await expect.element(words).toBeVisible();
    const cover = words.element().parentElement as HTMLElement;
    const video = screen.getByLabelText(m.live_picture({ name: 'Íris Veludo' })).element();
    const [over, under] = [cover, video].map((node) => node.getBoundingClientRect());
    expect([over?.top, over?.left, over?.width, over?.height]).toEqual([
      under?.top,
      under?.left,
      under?.width,
      under?.height,
    ]);
    expect(getComputedStyle(cover).backgroundColor).toMatch(/^rgb\(/);
    // A phone shows the video alone in fullscreen, and a window of its own has no cover either.
    expect(leaveFullscreen).toHaveBeenCalledOnce();
    expect((video as HTMLVideoElement).disablePictureInPicture).toBe(true);
  },
);

test('a show without the picture that an administrator took is not opened again and again', async () => {
  const { change } = await show({ withheld: true });
  await expect.poll(() => servers[0]?.connectionState).toBe('connected');
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(offers).toBe(1);
  // Media that are missing for another reason are a connection that was lost.
  change({ withheld: false });
  await expect.poll(() => offers).toBe(2);
});

test('a watcher who came while an administrator had paused the show is connected when it goes on', async () => {
  withheld = true;
  const { change } = await show({ withheld: true });
  await expect.poll(() => offers).toBe(1);
  withheld = false;
  change({ withheld: false });
  await expect.poll(() => servers[0]?.connectionState).toBe('connected');
});

test('the picture that a watcher of a private show sends is gone while an administrator withholds it', async () => {
  const { screen, change } = await show({
    type: '3',
    privateWatcherId: 'malu',
    reverseCamera: true,
    reverseUrl: '/api/lives/l1/reverse',
  } as Partial<Live>);
  const picture = screen.getByLabelText(m.live_reverse_picture());
  await expect.element(picture).toBeInTheDocument();
  change({ blurred: true });
  await expect.element(picture).not.toBeInTheDocument();
  change({ blurred: false });
  await expect.element(picture).toBeInTheDocument();
});

test('a watcher by HLS asks once while the picture is blurred, and again when that is over', async () => {
  full = true;
  const { change } = await show({ blurred: true });
  const requests = () => asked.filter((path) => path.endsWith('/hls')).length;
  await expect.poll(requests).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(requests()).toBe(1);
  change({ blurred: false });
  await expect.poll(requests).toBe(2);
});

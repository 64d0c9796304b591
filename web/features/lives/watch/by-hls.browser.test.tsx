// Watching by HLS where the room is full, or where no connection comes about: asking for a
// playlist, and for another one when it has ended.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError } from '../../../client/api/errors.ts';
import { watchFailures } from '../../../client/failures.ts';
import { toastStore } from '../../../ui/overlays/toasts.ts';
import { useWatching } from './use-watching.ts';

const refusal = (code: string, status = 409) =>
  Response.json({ success: false, code, message: code }, { status });
const unavailable = () => refusal('live.unavailable', 503);

/** What the next requests for a playlist are answered. */
let playlists: (() => Response)[];
let ended: string[];
/** Why WebRTC is refused; null: it is answered, and nothing comes. */
let refused: string | null;
let offers: number;
/** Offers that are connected, by their number, where the others are answered without an address. */
let good: number[];
let servers: RTCPeerConnection[];

/**
 * An answer with no address to which the browser could connect, as behind a network that blocks
 * UDP.
 */
const answerWithoutAddress = async (offer: string): Promise<Response> => {
  const pc = new RTCPeerConnection();
  await pc.setRemoteDescription({ type: 'offer', sdp: offer });
  const { sdp = '' } = await pc.createAnswer();
  pc.close();
  return new Response(sdp, { status: 201, headers: { location: '/api/lives/L/whep/blocked' } });
};

/** A connection that comes about; no media flow, so that it counts as lost after two seconds. */
const answerWithConnection = async (offer: string): Promise<Response> => {
  const pc = new RTCPeerConnection();
  servers.push(pc);
  await pc.setRemoteDescription({ type: 'offer', sdp: offer });
  await pc.setLocalDescription();
  await expect.poll(() => pc.iceGatheringState).toBe('complete');
  const sdp = pc.localDescription?.sdp ?? '';
  return new Response(sdp, { status: 201, headers: { location: '/api/lives/L/whep/good' } });
};

const playlistOf = (peer: string) => () =>
  Response.json({ success: true, data: { peer, playlist: `/live/${peer}/index.m3u8` } });

beforeEach(() => {
  ended = [];
  offers = 0;
  good = [];
  servers = [];
  refused = 'live.useHls';
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method === 'DELETE') ended.push(path);
    if (init.method === 'POST' && path.endsWith('/whep')) {
      offers += 1;
      if (good.includes(offers)) return answerWithConnection(String(init.body));
      return refused === null ? answerWithoutAddress(String(init.body)) : refusal(refused);
    }
    if (init.method === 'POST' && path.endsWith('/hls'))
      return playlists.shift()?.() ?? refusal('live.refused');
    return Response.json({ success: true, data: path.endsWith('/ice-servers') ? [] : null });
  });
});
afterEach(() => {
  for (const pc of servers) pc.close();
  vi.unstubAllGlobals();
});

const Watching = ({ mayDelay }: { mayDelay: boolean }) => {
  const { playlist, link, error, onPlaylistEnd, restart } = useWatching('L', true, { mayDelay });
  const why = error instanceof ApiError ? error.code : '';
  return (
    <>
      <output>{`${link} ${playlist ?? 'nothing'} ${link === 'refused' ? why : ''}`.trim()}</output>
      <button type="button" onClick={onPlaylistEnd}>
        end
      </button>
      <button type="button" onClick={restart}>
        again
      </button>
    </>
  );
};
const show = (mayDelay = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Watching mayDelay={mayDelay} />
    </QueryClientProvider>,
  );
const WITHIN = { timeout: 60_000 };

test('a viewer of a full room whose producer is away asks again, and plays what comes then', async () => {
  playlists = [() => refusal('live.notOnAir'), playlistOf('first')];
  const screen = await show();
  await expect
    .element(screen.getByText('connected /live/first/index.m3u8'), WITHIN)
    .toBeInTheDocument();
});

test('a playback that has ended is followed by another visit, and the former one ends', async () => {
  playlists = [playlistOf('first'), playlistOf('second')];
  const screen = await show();
  await expect
    .element(screen.getByText('connected /live/first/index.m3u8'), WITHIN)
    .toBeInTheDocument();
  await screen.getByRole('button', { name: 'end' }).click();
  await expect
    .element(screen.getByText('connected /live/second/index.m3u8'), WITHIN)
    .toBeInTheDocument();
  expect(ended).toContain('/api/lives/L/whep/first');
});

test('a refusal is final', async () => {
  playlists = [];
  const screen = await show();
  await expect
    .element(screen.getByText('refused nothing live.refused'), WITHIN)
    .toBeInTheDocument();
});

test('a browser without the codec of a party plays HLS', async () => {
  refused = 'live.badOffer';
  playlists = [playlistOf('first')];
  const screen = await show();
  await expect
    .element(screen.getByText('connected /live/first/index.m3u8'), WITHIN)
    .toBeInTheDocument();
});

test.each([
  ['of a show for two', false, playlistOf('first')],
  ['where nothing makes HLS', true, unavailable],
] as const)(
  'a browser without the codec %s says what it has not, and tries again when it is asked to',
  async (_, mayDelay, playlist) => {
    refused = 'live.badOffer';
    playlists = [playlist, playlist];
    const screen = await show(mayDelay);
    await expect
      .element(screen.getByText('refused nothing live.badOffer'), WITHIN)
      .toBeInTheDocument();
    await screen.getByRole('button', { name: 'again' }).click();
    await expect.poll(() => offers).toBe(2);
    await expect
      .element(screen.getByText('refused nothing live.badOffer'), WITHIN)
      .toBeInTheDocument();
  },
);

test('a party whose network lets no connection through is watched by HLS, and again so at once', async () => {
  refused = null;
  playlists = [playlistOf('first'), playlistOf('second')];
  const screen = await show();
  await expect
    .element(screen.getByText('connected /live/first/index.m3u8'), WITHIN)
    .toBeInTheDocument();
  expect(ended).toContain('/api/lives/L/whep/blocked');
  await screen.getByRole('button', { name: 'again' }).click();
  await expect
    .element(screen.getByText('connected /live/second/index.m3u8'), WITHIN)
    .toBeInTheDocument();
  expect(offers).toBe(1);
});

test('a party watched by HLS for its network is connected again when that changes', async () => {
  refused = null;
  good = [2];
  playlists = [playlistOf('first')];
  const screen = await show();
  await expect
    .element(screen.getByText('connected /live/first/index.m3u8'), WITHIN)
    .toBeInTheDocument();
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText('connected nothing'), WITHIN).toBeInTheDocument();
  expect(ended).toContain('/api/lives/L/whep/first');
});

test('a party watched by HLS plays on while a connection is tried on a network that still blocks', async () => {
  refused = null;
  good = [3];
  playlists = [playlistOf('first'), playlistOf('second')];
  const screen = await show();
  const output = screen.getByText('connected /live/first/index.m3u8');
  await expect.element(output, WITHIN).toBeInTheDocument();
  const node = output.element();
  const shown = new Set<string>();
  const note = () => shown.add(node.textContent);
  new MutationObserver(note).observe(node, { characterData: true, childList: true, subtree: true });
  const attempts = () => ended.filter((path) => path === '/api/lives/L/whep/blocked').length;
  expect(attempts()).toBe(1);
  window.dispatchEvent(new Event('online'));
  await expect.poll(attempts, WITHIN).toBe(2);
  expect(offers).toBe(2);
  expect([...shown]).toEqual([]);

  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText('connected nothing'), WITHIN).toBeInTheDocument();
  expect(ended).toContain('/api/lives/L/whep/first');
  expect(playlists).toHaveLength(1);
});

test('a party watched by HLS because its room is full stays so when the network changes', async () => {
  playlists = [playlistOf('first'), playlistOf('second')];
  const screen = await show();
  await expect
    .element(screen.getByText('connected /live/first/index.m3u8'), WITHIN)
    .toBeInTheDocument();
  window.dispatchEvent(new Event('online'));
  await screen.getByRole('button', { name: 'end' }).click();
  await expect
    .element(screen.getByText('connected /live/second/index.m3u8'), WITHIN)
    .toBeInTheDocument();
  expect(offers).toBe(1);
});

test.each([
  ['a show for two', false, playlistOf('first')],
  ['a party of an installation that makes no HLS', true, unavailable],
] as const)(
  'a network that lets no connection through is named as the reason why %s has no picture',
  async (_, mayDelay, playlist) => {
    refused = null;
    playlists = [playlist];
    const screen = await show(mayDelay);
    await expect.element(screen.getByText('unreachable nothing'), WITHIN).toBeInTheDocument();
  },
);

test('where nothing makes HLS connections are tried until one comes about, and no toast is shown', async () => {
  refused = null;
  good = [3];
  playlists = [unavailable];
  const screen = await show();
  await expect.element(screen.getByText('unreachable nothing'), WITHIN).toBeInTheDocument();
  expect(toastStore.current()).toEqual([]);
  await expect.element(screen.getByText('connected nothing'), WITHIN).toBeInTheDocument();
  expect(offers).toBe(3);
});

test('one failure after a good connection keeps the viewer of a party on the connection', async () => {
  refused = null;
  good = [1, 3];
  playlists = [playlistOf('first')];
  const screen = await show();
  await expect.element(screen.getByText('connected nothing'), WITHIN).toBeInTheDocument();
  await expect.element(screen.getByText('unreachable nothing'), WITHIN).toBeInTheDocument();
  await expect.element(screen.getByText('connected nothing'), WITHIN).toBeInTheDocument();
  expect(playlists).toHaveLength(1);
});

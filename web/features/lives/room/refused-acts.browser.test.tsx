// What is acted on in a show may be gone by then: that is said, and leads no one away from the
// show.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { installNavigation } from '../../../client/navigation.ts';
import { m } from '../../../paraglide/messages.js';
import { dismissToast, toastStore } from '../../../ui/overlays/toasts.ts';
import type { Live } from '../queries.ts';
import { MenuSettings } from '../studio/MenuSettings.tsx';
import { ShowControls } from '../studio/ShowControls.tsx';
import { ReverseCamera } from '../watch/ReverseCamera.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import type { RoomMessage } from './queries.ts';
import { RecordingRequest } from './Recording.tsx';
import { Watchers } from './Watchers.tsx';

const PURCHASE = { id: 'm1', item: { id: 'i1', label: 'Cantar' }, profile: null, message: '' };
const ANSWERS: Record<string, unknown> = {
  '/api/lives/l1/menu-purchases': [PURCHASE],
  '/api/lives/recordings': [{ id: 'r1', liveId: 'l1', endedAt: null }],
};
const LIVE = {
  id: 'l1',
  type: '2',
  state: 'onAir',
  profile: { id: 'iris', domainName: 'irisveludo', exibitionName: 'Íris Veludo' },
  privateWatcherId: 'davi',
  privateWatcher: { id: 'davi', exibitionName: 'Davi' },
  recording: 'on',
  recorded: true,
  reverseCamera: true,
  reverseAskedById: null,
  reverseUrl: null,
} as unknown as Live;
const MESSAGE = {
  id: 'm1',
  text: 'Oi',
  profile: { id: 'malu', domainName: 'malu', exibitionName: 'Malu', marks: [] },
} as unknown as RoomMessage;
const GONE = 'Não encontramos isso.';

let went: string[];
let refused: string[];
beforeEach(() => {
  went = [];
  refused = [];
  watchFailures();
  installNavigation((async (to: string) => void went.push(to)) as never);
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const data = method === 'GET' && ANSWERS[path.replace(/\?.*$/, '')];
    if (data) return Response.json({ success: true, data, cursor: null });
    if (method === 'GET' && !path.includes('online-users'))
      return Response.json({ success: true, data: [] });
    refused.push(`${method} ${path}`);
    return Response.json({ success: false, code: 'live.notFound', message: GONE }, { status: 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of toastStore.current()) dismissToast(id);
});

const show = (content: ReactNode) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: { profile: { id: 'davi', domainName: 'davi' } } }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? content : null),
    },
  ]);
  return render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <Stub />
    </QueryClientProvider>,
  );
};
const MODERATOR: Pick<ComponentProps<typeof PersonDialog>, 'role'> = { role: 'moderator' };
const person = () => (
  <PersonDialog
    {...MODERATOR}
    liveId="l1"
    person={MESSAGE.profile}
    message={MESSAGE}
    onClose={() => {}}
  />
);
const controls = () => <ShowControls live={LIVE} camera={null} onOpen={() => {}} />;
const privateLive = { ...LIVE, type: '3', recording: 'asked' } as Live;

test.each([
  ['a message that another moderator has deleted', m.live_message_delete(), person],
  ['a message to pin that is deleted', m.live_message_pin(), person],
  ['a person to mute who has left the site', m.live_mute_person(), person],
  ['a purchase whose message is deleted', m.live_menu_mark(), () => <MenuSettings liveId="l1" />],
  ['a show to pause that has ended', m.live_pause(), controls],
  ['a show to make a clip of that has ended', m.live_clip(), controls],
  [
    'a recording to agree to of a show that has ended',
    m.live_record_agree(),
    () => <RecordingRequest live={privateLive} />,
  ],
  [
    'an own camera to offer in a show that has ended',
    m.live_reverse_ask(),
    () => <ReverseCamera live={privateLive} />,
  ],
])('%s is said to be gone, and its place is not left', async (_, name, content) => {
  const screen = await show(content());
  await screen.getByRole('button', { name }).click();
  await expect.poll(() => refused).toHaveLength(1);
  await expect.poll(() => toastStore.current().map(({ text }) => text)).toEqual([GONE]);
  expect(went).toEqual([]);
});

test('a list of people of a show that has just ended leads no one away from its last screen', async () => {
  await show(<Watchers liveId="l1" roomRole="watcher" />);
  await expect.poll(() => refused).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(went).toEqual([]);
});

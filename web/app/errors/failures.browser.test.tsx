// The error catalogue of specification section 8, as the browser acts on it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, toastStore } from '../../ui/overlays/toasts.ts';
import { walletQuery } from '../../features/funds/queries.ts';
import { call } from '../../client/api/api.ts';
import { ApiError, NetworkError } from '../../client/api/errors.ts';
import { closeDialog, dialogStore } from '../../client/dialogs.ts';
import { watchFailures } from '../../client/failures.ts';
import { installNavigation } from '../../client/navigation.ts';
import { makeQueryClient } from '../../client/query-client.ts';
import { rememberUser, type User } from '../../client/session/session.ts';

type Reply = { status: number; body: unknown };
const asked: { path: string; headers: Record<string, string> }[] = [];
let replies: Record<string, Reply[]>;
const navigate = vi.fn<(to: unknown, options: unknown) => void>();

const refusal = (status: number, code: string, data?: unknown): Reply => ({
  status,
  body: { success: false, code, message: `sentence of ${code}`, data, requestId: 'r' },
});
const fine: Reply = { status: 200, body: { success: true, data: [] } };

beforeEach(() => {
  asked.length = 0;
  replies = {};
  navigate.mockReset();
  localStorage.clear();
  installNavigation(navigate as never);
  // The network's edge is the only thing replaced.
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ path, headers });
    const next = replies[path.split('?')[0] as string]?.shift();
    if (!next) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(next.body), {
      status: next.status,
      headers: { 'content-type': 'application/json' },
    });
  });
  watchFailures();
});

afterEach(() => {
  vi.unstubAllGlobals();
  rememberUser(null);
  closeDialog();
  for (const { id } of toastStore.current()) dismissToast(id);
});

const toasts = () => toastStore.current().map(({ text }) => text);
const methods = (own?: number[]) =>
  call('GET /funds/methods', own ? { handled: own } : {}).catch((error: unknown) => error);

test('every call carries the origin mark and the language', async () => {
  replies['/api/funds/methods'] = [fine];
  await methods();
  expect(asked[0]?.headers).toMatchObject({ 'x-origin': 'CAM', lang: 'pt' });
});

test('a 400 with a message is a toast, unless the caller shows it itself', async () => {
  replies['/api/funds/methods'] = [
    refusal(400, 'validate.invalid'),
    refusal(400, 'validate.invalid'),
  ];
  await methods([400]);
  expect(toasts()).toEqual([]);
  await methods();
  expect(toasts()).toEqual(['sentence of validate.invalid']);
});

test('a 402 opens the wallet with the purchase to finish', async () => {
  const intent = { kind: 'purchase', postId: 'p', value: 1990, label: 'x' };
  replies['/api/funds/methods'] = [
    refusal(402, 'wallet.insufficient', { suggested: 2500, intent }),
  ];
  await methods();
  expect(dialogStore.current()).toEqual({ name: 'wallet', props: { suggested: 2500, intent } });
});

test('a 404 leads to the home page', async () => {
  replies['/api/funds/methods'] = [refusal(404, 'post.notFound')];
  await methods();
  expect(navigate).toHaveBeenCalledWith('/', expect.anything());
});

test('a 403 about one thing shows the reason and stays on the page', async () => {
  replies['/api/funds/methods'] = [refusal(403, 'profile.blocked')];
  await methods();
  expect(toasts()).toEqual(['sentence of profile.blocked']);
});

test('a failed background refresh of the balance is not reported', async () => {
  const ask = () =>
    makeQueryClient()
      .query({ ...walletQuery(), retry: false })
      .catch((error: unknown) => error);
  expect(await ask()).toBeInstanceOf(NetworkError);
  replies['/api/funds'] = [refusal(500, 'server.failure')];
  expect(await ask()).toBeInstanceOf(ApiError);
  expect(toasts()).toEqual([]);
});

test('a call without a reply shows a toast', async () => {
  await methods();
  expect(toasts()).toHaveLength(1);
});

test('a renewal that the server could not answer ends no session', async () => {
  rememberUser({} as User);
  replies['/api/funds/methods'] = [refusal(401, 'auth.expired')];
  replies['/api/auth/refresh-token'] = [refusal(503, 'server.unavailable')];
  await methods();
  expect(asked.map(({ path }) => path)).toEqual(['/api/funds/methods', '/api/auth/refresh-token']);
  expect(toasts()).toEqual(['sentence of server.unavailable']);
});

test('a 401 with a session renews it once for all calls and repeats each call once', async () => {
  rememberUser({} as User);
  replies['/api/funds/methods'] = [
    refusal(401, 'auth.expired'),
    refusal(401, 'auth.expired'),
    fine,
    fine,
  ];
  replies['/api/auth/refresh-token'] = [{ status: 200, body: { success: true, data: {} } }];
  const [first, second] = await Promise.all([methods(), methods()]);
  expect(first).toMatchObject({ success: true });
  expect(second).toMatchObject({ success: true });
  expect(asked.filter(({ path }) => path.endsWith('/refresh-token'))).toHaveLength(1);
});

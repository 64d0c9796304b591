// A show that a program sends: the page of its producer sends nothing until they choose its camera.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import type { Live } from '../queries.ts';
import { OnAir } from './OnAir.tsx';
import type { Camera } from './use-camera.ts';

const LIVE = {
  id: 'l1',
  type: '2',
  state: 'onAir',
  recording: 'off',
  startedAt: '2026-01-15T12:00:00.000Z',
  charge: 'free',
  watchers: 0,
  totalEarnings: 0,
  program: { label: 'OBS de casa' },
  profile: { id: 'p1', domainName: 'iris', exibitionName: 'Íris' },
} as Live;

const camera = (changes: Partial<Camera> = {}): Camera => ({
  stream: null,
  opening: false,
  problem: null,
  devices: { cameras: [], microphones: [] },
  used: {},
  muted: { camera: false, microphone: false },
  open: vi.fn<() => void>(),
  close: vi.fn<() => void>(),
  choose: async () => null,
  toggleMute: () => {},
  ...changes,
});

/** With a track, without which no offer is made. */
const newPicture = (): MediaStream => {
  const picture = document.createElement('canvas');
  picture.getContext('2d');
  return picture.captureStream();
};

/** Addresses to which an offer was sent. */
let offered: string[];
beforeEach(async () => {
  // On a phone the panels stand over the picture.
  await page.viewport(1_280, 800);
  offered = [];
  installTransport(async ({ path }) => ({
    status: 200,
    body: { success: true, data: path.endsWith('/ice-servers') ? [] : null },
  }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method === 'POST') offered.push(String(input));
    return new Response(JSON.stringify({ code: 'live.sentByProgram' }), { status: 409 });
  });
});
afterEach(() => vi.restoreAllMocks());

const show = async (live: Live, device: Camera) => {
  let change = (_next: Live): void => {};
  const Changing = () => {
    const [now, setNow] = useState(live);
    change = setNow;
    return <OnAir live={now} camera={device} />;
  };
  const router = createMemoryRouter([{ path: '*', element: <Changing /> }]);
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { screen, change: (next: Live) => change(next) };
};

const REPLACE = 'Usar a câmera deste aparelho';

test('the page says what sends the show, lets the camera go, and offers nothing of this device', async () => {
  const device = camera({ stream: newPicture() });
  const { screen } = await show(LIVE, device);
  await expect.element(screen.getByText('Este show é transmitido por OBS de casa')).toBeVisible();
  await expect.element(screen.getByText(/o show continua/)).toBeVisible();
  await expect.poll(() => device.close).toHaveBeenCalled();
  expect(device.open).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Silenciar o microfone' }).elements()).toEqual([]);
  expect(offered).toEqual([]);
});

test('the camera of this device takes the place of the program after a question', async () => {
  const device = camera();
  const { screen } = await show(LIVE, device);
  await userEvent.click(screen.getByRole('button', { name: REPLACE }));
  await expect.element(screen.getByText(/o programa é desligado do show/)).toBeVisible();
  expect(device.open).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: REPLACE }));
  await expect.poll(() => device.open).toHaveBeenCalled();
});

test.each([
  ['away', /A conexão do programa caiu/],
  ['starting', /Esperando a imagem do programa/],
] as const)('the page says that the program is %s', async (state, text) => {
  const { screen } = await show({ ...LIVE, state }, camera());
  await expect.element(screen.getByText(text)).toBeVisible();
});

test('a camera that can’t be opened leaves the show to the program, and says why', async () => {
  const device = camera({ problem: 'denied' });
  const { screen } = await show({ ...LIVE, program: { label: '' } }, device);
  await userEvent.click(screen.getByRole('button', { name: REPLACE }));
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: REPLACE }));
  await expect.element(screen.getByText(/não deixou usar a câmera/)).toBeVisible();
  await expect.element(screen.getByText('Este show é transmitido por um programa')).toBeVisible();
  expect(offered).toEqual([]);
});

test('a page that a program was seen to send opens nothing when another device takes the show over', async () => {
  const device = camera({ stream: newPicture() });
  const { screen, change } = await show(LIVE, device);
  const text = screen.getByText('Este show é transmitido por um programa');
  change({ ...LIVE, program: null });
  await expect.element(text).toBeVisible();
  expect(device.open).not.toHaveBeenCalled();
  expect(offered).toEqual([]);
});

test('a page that sends goes on when a program was only answered, and yields when it is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method === 'POST') offered.push(String(input));
    return promise;
  });
  const device = camera({ stream: newPicture() });
  const { screen, change } = await show({ ...LIVE, program: null }, device);
  await expect.poll(() => offered).toHaveLength(1);
  change(LIVE);
  await expect.element(screen.getByRole('button', { name: 'Silenciar o microfone' })).toBeVisible();
  expect(device.close).not.toHaveBeenCalled();
  resolve(new Response(JSON.stringify({ code: 'live.sentByProgram' }), { status: 409 }));
  await expect.element(screen.getByText('Este show é transmitido por OBS de casa')).toBeVisible();
  await expect.poll(() => device.close).toHaveBeenCalled();
});

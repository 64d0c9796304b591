// A producer says who appears in a party or private show before it starts, and keeps clips of one
// that is recorded.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import type { Live } from '../queries.ts';
import { Answer } from './Answer.tsx';
import { Setup } from './Setup.tsx';
import { ShowControls } from './ShowControls.tsx';
import type { Camera } from './use-camera.ts';

const openCamera = (): Camera => ({
  stream: new MediaStream(),
  opening: false,
  problem: null,
  devices: { cameras: [], microphones: [] },
  used: {},
  muted: { camera: false, microphone: false },
  open: () => {},
  close: () => {},
  choose: async () => null,
  toggleMute: () => {},
});
const PERFORMERS = [
  { id: 'p1', stageName: 'Lua', mayBeTagged: true },
  { id: 'p2', stageName: 'Sol', mayBeTagged: false },
];
const CALLS = [
  { id: 'c1', type: '3', balance: 5_000, profile: { id: 'malu', exibitionName: 'Malu' } },
];
const BY_PROGRAM = 'Transmitir por um programa';
const LIVE = { id: 'l1', type: '2', state: 'onAir', recording: 'off', recorded: true } as Live;

let sent: WireRequest[];
let recordings: object[];
let faceCheck: boolean;
let keys: { id: string; label: string; heldUntil: string | null }[];
const bodiesOf = (path: string) =>
  sent
    .filter((request) => request.method === 'POST' && request.path === path)
    .map(({ body }) => JSON.parse(body ?? '{}') as Record<string, unknown>);

beforeEach(() => {
  sent = [];
  recordings = [];
  faceCheck = false;
  keys = [];
  const answers: Record<string, unknown> = {
    'GET /performers': PERFORMERS,
    'GET /lives/calls': CALLS,
    'GET /lives/ingest/performers': [{ id: 'p2', stageName: 'Sol', mayAppear: false }],
    'POST /lives': { ...LIVE, profile: { domainName: 'iris' } },
  };
  installTransport(async (request) => {
    sent.push(request);
    const key = `${request.method} ${request.path}`;
    if (key === 'DELETE /lives/ingest/keys/k1/hold')
      keys = keys.map((one) => ({ ...one, heldUntil: null }));
    const lists: Record<string, unknown> = {
      'GET /lives/get-start-terms': { faceCheck },
      'GET /lives/recordings': recordings,
      'GET /lives/ingest/keys': keys,
    };
    const data = lists[key] ?? answers[key] ?? null;
    return { status: 200, body: { success: true, data } };
  });
});

const show = (content: ReactNode) => {
  const router = createMemoryRouter([{ path: '*', element: content }]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

const STARTS = [
  {
    name: 'a party',
    content: () => <Setup camera={openCamera()} />,
    button: 'Começar o show',
    body: { type: '2', title: '' },
  },
  {
    name: 'the private show of an accepted call',
    content: () => (
      <Answer profileId="malu" type="3" party={null} camera={openCamera()} onStarted={() => {}} />
    ),
    button: 'Atender a chamada',
    body: { type: '3', privateWatcherId: 'malu' },
  },
];

test.each(STARTS)(
  '$name starts with the performers who appear in it',
  async ({ content, button, body }) => {
    const screen = await show(content());
    await userEvent.selectOptions(screen.getByLabelText('Quem aparece'), 'Eu e outras pessoas');
    const start = screen.getByRole('button', { name: button });
    await expect.element(start).toBeDisabled();
    expect(screen.getByLabelText('Sol').elements()).toEqual([]);
    await userEvent.click(screen.getByLabelText('Lua'));
    await userEvent.click(start);
    await expect.poll(() => bodiesOf('/lives')).toEqual([{ ...body, performerIds: ['p1'] }]);
  },
);

test('the address of a call that is over says so, and opens no camera', async () => {
  let opened = 0;
  const camera = { ...openCamera(), stream: null, open: () => void (opened += 1) };
  const screen = await show(
    <Answer profileId="beto" type="3" party={null} camera={camera} onStarted={() => {}} />,
  );
  await expect
    .element(screen.getByText('Esta chamada terminou. Quem chamou pode chamar de novo.'))
    .toBeVisible();
  expect(screen.getByRole('button', { name: 'Atender a chamada' }).elements()).toEqual([]);
  expect(opened).toBe(0);
});

test.each(STARTS)(
  '$name starts by the declaration that its producer appears alone',
  async ({ content, button, body }) => {
    const screen = await show(content());
    await expect.element(screen.getByText('Declaro que só eu apareço neste show.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: button }));
    await expect.poll(() => bodiesOf('/lives')).toEqual([{ ...body, performerIds: [] }]);
  },
);

/** A camera whose picture is one colour. */
const paintedStream = (): MediaStream => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const paint = () => {
    if (context) context.fillStyle = '#a05030';
    context?.fillRect(0, 0, canvas.width, canvas.height);
  };
  paint();
  const timer = setInterval(paint, 50);
  onTestFinished(() => clearInterval(timer));
  return canvas.captureStream();
};

test('a show waits for a picture of the face where one is asked for, and starts with the one that was seen', async () => {
  faceCheck = true;
  const screen = await show(<Setup camera={{ ...openCamera(), stream: paintedStream() }} />);
  const start = screen.getByRole('button', { name: 'Começar o show' });
  await expect.element(screen.getByText(/compara com os seus documentos/)).toBeVisible();
  await expect.element(start).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Tirar a foto' }));
  const seen = screen.getByAltText('A foto que você tirou');
  await expect.element(seen).toBeVisible();
  await expect.element(screen.getByText(/declara que é você/)).toBeVisible();
  await userEvent.click(start);
  await expect
    .poll(() =>
      bodiesOf('/lives').map(({ facePicture }) => `data:image/jpeg;base64,${facePicture}`),
    )
    .toEqual([(seen.element() as HTMLImageElement).src]);
});

test('a call to a party that a program sends is answered without a camera', async () => {
  const camera = { ...openCamera(), stream: null, open: vi.fn<() => void>() };
  const party = { ...LIVE, program: { label: 'OBS de casa' } };
  const screen = await show(
    <Answer profileId="malu" type="2" party={party} camera={camera} onStarted={() => {}} />,
  );
  await expect.element(screen.getByText('Este show é transmitido por OBS de casa')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Atender a chamada' }));
  await expect
    .poll(() => bodiesOf('/lives'))
    .toEqual([{ type: '2', privateWatcherId: 'malu', performerIds: [] }]);
  expect(camera.open).not.toHaveBeenCalled();
});

test('a program that is refused after the end of its show is named, and allowed by one press', async () => {
  keys = [
    { id: 'k1', label: 'OBS de casa', heldUntil: '2026-01-15T12:20:00.000Z' },
    { id: 'k2', label: 'Celular', heldUntil: null },
  ];
  const screen = await show(<Setup camera={openCamera()} />);
  const notice = screen.getByText(/^A chave OBS de casa está recusada.* 20 minutos/);
  await expect.element(notice).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Permitir agora' }));
  await expect.element(notice).not.toBeInTheDocument();
});

test('a party that a program will send is opened by a button of its own, without a camera', async () => {
  keys = [{ id: 'k1', label: 'OBS de casa', heldUntil: null }];
  const camera = { ...openCamera(), stream: null, open: vi.fn<() => void>() };
  const screen = await show(<Setup camera={camera} />);
  await expect.element(screen.getByText(/^Programas não abrem shows agora: Sol /)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: BY_PROGRAM }));
  await expect
    .poll(() => bodiesOf('/lives'))
    .toEqual([{ type: '2', title: '', performerIds: [], byProgram: true }]);
  expect(camera.open).not.toHaveBeenCalled();
});

test('a party for a program waits for the picture of the face where one is asked for', async () => {
  faceCheck = true;
  keys = [{ id: 'k1', label: 'OBS de casa', heldUntil: null }];
  const screen = await show(<Setup camera={{ ...openCamera(), stream: paintedStream() }} />);
  const start = screen.getByRole('button', { name: BY_PROGRAM });
  await expect.element(screen.getByText(/compara com os seus documentos/)).toBeVisible();
  await expect.element(start).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Tirar a foto' }));
  await userEvent.click(start);
  await expect.poll(() => bodiesOf('/lives')).toMatchObject([{ byProgram: true }]);
  expect(bodiesOf('/lives')[0]?.['facePicture']).toBeTruthy();
});

test('a producer without a key is offered no party for a program', async () => {
  const screen = await show(<Setup camera={openCamera()} />);
  await expect.element(screen.getByRole('button', { name: 'Começar o show' })).toBeVisible();
  expect(screen.getByRole('button', { name: BY_PROGRAM }).elements()).toEqual([]);
});

const CLIP = 'Guardar os últimos 30 segundos';

test('the last seconds of a recorded show are kept by one press', async () => {
  recordings = [
    { id: 'r0', liveId: 'l1', endedAt: '2026-01-15T12:00:00.000Z' },
    { id: 'r1', liveId: 'l1', endedAt: null },
  ];
  const screen = await show(
    <ShowControls live={{ ...LIVE, recording: 'on' }} camera={openCamera()} onOpen={() => {}} />,
  );
  await userEvent.click(screen.getByRole('button', { name: CLIP }));
  await expect.poll(() => bodiesOf('/lives/recordings/r1/clips')).toEqual([{}]);
  expect(sent.find(({ path }) => path.endsWith('/clips'))?.headers['idempotency-key']).toBeTruthy();
});

test.each([
  ['is not recorded', 'off', { id: 'r1', liveId: 'l1', endedAt: null }],
  [
    'has a recording that only waits for its watcher',
    'asked',
    { id: 'r1', liveId: 'l1', endedAt: null },
  ],
  [
    'is recorded, while only another show has a recording',
    'on',
    { id: 'r1', liveId: 'l2', endedAt: null },
  ],
] as const)('a show that %s has no button for clips', async (_, recording, row) => {
  recordings = [row];
  const screen = await show(
    <ShowControls live={{ ...LIVE, recording }} camera={openCamera()} onOpen={() => {}} />,
  );
  await expect.element(screen.getByRole('button', { name: 'Encerrar' })).toBeVisible();
  if (recording === 'on')
    await expect.poll(() => sent.some(({ path }) => path === '/lives/recordings')).toBe(true);
  expect(screen.getByRole('button', { name: CLIP }).elements()).toEqual([]);
});

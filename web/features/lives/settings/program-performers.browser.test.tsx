// Who appears in shows that programs open: chosen beforehand, and named when they may not.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { IngestKeys } from './IngestKeys.tsx';
import { ProgramPerformers } from './ProgramPerformers.tsx';

const PEOPLE = [
  { id: 'p1', stageName: 'Lua', mayBeTagged: true },
  { id: 'p2', stageName: 'Sol', mayBeTagged: false },
];
const SAVE = 'Salvar quem aparece';

test('a person who may not appear is named until they are not declared any more', async () => {
  const sent: unknown[] = [];
  installTransport(async ({ method, path, body }) => {
    if (method === 'PUT') sent.push(JSON.parse(body ?? '{}'));
    const declared = [{ id: 'p2', stageName: 'Sol', mayAppear: false }];
    const next = [{ id: 'p1', stageName: 'Lua', mayAppear: true }];
    const data = path === '/performers' ? PEOPLE : method === 'PUT' ? next : declared;
    return { status: 200, body: { success: true, data } };
  });
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ProgramPerformers />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const notice = screen.getByText(/^Programas não abrem shows agora: Sol /);
  await expect.element(notice).toBeVisible();
  const save = screen.getByRole('button', { name: SAVE });
  await expect.element(save).toBeDisabled();
  await userEvent.click(screen.getByLabelText('Sol'));
  await expect.element(save).toBeDisabled();
  await userEvent.click(screen.getByLabelText('Lua'));
  await userEvent.click(save);
  await expect.element(notice).not.toBeInTheDocument();
  expect(sent).toEqual([{ performerIds: ['p1'] }]);
});

test.each([true, false])(
  'the page of keys says where a program’s show is opened (a picture is asked for: %s)',
  async (faceCheck) => {
    installTransport(async ({ path }) => ({
      status: 200,
      body: { success: true, data: path.endsWith('/get-start-terms') ? { faceCheck } : [] },
    }));
    const screen = await render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <IngestKeys />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const text = faceCheck ? /abra o show em \/live, com a foto/ : /abre um com quem você escolheu/;
    await expect.element(screen.getByText(text)).toBeVisible();
    const save = screen.getByRole('button', { name: SAVE });
    if (faceCheck) expect(save.elements()).toEqual([]);
    else await expect.element(save).toBeVisible();
  },
);

// The report of a show, as it opens from the flag over its picture.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport, type WireReply, type WireRequest } from '../../client/api/api.ts';
import { m } from '../../paraglide/messages.js';
import ReportDialog from './ReportDialog.tsx';
import { REPORT_REASONS } from './reasons.ts';

let sent: WireRequest[];
let answer: WireReply;
let closed: number;
beforeEach(() => {
  sent = [];
  closed = 0;
  const data = { reference: 'DEN-2026-0042', dueAt: '2026-03-03T12:00:00.000Z' };
  answer = { status: 200, body: { success: true, data } };
  installTransport(async (request) => {
    sent.push(request);
    return answer;
  });
});

const show = () => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: { profile: { id: 'davi' } } }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? (
          <ReportDialog targetKind="live" targetId="l1" onClose={() => (closed += 1)} />
        ) : null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  );
};
const fill = async (screen: Awaited<ReturnType<typeof show>>) => {
  await userEvent.selectOptions(screen.getByLabelText(m.report_reason()), REPORT_REASONS.minor());
  await userEvent.fill(screen.getByLabelText(m.report_text()), 'No fundo, à direita.');
  await userEvent.click(screen.getByRole('button', { name: m.report_send() }));
};

test('a show is reported with a reason and a text, and its reference is shown', async () => {
  const screen = await show();
  await fill(screen);
  await expect.element(screen.getByRole('status').getByText(/DEN-2026-0042/)).toBeVisible();
  expect(
    sent.map(({ method, path, body }) => [`${method} ${path}`, JSON.parse(body ?? '')]),
  ).toEqual([
    [
      'POST /reports',
      { targetKind: 'live', targetId: 'l1', reason: 'minor', text: 'No fundo, à direita.' },
    ],
  ]);
  await userEvent.click(screen.getByRole('status').getByRole('button', { name: m.close() }));
  expect(closed).toBe(1);
});

test('a report without a reason is not sent, and says what is missing', async () => {
  const screen = await show();
  await userEvent.click(screen.getByRole('button', { name: m.report_send() }));
  const reason = screen.getByLabelText(m.report_reason());
  await expect.element(reason).toBeInvalid();
  await expect.element(reason).toHaveFocus();
  expect(sent).toEqual([]);
});

test('a report that is refused says why, and keeps what was written', async () => {
  const message = 'Você já denunciou este show.';
  answer = { status: 429, body: { success: false, code: 'rate.limited', message } };
  const screen = await show();
  await fill(screen);
  await expect.element(screen.getByText(message)).toBeVisible();
  await expect.element(screen.getByLabelText(m.report_text())).toHaveValue('No fundo, à direita.');
});

// A decided report leaves the list of those that wait before its card could say so.
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { toastStore } from '../../../ui/overlays/toasts.ts';
import { reportsQuery } from './queries.ts';
import { ReportCard } from './ReportCard.tsx';

const REPORT = {
  id: '01a22059-6f3e-77d3-9b83-9ad158795fd2',
  reference: 'D-7K3M-9QXA',
  withheld: false,
  targetKind: 'comment',
  targetId: '01a22059-6f3e-77d3-9b83-9ad158795fd3',
  reason: 'fraud',
  text: 'Vejam.',
  createdAt: '2026-11-20T12:00:00.000Z',
  dueAt: '2026-11-27T12:00:00.000Z',
  reporter: null,
  about: { id: 'p1', domainName: 'malu', exibitionName: 'Malu Brisa' },
  alike: 0,
  target: null,
  evidence: null,
  decision: null,
};

afterEach(() => vi.unstubAllGlobals());

const Queue = () => {
  const { data = [] } = useInfiniteQuery(reportsQuery(false, ''));
  return data.map((report) => <ReportCard key={report.id} report={report} />);
};

test('a decision on a report is confirmed although its card is gone by then', async () => {
  let waiting = [REPORT];
  const said: string[] = [];
  const end = toastStore.subscribe(() =>
    said.push(...toastStore.current().map(({ text }) => text)),
  );
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) => {
    if (method === 'POST') waiting = [];
    return Response.json({ success: true, data: method === 'POST' ? { decided: 1 } : waiting });
  });
  const Page = () => (
    <QueryClientProvider client={new QueryClient()}>
      <Queue />
    </QueryClientProvider>
  );
  const Stub = createRoutesStub([{ path: '*', Component: Page }]);
  const screen = await render(<Stub />);
  // Nothing of it can be taken down, and whose it is leads to the person.
  await expect
    .element(screen.getByRole('link', { name: 'Malu Brisa' }))
    .toHaveAttribute('href', '/dsb/users?search=malu');
  await screen.getByLabelText(m.dsb_reason()).fill('Nada contra a regra.');
  await screen.getByRole('button', { name: m.dsb_reports_dismiss(), exact: true }).click();
  await expect.element(screen.getByRole('article')).not.toBeInTheDocument();
  await expect.poll(() => said).toContain(m.dsb_decided());
  end();
});

// The help page: its search, and who asks in which way.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../client/failures.ts';
import type { User } from '../../client/session/session.ts';
import HelpPage from './help.page.tsx';

const FAQS = [
  { product: 'fans', question: 'Como cancelo?', answer: 'Na página da assinatura.', version: 'v1' },
  { product: 'producers', question: 'Quando saco?', answer: 'Depois do prazo.', version: 'v1' },
];
let asked: string[];

beforeEach(() => {
  asked = [];
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path.split('?')[0] ?? '');
    return Response.json({ success: true, data: path.startsWith('/api/publics/faqs') ? FAQS : [] });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (session: { user: Partial<User> | null; site?: object }, address = '/help') => {
  const Page = () => (
    <QueryClientProvider client={new QueryClient()}>
      <HelpPage />
    </QueryClientProvider>
  );
  const Stub = createRoutesStub([
    { id: 'root', path: '*', Component: Page, loader: () => ({ site: {}, ...session }) },
  ]);
  return render(<Stub initialEntries={[address]} />);
};

test('the search of the help shows the questions about it with their answers open', async () => {
  const screen = await show({ user: null });
  await expect.element(screen.getByText('Quando saco?')).toBeVisible();
  await expect.element(screen.getByText('Na página da assinatura.')).not.toBeVisible();
  await screen.getByRole('searchbox', { name: 'Buscar na ajuda' }).fill('pagina ASSINATURA');
  await expect.element(screen.getByText('Na página da assinatura.')).toBeVisible();
  await expect.element(screen.getByText('Quando saco?')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Perguntas encontradas: 1');
  await screen.getByRole('searchbox').fill('xyz');
  await expect.element(screen.getByText('Nenhuma pergunta fala de “xyz”')).toBeVisible();
});

test('the help finds what a form without scripts asked for', async () => {
  const screen = await show({ user: null }, '/help?q=prazo');
  await expect.element(screen.getByText('Depois do prazo.')).toBeVisible();
  await expect.element(screen.getByText('Como cancelo?')).not.toBeInTheDocument();
});

test('a visitor asks by a form or by the lines of the operator, and no tickets are asked for', async () => {
  const site = { contact: 'mailto:ola@example.com', report: 'https://example.com/denuncia' };
  const screen = await show({ user: null, site }, '/help?appeal=x');
  await expect
    .element(screen.getByRole('link', { name: 'Contato' }))
    .toHaveAttribute('href', site.contact);
  await expect
    .element(screen.getByRole('link', { name: 'Denunciar conteúdo' }))
    .toHaveAttribute('href', site.report);
  await expect.element(screen.getByRole('link', { name: 'Entrar' }).first()).toBeVisible();
  await expect.element(screen.getByText(/entre na conta que recebeu o e-mail/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Falar com a gente' })).toBeVisible();
  expect(asked).not.toContain('/api/profiles/help');
});

test('a member asks by a form and sees earlier tickets', async () => {
  const screen = await show({ user: { profile: {} } as never });
  await expect.element(screen.getByRole('button', { name: 'Falar com a gente' })).toBeVisible();
  await expect.poll(() => asked).toContain('/api/profiles/help');
});

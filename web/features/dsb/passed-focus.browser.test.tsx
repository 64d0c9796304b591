// Where the focus is after a decision, which takes the card with the pressed button out of its
// queue.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AdminCard, AdminPage } from './index.ts';

const Queue = () => {
  const [names, setNames] = useState(['ana', 'bia', 'caio']);
  return (
    <AdminPage title="Queue">
      {names.map((name) => (
        <AdminCard key={name} itemId={name} title={name}>
          <button type="button" onClick={() => setNames(names.filter((one) => one !== name))}>
            Decide {name}
          </button>
        </AdminCard>
      ))}
    </AdminPage>
  );
};

test('the focus goes to the next card, then to the one before, then to the title', async () => {
  const Page = () => (
    <QueryClientProvider client={new QueryClient()}>
      <Queue />
    </QueryClientProvider>
  );
  const Stub = createRoutesStub([{ path: '*', Component: Page }]);
  const screen = await render(<Stub />);
  const card = (name: string) => screen.getByRole('article').filter({ hasText: name });
  const decide = async (name: string) => {
    screen
      .getByRole('button', { name: `Decide ${name}` })
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(card(name)).not.toBeInTheDocument();
  };
  await decide('bia');
  await expect.element(card('caio')).toHaveFocus();
  await decide('caio');
  await expect.element(card('ana')).toHaveFocus();
  await decide('ana');
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

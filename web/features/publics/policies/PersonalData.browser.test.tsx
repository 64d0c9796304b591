// What the privacy page says about data that stays after the removal of an account.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { PersonalData } from './PersonalData.tsx';
import { type PersonalDataEntry, personalDataQuery } from './queries.ts';

test('the time for which data is kept is said in whole days', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const entry: PersonalDataEntry = {
    name: 'Promoções já usadas',
    ground: 'claims',
    removal: 'kept',
    basis: 'claims',
    days: 1_827,
    from: 'removal',
  };
  client.setQueryData(personalDataQuery.queryKey, [entry]);
  const page = await render(
    <QueryClientProvider client={client}>
      <PersonalData />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('1.827 dias depois da remoção da conta')).toBeVisible();
});

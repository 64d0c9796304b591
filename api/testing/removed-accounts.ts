// The removal of an account, as its owner does it, with or without what a job erases after it.
import { centavos } from '@camarim/contract/money';
import type { ApiClient } from '../api-client.ts';
import { TEST_PASSWORD, type TestApp } from './app.ts';

export const removeAccountOf = async (app: TestApp, person: ApiClient): Promise<void> => {
  await confirmRemovalOf(app, person);
  await app.runJobs();
};

/** The content is still to be erased. */
export const confirmRemovalOf = async (app: TestApp, person: ApiClient): Promise<void> => {
  await person.call('POST /auth/remove');
  await app.runJobs();
  const email = `${person.domainName}@example.com`;
  const [token] = ((await app.ctx.mail.inbox?.list(100)) ?? [])
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /account\/remove#([\w-]+)/.exec(text)?.[1] ?? []);
  const { balance, earnings } = await app.visitor.call('POST /auth/remove-terms', {
    body: { token: token ?? '' },
  });
  await app.visitor.call('POST /auth/remove-confirm', {
    body: {
      token: token ?? '',
      email,
      password: TEST_PASSWORD,
      waive: centavos(balance + earnings),
    },
  });
};

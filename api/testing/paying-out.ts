// Producers who are paid out, for tests: known by their documents, freshly proved, with an account
// and with earnings.
import { randomUUID } from 'node:crypto';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { registerOrLogIn, type ApiClient } from '../api-client.ts';
import { TEST_PASSWORD, type TestApp } from './app.ts';
import { joinAdmin, signupOf, viewRequestOf } from './producing.ts';
import { fill } from './publishing.ts';

export type Payee = ApiClient & { document: string; fullName: string };

/** Logged in again, and just proved who they are. */
export const signInWithProof = async (app: TestApp, domainName: string): Promise<ApiClient> => {
  const person = await registerOrLogIn(app.server, {
    username: domainName,
    name: 'x',
    email: `${domainName}@example.com`,
    password: TEST_PASSWORD,
  });
  await person.call('POST /auth/step-up', { body: { password: TEST_PASSWORD } });
  return person;
};

/** A new producer, approved by an administrator. */
export const joinPayee = async (app: TestApp, domainName: string): Promise<Payee> => {
  const person = await app.join(domainName);
  const signup = await signupOf(app, person);
  await person.call('POST /profiles/became-producer', { body: signup });
  const admin = await joinAdmin(app, `chefe-${domainName}`);
  await viewRequestOf(app, admin, person);
  await admin.call('POST /profiles/approve-producer', {
    body: { producerId: person.profileId, decision: 'approve' },
  });
  app.clock.advance(6_000);
  return {
    ...(await signInWithProof(app, domainName)),
    document: signup.document,
    fullName: signup.fullName,
  };
};

/** Adds a key of theirs and lets the waiting time go by. */
export const addKey = async (
  app: TestApp,
  payee: Payee,
  pix = `${payee.domainName}@example.com`,
): Promise<Payee> => {
  await payee.call('POST /banks', {
    body: { isPix: true, pix, holderName: payee.fullName, holderDocument: payee.document },
  });
  app.clock.advance(25 * HOUR_MS);
  return { ...payee, ...(await signInWithProof(app, payee.domainName)) };
};

/** Tips that were released: `amount` can be cashed out, without any fee of the platform. */
export const earn = async (app: TestApp, payee: ApiClient, amount: number): Promise<void> => {
  const { fan } = app;
  const { ledger } = app.ctx;
  await fill(app, fan, amount);
  await ledger.post({
    kind: 'tip',
    key: randomUUID(),
    fromId: fan.profileId,
    toId: payee.profileId,
    postId: null,
    amount: centavos(amount),
    feeBps: 0,
  });
  await ledger.fold();
  const { rows } = await app.ctx.pool.query<{ at: Date; amount: string }>(
    "SELECT h.release_at AS at, h.amount FROM ledger_holds h JOIN ledger_accounts a ON a.id = h.account_id WHERE a.owner_profile_id = $1 AND a.kind = 'pending' AND h.amount > 0",
    [payee.profileId],
  );
  for (const hold of rows)
    await ledger.post({
      kind: 'release',
      key: randomUUID(),
      profileId: payee.profileId,
      releaseAt: hold.at,
      amount: centavos(Number(hold.amount)),
    });
};

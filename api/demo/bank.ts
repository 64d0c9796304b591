// The first producer of the demo can cash out at once: known by a document, with a Pix key that has
// waited, and earnings released.
import type { ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import { insertApprovedIdentity } from '../features/verifications/index.ts';
import { type ApiClient, createApiClient } from '../api-client.ts';
import type { Ctx } from '../context.ts';
import type { Platform } from '../platform/platform.ts';
import { DEMO_HOME, DEMO_PASSWORD } from './cast.ts';
import { topUp } from './money.ts';

/** A valid CPF of textbooks that belongs to no person. */
const DEMO_CPF = '52998224725';
const HOLDER = 'Íris Veludo da Silva';
/** Longer ago than a new account has to wait. */
const ADDED_HOURS_AGO = 30 * 24;

export const openBank = async (ctx: Ctx, person: ApiClient): Promise<void> => {
  const { rows } =
    await sql`SELECT 1 FROM bank_accounts WHERE profile_id = ${person.profileId}::uuid`.execute(
      ctx.db,
    );
  if (rows.length > 0) return;
  await insertApprovedIdentity(ctx, ctx.db, person.profileId as ProfileId, {
    fullName: HOLDER,
    document: DEMO_CPF,
    celphone: '11987654321',
    birthDate: '1996-03-14',
    ...DEMO_HOME,
  });
  await person.call('POST /auth/step-up', { body: { password: DEMO_PASSWORD } });
  await person.call('POST /banks', {
    body: { isPix: true, pix: DEMO_CPF, holderName: HOLDER, holderDocument: DEMO_CPF },
  });
  // Created now, because a session of a month ago would have expired, and dated back to its
  // cool-off.
  const then = new Date(ctx.clock.now().getTime() - ADDED_HOURS_AGO * HOUR_MS);
  await sql`UPDATE bank_accounts SET created_at = ${then}, payable_at = ${then}
    WHERE profile_id = ${person.profileId}::uuid`.execute(ctx.db);
};

/** A generous tip, and no more waiting for what was earned so far. */
export const releaseEarnings = async (
  { server, ctx: { ledger } }: App,
  { db }: Platform,
  fan: ApiClient,
  producer: ApiClient,
  sandboxUrl: string,
): Promise<void> => {
  const giver = createApiClient(server, fan);
  await topUp(giver, 50_000, sandboxUrl, 'large-top-up');
  await giver.call('POST /funds/tips', {
    body: { toProfileId: producer.profileId as ProfileId, value: 40_000 },
    idempotencyKey: `demo-large-tip-${fan.domainName}`,
  });
  await ledger.fold();
  const { rows } = await sql<{ at: Date; amount: number }>`
    SELECT h.release_at AS at, h.amount::int AS amount FROM ledger_holds h
      JOIN ledger_accounts a ON a.id = h.account_id
    WHERE a.owner_profile_id = ${producer.profileId}::uuid AND a.kind = 'pending'
      AND h.amount > 0`.execute(db);
  for (const { at, amount } of rows)
    await ledger.post({
      kind: 'release',
      key: `demo:${at.toISOString()}`,
      profileId: producer.profileId as ProfileId,
      releaseAt: at,
      amount: centavos(amount),
    });
};

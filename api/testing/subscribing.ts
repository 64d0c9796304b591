// Plans and subscribers for tests, made by the product's own calls, and what must hold of every
// subscription.
import type { RouteKey, Routes } from '@camarim/contract';
import { centavos } from '@camarim/contract/money';
import type { BodyInput } from '@camarim/contract/route';
import { registerOrLogIn, type ApiClient, type ApiResponse } from '../api-client.ts';
import { newId } from '../platform/ids/new-id.ts';
import { TEST_PASSWORD, type TestApp } from './app.ts';

type Renewal = BodyInput<Routes['POST /profiles/{profileId}/renew']>;

/** Subscribes at a price; a key of its own unless one is given. */
export const subscribeTo = (
  fan: ApiClient,
  producer: ApiClient,
  price: number,
  more: Partial<Renewal> = {},
  idempotencyKey: string = newId(),
): Promise<ApiResponse<'POST /profiles/{profileId}/renew'>> =>
  fan.ask('POST /profiles/{profileId}/renew', {
    params: { profileId: producer.profileId },
    body: { price: centavos(price), ...more },
    idempotencyKey,
  });

/** Logs in again, after days that no session outlives. */
export const back = ({ server }: TestApp, { domainName }: ApiClient): Promise<ApiClient> =>
  registerOrLogIn(server, {
    username: domainName,
    name: domainName,
    email: `${domainName}@example.com`,
    password: TEST_PASSWORD,
  });

export const openPlan = (producer: ApiClient, price: number) =>
  producer.call('POST /tiers/paid', { body: { price: centavos(price) } });

export const stopRenewing = (fan: ApiClient, producer: ApiClient) =>
  fan.call('DELETE /profiles/{id}/subscribe' satisfies RouteKey, {
    params: { id: producer.profileId },
  });

/**
 * A lapsed subscription that began again, and whose new period was taken back at the moment it
 * began: by a clock that stands still it is paid until then.
 */
const EXCEPT_UNDONE_AT_ONCE =
  'NOT (s.months_paid = 0 AND s.paid_until = s.anchor_at AND NOT EXISTS (SELECT FROM subscription_periods p WHERE p.subscription_id = s.id AND upper(p.during) > s.anchor_at))';

/**
 * What is out of place; empty when every period was paid once, and access is exactly the time that
 * was paid.
 */
export const subscriptionFaults = async ({ ctx }: TestApp): Promise<unknown[]> => {
  const { rows } = await ctx.pool.query(`
    SELECT 'a period without its money' AS fault, p.id FROM subscription_periods p
      LEFT JOIN ledger_transfers t ON t.id = p.transfer_id AND t.kind = 'subscription'
      WHERE t.id IS NULL AND p.transfer_id IS NOT NULL
    UNION ALL SELECT 'money without its period', t.id FROM ledger_transfers t
      LEFT JOIN subscription_periods p ON p.transfer_id = t.id WHERE t.kind = 'subscription'
      AND p.id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id)
    UNION ALL SELECT 'a period of another amount', p.id FROM subscription_periods p
      WHERE p.amount_centavos <> (SELECT -sum(e.amount) FROM ledger_entries e
        JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'wallet'
        WHERE e.transfer_id = p.transfer_id)
    UNION ALL SELECT 'paid until another day', s.id FROM subscriptions s
      WHERE s.paid_until <> (SELECT max(upper(p.during)) FROM subscription_periods p
        WHERE p.subscription_id = s.id) AND ${EXCEPT_UNDONE_AT_ONCE}
    UNION ALL SELECT 'access is not what was paid', s.id FROM subscriptions s
      LEFT JOIN access a ON a.kind = 'subscription' AND a.profile_id = s.fan_id
        AND a.producer_id = s.producer_id
      WHERE tstzrange(a.starts_at, a.expires_at) IS DISTINCT FROM coalesce((
        SELECT r FROM unnest((SELECT range_agg(p.during) FROM subscription_periods p
          WHERE p.subscription_id = s.id)) r ORDER BY upper(r) DESC LIMIT 1), 'empty')
          AND ${EXCEPT_UNDONE_AT_ONCE}`);
  return [...rows, ...(await ctx.ledger.checkInvariants())];
};

/** How often a fan paid a producer's plan, and how much. */
export const paidBy = async (
  { ctx }: TestApp,
  fan: ApiClient,
  producer: ApiClient,
): Promise<{ times: number; amount: number }> => {
  const { rows } = await ctx.pool.query(
    `SELECT count(*)::int AS times, coalesce(sum(p.amount_centavos), 0)::int AS amount
      FROM subscription_periods p JOIN subscriptions s ON s.id = p.subscription_id
      WHERE s.fan_id = $1 AND s.producer_id = $2`,
    [fan.profileId, producer.profileId],
  );
  return rows[0] as { times: number; amount: number };
};

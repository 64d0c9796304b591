// Money of the demo: fans top up by Pix at the sandbox bank, then tip and buy, so that every
// balance has a history.
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { type ApiClient, createApiClient } from '../api-client.ts';

const PAID_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 200;

/** Asks for a Pix and pays it as a person would, at the bank. */
export const topUp = async (
  fan: ApiClient,
  value: 2_500 | 5_000 | 10_000 | 25_000 | 50_000,
  sandboxUrl: string,
  purpose = 'top-up',
): Promise<void> => {
  const charge = await fan.call('POST /funds', {
    body: { paymentMethodKey: 'pix', value },
    idempotencyKey: `demo-${purpose}-${fan.domainName}`,
  });
  if (charge.status === 'paid') return;
  const txid = charge.id.replaceAll('-', '');
  await fetch(`${sandboxUrl}/__pix/cob/${txid}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  for (let waited = 0; waited < PAID_WITHIN_MS; waited += LOOK_EVERY_MS) {
    if (
      (await fan.call('GET /funds/charges/{id}', { params: { id: charge.id } })).status === 'paid'
    )
      return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('the demo payment did not arrive');
};

/** Subscribes where there is a plan, at its monthly price. */
const subscribe = async (fan: ApiClient, domainname: string): Promise<void> => {
  const { id, tier, subscribedUntil } = await fan.call('GET /publics/profiles/{domainname}', {
    params: { domainname },
  });
  if (!tier || subscribedUntil !== null) return;
  await fan.call('POST /profiles/{profileId}/renew', {
    params: { profileId: id },
    body: { price: tier.basePrice.price },
    idempotencyKey: `demo-subscription-${fan.domainName}-${domainname}`,
  });
};

/** Goals have something in them from the start. */
const help = async (fan: ApiClient, profileId: ApiClient['profileId']): Promise<void> => {
  const [goal] = await fan.call('GET /goals', { query: { profileId: profileId as never } });
  if (goal)
    await fan.call('POST /funds/tips', {
      body: { goalId: goal.id, value: 2_000 },
      idempotencyKey: `demo-goal-tip-${fan.domainName}-${goal.id}`,
    });
};

/** The demo's subscriptions: the first fan leaves the first producer's plan to be tried out. */
const SUBSCRIPTIONS: Record<string, readonly string[]> = {
  davi: ['dalianorte'],
  malu: ['irisveludo', 'auroraprisma'],
  beto: ['irisveludo', 'liasolar'],
};

export const fillWallets = async (
  app: App,
  fans: readonly ApiClient[],
  producers: readonly { person: ApiClient; postIds: string[] }[],
  sandboxUrl: string,
): Promise<void> => {
  for (const [turn, known] of fans.entries()) {
    // On the real application: money has no yesterday.
    const fan = createApiClient(app.server, known);
    await topUp(fan, 25_000, sandboxUrl);
    for (const { person } of producers)
      if (SUBSCRIPTIONS[fan.domainName]?.includes(person.domainName))
        await subscribe(fan, person.domainName);
    for (const [index, { person, postIds }] of producers.entries()) {
      await help(fan, person.profileId);
      if ((index + turn) % 3 === 0) {
        await fan.call('POST /funds/tips', {
          body: { toProfileId: person.profileId, value: 500 + 250 * ((index + turn) % 5) },
          idempotencyKey: `demo-tip-${fan.domainName}-${index}`,
        });
      }
      for (const id of turn === 0 && index < 2 ? postIds : []) {
        const { price, mine } = await fan.call('GET /posts/{id}', { params: { id } });
        if (price !== null && !mine)
          await fan.call('POST /posts/{id}/purchase', {
            params: { id },
            body: { price },
            idempotencyKey: `demo-purchase-${fan.domainName}-${id}`,
          });
      }
    }
  }
};

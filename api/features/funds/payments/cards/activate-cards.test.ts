// Cards that their acquirer activates later: none waits behind others, and none waits where nothing
// is to be waited for.
import type { ProfileId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { saveCard as save } from '../../../../testing/cards/paying.ts';
import { activateCards } from './activate-cards.ts';
import { listSaved } from './store.ts';

let app: TestAppWithBank;
beforeAll(async () => {
  app = await appWithBank();
});

const readyAt = async ({ profileId }: ApiClient) =>
  (await listSaved(app.platform.db, profileId as ProfileId, 'card'))[0]?.readyAt;

/** Cards of a person, older than any other, that their acquirer does not know. */
const addUnknown = (person: ApiClient, count: number) =>
  app.platform.pool.query(
    `INSERT INTO saved_payments (id, profile_id, payment_type, provider, token, bin6, last4, brand_id, expires, holder, details_sealed, is_default, ready_at, created_at)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, profile_id, payment_type, provider, 'unknown-' || n, bin6, last4, brand_id, expires, holder, details_sealed, false, NULL, created_at - interval '1 day'
     FROM saved_payments, generate_series(1, $2) n WHERE profile_id = $1`,
    [person.profileId, count],
  );

test('a card is activated although more older ones than one batch holds are never answered for', async () => {
  const [crowd, person] = [await app.join('muitos'), await app.join('espera')];
  await save(crowd);
  await addUnknown(crowd, 101);
  await save(person);
  await app.platform.pool.query('UPDATE saved_payments SET ready_at = NULL WHERE profile_id = $1', [
    person.profileId,
  ]);
  await activateCards(app.platform);
  expect(await readyAt(person)).toBeInstanceOf(Date);
  await app.platform.pool.query("DELETE FROM saved_payments WHERE token LIKE 'unknown-%'");
});

test('a card that an application of the version before kept meanwhile is ready where its acquirer activates cards at once', async () => {
  const person = await app.join('anterior');
  await save(person);
  await app.platform.pool.query('UPDATE saved_payments SET ready_at = NULL WHERE profile_id = $1', [
    person.profileId,
  ]);
  const { rede } = app.platform.payments;
  if (!rede?.cards) throw new Error('no cards');
  const { state: _state, ...atOnce } = rede.cards;
  await activateCards({
    ...app.platform,
    payments: { ...app.platform.payments, rede: { ...rede, cards: atOnce } },
  });
  expect(await readyAt(person)).toBeInstanceOf(Date);
});

// An account that is removed while its acquirer stores its card: nothing of the card stays, neither
// here nor at the acquirer.
import { beforeAll, expect, test } from 'vitest';
import type { StoredCard } from '../../../../platform/payments/port.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { HOLDER } from '../../../../testing/cards/paying.ts';
import { type NewSavedPayment, savePayment } from './save-card.ts';
import { listSaved } from './store.ts';

let app: TestAppWithBank;
beforeAll(async () => {
  app = await appWithBank();
});

const STORED: StoredCard = {
  token: 'stored-for-removed',
  ready: true,
  bin6: '544828',
  last4: '0007',
  expires: '2031-12',
  holder: 'DAVI D. T.',
};
const BODY = {
  ...HOLDER,
  encrypted: 'x',
  recapcha: 'x',
  holderDocument: '52998224725',
  holderPhoneNumber: '+5511987654321',
} as unknown as NewSavedPayment;

test('a card is deleted at the acquirer when its account is removed while the acquirer stores it', async () => {
  const person = await app.join('some');
  const profileId = person.profileId;
  const forgotten: string[] = [];
  const { rede } = app.ctx.payments;
  if (!rede?.cards) throw new Error('no cards');
  const cards = {
    ...rede.cards,
    store: async () => {
      await app.ctx.pool.query(
        'UPDATE users u SET removed_at = now() FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
        [profileId],
      );
      return STORED;
    },
    remove: async (token: string) => void forgotten.push(token),
  };
  const platform = {
    ...app.ctx,
    payments: { ...app.ctx.payments, rede: { ...rede, cards } },
  };
  await expect(
    savePayment(platform, { profileId, address: '198.51.100.7', device: null }, BODY),
  ).rejects.toMatchObject({ code: 'auth.required' });
  expect([await listSaved(app.ctx.db, profileId, null), forgotten]).toEqual([
    [],
    ['stored-for-removed'],
  ]);
});

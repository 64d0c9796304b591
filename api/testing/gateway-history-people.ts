// Who takes part in histories of payments: fans who buy, a producer who cashes out, an administrator, and posts for sale.
import type { ProfileId } from '@camarim/contract/ids';
import type { TestAppWithBank } from './bank.ts';
import type { GatewayHistory } from './gateway-history.ts';
import { addKey, earn, joinPayee } from './paying-out.ts';
import { joinAdmin } from './producing.ts';
import { publish } from './publishing.ts';

const PRICES = [900, 2_500, 4_000];
/** Enough for every cash-out of a history. */
const EARNED = 100_000_000;

export const peopleOfHistory = async (app: TestAppWithBank): Promise<Pick<GatewayHistory, 'fans' | 'payee' | 'adminId' | 'posts'>> => {
  const posts = [];
  for (const price of PRICES) posts.push({ id: (await publish(app, app.producer, { text: 'Veja', price, pictures: 0 })).id, price });
  const admin = await joinAdmin(app, 'historiador');
  const payee = await addKey(app, await joinPayee(app, 'recebedora'));
  await earn(app, payee, EARNED);
  const fans = [await app.join('fa1'), await app.join('fa2'), await app.join('fa3')];
  return { fans, payee, adminId: admin.profileId as ProfileId, posts };
};

// Who takes part in histories of payments: a producer who sells and one who cashes out, an
// administrator, and kept cards at every acquirer.
import { randomUUID } from 'node:crypto';
import type { PostId, ProfileId, SavedPaymentId } from '@camarim/contract/ids';
import { CompactEncrypt, importJWK } from 'jose';
import { insertSaved } from '../../features/funds/payments/cards/store.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { CardGatewayName, StoredCard } from '../../platform/payments/port.ts';
import type { TestAppWithBank } from '../bank.ts';
import { PAN } from '../cards/paying.ts';
import { addPeople } from '../ledger/ledger.ts';
import { addKey, earn, joinPayee, type Payee } from '../paying-out.ts';
import { joinAdmin } from '../producing.ts';
import { publish } from '../publishing.ts';
import { CARDS, GATEWAYS, type HistoryCard } from './operations.ts';

const PRICES = [900, 2_500, 4_000, 700, 1_800, 3_300, 1_000, 5_000];
const FANS = 3;
/** Enough for every cash-out of all histories. */
const EARNED = 100_000_000;
const MASTERCARD = 2;
/** How the bank behind the stand-ins decides on a kept card: by its holder's name. */
const HOLDERS: Record<HistoryCard, string> = {
  good: 'PESSOA DE TESTE',
  declined: 'PESSOA 111',
  suspicious: 'REVISAR PESSOA',
};

type SavedCard = StoredCard & { provider: CardGatewayName; kind: HistoryCard };
/** A fan of one history, with a kept card of every kind at every acquirer. */
export type HistoryFan = {
  profileId: ProfileId;
  cardOf(provider: CardGatewayName, kind: HistoryCard): SavedPaymentId;
};
export type HistoryPeople = {
  payee: Payee;
  adminId: ProfileId;
  posts: { id: PostId; price: number }[];
  cards: SavedCard[];
};

const saveCard = async (
  { ctx }: TestAppWithBank,
  provider: CardGatewayName,
  kind: HistoryCard,
): Promise<SavedCard> => {
  const cardsApi = ctx.payments[provider]?.cards;
  if (!cardsApi) throw new Error(`${provider} takes no cards`);
  const { jwk, kid } = await cardsApi.publicKey();
  const plain = {
    nonce: randomUUID(),
    number: PAN,
    holderName: HOLDERS[kind],
    expiration: '12/2031',
    cvv: '235',
  };
  const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(plain)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk as Parameters<typeof importJWK>[0], 'RSA-OAEP-256'));
  return {
    ...(await cardsApi.store({ jwe, brandId: MASTERCARD, email: 'fa@example.com' })),
    provider,
    kind,
  };
};

/** The people of all histories of one application. */
export const peopleOfHistories = async (app: TestAppWithBank): Promise<HistoryPeople> => {
  const posts = [];
  for (const price of PRICES)
    posts.push({
      id: (await publish(app, app.producer, { text: 'Veja', price, pictures: 0 })).id,
      price,
    });
  const admin = await joinAdmin(app, 'historiador');
  const payee = await addKey(app, await joinPayee(app, 'recebedora'));
  await earn(app, payee, EARNED);
  const cards = [];
  for (const provider of GATEWAYS)
    for (const kind of CARDS)
      if (provider !== 'pix') cards.push(await saveCard(app, provider, kind));
  return { payee, adminId: admin.profileId as ProfileId, posts, cards };
};

/** Fans who are in no other history. */
export const fansOfHistory = async (
  { ctx }: TestAppWithBank,
  { cards }: HistoryPeople,
): Promise<HistoryFan[]> => {
  const fans = [];
  for (const profileId of await addPeople(ctx.db, FANS)) {
    const ids = new Map<string, SavedPaymentId>();
    for (const { provider, kind, token, bin6, last4, expires } of cards) {
      const id = newId() as SavedPaymentId;
      ids.set(`${provider} ${kind}`, id);
      await insertSaved(ctx.db, {
        id,
        profileId,
        paymentType: 'card',
        provider,
        token,
        bin6,
        last4,
        expires,
        brandId: MASTERCARD,
        holder: HOLDERS[kind],
        detailsSealed: Buffer.alloc(0),
        isDefault: ids.size === 1,
        networkRef: null,
        refusedAt: null,
        readyAt: ctx.clock.now(),
        createdAt: ctx.clock.now(),
      });
    }
    fans.push({
      profileId,
      cardOf: (provider: CardGatewayName, kind: HistoryCard) =>
        ids.get(`${provider} ${kind}`) as SavedPaymentId,
    });
  }
  return fans;
};

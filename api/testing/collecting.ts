// Collections for tests, made by the API.
import type { PostId } from '@camarim/contract/ids';
import type { CollectionId } from '@camarim/contract/features/collections';
import { centavos } from '@camarim/contract/money';
import type { ApiClient } from '../api-client.ts';
import { newId } from '../platform/ids/new-id.ts';
import type { TestApp } from './app.ts';
import { fill, publish } from './publishing.ts';

/** Posts with words at these prices; null: for members only, without a price. */
export const publishPriced = async (
  app: TestApp,
  producer: ApiClient,
  prices: readonly (number | null)[],
): Promise<PostId[]> => {
  const ids: PostId[] = [];
  for (const price of prices) {
    const terms = { text: 'Veja', pictures: 0, price, public: price !== null };
    ids.push((await publish(app, producer, terms)).id);
  }
  return ids;
};

/** A collection on sale with two new posts of R$ 10. */
export const insertCollection = async (
  app: TestApp,
  producer: ApiClient,
): Promise<CollectionId> => {
  const postIds = await publishPriced(app, producer, [1_000, 1_000]);
  const { id } = await producer.call('POST /collections', {
    body: { title: `Ensaios de ${producer.domainName}`, price: centavos(1_500), postIds },
    idempotencyKey: newId(),
  });
  return id;
};

/**
 * Buys what the collection offers the person, with money that they get for it. Returns the
 * transfer.
 */
export const purchaseCollection = async (
  app: TestApp,
  person: ApiClient,
  id: CollectionId,
): Promise<string> => {
  const { offer } = await person.call('GET /collections/{id}', { params: { id } });
  if (!offer) throw new Error(`collection ${id} offers nothing`);
  await fill(app, person, offer.price);
  const { transferId } = await person.call('POST /collections/{id}/purchase', {
    params: { id },
    body: { price: offer.price, postIds: offer.postIds },
    idempotencyKey: newId(),
  });
  return transferId;
};

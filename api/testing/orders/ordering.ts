// Custom orders for tests, made by the API.
import type { OrderId } from '@camarim/contract/features/orders';
import { centavos } from '@camarim/contract/money';
import { type ApiClient, upload } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { TestApp } from '../app.ts';
import { fill, picture } from '../publishing.ts';

export const WISH = 'Um quadro só de triângulos azuis';

/** The fan asks the producer for something. */
export const askFor = async (
  fan: ApiClient,
  producer: Pick<ApiClient, 'profileId'>,
  text = WISH,
): Promise<OrderId> =>
  (
    await fan.call('POST /orders', {
      body: { profileId: producer.profileId, text },
      idempotencyKey: newId(),
    })
  ).id;

export const offerFor = (producer: ApiClient, id: OrderId, price = 5_000, days = 3) =>
  producer.ask('POST /orders/{id}/offer', {
    params: { id },
    body: { price: centavos(price), days, note: 'Combinado.' },
    idempotencyKey: newId(),
  });

export const payFor = (
  fan: ApiClient,
  id: OrderId,
  price = 5_000,
  idempotencyKey: string = newId(),
) =>
  fan.ask('POST /orders/{id}/accept', {
    params: { id },
    body: { price: centavos(price) },
    idempotencyKey,
  });

let pictures = 0;
/** A new picture, as the producer sends it. */
export const newPicture = async (app: TestApp, producer: ApiClient) => ({
  key: await upload(app.server, producer, await picture(500 + (pictures += 1)), 'image/jpeg'),
  contentType: 'image/jpeg',
});

export const deliverTo = async (
  app: TestApp,
  producer: ApiClient,
  id: OrderId,
  idempotencyKey: string = newId(),
) =>
  producer.ask('POST /orders/{id}/deliver', {
    params: { id },
    body: { message: 'Ficou assim!', medias: [await newPicture(app, producer)] },
    idempotencyKey,
  });

/** Calls that need nothing but the order. */
export const act = (
  person: ApiClient,
  action: 'withdraw' | 'approve',
  id: OrderId,
  idempotencyKey: string = newId(),
) => person.ask(`POST /orders/{id}/${action}`, { params: { id }, idempotencyKey });

export const declineIt = (producer: ApiClient, id: OrderId) =>
  producer.ask('POST /orders/{id}/decline', {
    params: { id },
    body: { note: 'Não consigo.' },
    idempotencyKey: newId(),
  });

export const disputeIt = (fan: ApiClient, id: OrderId, idempotencyKey: string = newId()) =>
  fan.ask('POST /orders/{id}/dispute', {
    params: { id },
    body: { text: 'Os triângulos são verdes.' },
    idempotencyKey,
  });

/** An order that the fan paid, that was delivered without a file, and that is disputed. */
export const disputedOrder = async (
  app: TestApp,
  fan: ApiClient,
  producer: ApiClient,
): Promise<OrderId> => {
  const id = await askFor(fan, producer);
  await fill(app, fan, 5_000);
  await offerFor(producer, id);
  await payFor(fan, id);
  const contentId = newId();
  await app.ctx.pool.query(
    `INSERT INTO message_contents (id, author_id, text, text_locked, created_at)
      VALUES ($1, $2, 'pronto', false, $3)`,
    [contentId, producer.profileId, app.clock.now()],
  );
  await app.ctx.pool.query(
    `UPDATE orders SET status = 'disputed', content_id = $2, review_until = $3, disputed_at = $3,
      dispute = 'não é isso' WHERE id = $1`,
    [id, contentId, app.clock.now()],
  );
  return id;
};

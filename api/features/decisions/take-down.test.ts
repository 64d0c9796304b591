// Media that an administrator takes down is unavailable to every requester and audited, and can't
// be uploaded again in another form.
import type { MediaId, PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { registerOrLogIn, type ApiClient } from '../../api-client.ts';
import { TEST_PASSWORD, type TestApp, testApp } from '../../testing/app.ts';
import { fill, joinProducer, open, post, refused, storedKeys } from '../../testing/publishing.ts';
import { setStaffRole } from '../auth/index.ts';
import { eraseRemoved } from './erase-removed.ts';

let app: TestApp;
let admin: ApiClient;

beforeAll(async () => {
  app = await testApp();
  await app.join('chefe');
  await setStaffRole(app.ctx, 'chefe', 'owner', 'test');
  admin = await registerOrLogIn(app.server, {
    username: 'chefe',
    name: 'chefe',
    email: 'chefe@example.com',
    password: TEST_PASSWORD,
  });
});

/** A picture that is not its own mirror image. */
const drawing = (shapes: string): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><rect width="900" height="700" fill="#e8c9a0"/>${shapes}</svg>`,
    ),
  );
const first = () =>
  drawing(
    '<circle cx="200" cy="180" r="150" fill="#203050"/><rect x="480" y="380" width="380" height="120" fill="#902030"/><path d="M0 700 L300 420 L420 700 Z" fill="#406030"/>',
  );
const other = () =>
  drawing(
    '<rect x="60" y="60" width="180" height="600" fill="#111"/><circle cx="650" cy="520" r="160" fill="#fff"/><rect x="330" y="40" width="540" height="90" fill="#345"/>',
  );

const publishPicture = async (
  person: ApiClient,
  content: Buffer,
  price: number | null = null,
): Promise<{ id: PostId; mediaId: MediaId }> => {
  const { reply } = await post(app, person, [content], {
    price: price === null ? null : centavos(price),
  });
  await app.runJobs();
  return { id: reply.data.id, mediaId: reply.data.medias[0]?.id as MediaId };
};
const takeDown = (person: ApiClient, id: MediaId) =>
  person.ask('POST /dsb/medias/{id}/take-down', {
    params: { id },
    body: { reason: 'ordem judicial' },
  });

test('an administrator can’t take down their own media', async () => {
  const owner = await joinProducer(app, 'chefeautora');
  const { mediaId } = await publishPicture(owner, await other().png().toBuffer());
  await setStaffRole(app.ctx, 'chefeautora', 'owner', 'test');
  app.clock.advance(5_000);
  expect((await takeDown(owner, mediaId)).reply.code).toBe('decision.own');
  await setStaffRole(app.ctx, 'chefeautora', null, 'test');
});

test('a taken-down media is gone for buyers too, and mirrored or recompressed copies are refused', async () => {
  const { producer: iris, fan, ctx } = app;
  const { id, mediaId } = await publishPicture(iris, await first().jpeg().toBuffer(), 500);
  await fill(app, fan, 500);
  await fan.call('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: centavos(500) },
    idempotencyKey: 'take-down-1',
  });
  const url = (await fan.call('GET /posts/{id}', { params: { id } })).medias[0]?.lgThumb;
  expect((await open(app, fan, url)).statusCode).toBe(200);

  const { status, reply } = await takeDown(admin, mediaId);
  // The picture, and the file that was uploaded.
  expect([status, reply.data.blocked]).toEqual([200, 2]);
  app.clock.advance(6_000);
  expect((await open(app, fan, url)).statusCode).not.toBe(200);
  expect((await fan.ask('GET /posts/{id}', { params: { id } })).status).toBe(404);
  const { rows } = await ctx.pool.query(
    `SELECT admin_profile_id, profile_id, reason FROM admin_log WHERE action = 'media.takenDown'
      AND subject_id = $1`,
    [mediaId],
  );
  expect(rows).toEqual([
    { admin_profile_id: admin.profileId, profile_id: iris.profileId, reason: 'ordem judicial' },
  ]);
  await eraseRemoved({ ...ctx, clock: { ...ctx.clock, now: () => new Date('2099-01-01') } });
  await app.runJobs();
  expect((await storedKeys(app)).filter((key) => key.includes(mediaId))).toEqual([]);
  expect((await takeDown(admin, mediaId)).reply.code).toBe('media.notFound');

  const rival = await joinProducer(app, 'rival');
  const copy = await publishPicture(
    rival,
    await sharp(await first().png().toBuffer())
      .flop()
      .resize(480)
      .jpeg({ quality: 55 })
      .toBuffer(),
  );
  expect(await rival.call('GET /posts/{id}', { params: { id: copy.id } })).toMatchObject({
    status: 'error',
  });
  expect(
    (await ctx.pool.query('SELECT error_code FROM media WHERE id = $1', [copy.mediaId])).rows,
  ).toEqual([{ error_code: 'upload.blocked' }]);
  const fine = await publishPicture(rival, await other().jpeg().toBuffer());
  expect(await rival.call('GET /posts/{id}', { params: { id: fine.id } })).toMatchObject({
    status: 'processed',
  });
});

test('taking media down is for administrators only', async () => {
  const { mediaId } = await publishPicture(app.producer, await other().flip().jpeg().toBuffer());
  for (const person of [app.fan, app.producer])
    expect(
      await refused(person, 'POST /dsb/medias/{id}/take-down', {
        params: { id: mediaId },
        body: { reason: 'x' },
      }),
    ).toBe('auth.adminsOnly');
});

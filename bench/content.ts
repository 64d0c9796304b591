// Posts with pictures for benchmarks of pages and feeds, published over HTTP as people do.
import { setTimeout as sleep } from 'node:timers/promises';
import { drawArt } from '../api/demo/art.ts';
import type { SignedIn } from './server.ts';
import type { Stage } from './stage.ts';

type Size = { width: number; height: number };
const PICTURE: Size = { width: 900, height: 1_100 };
const AVATAR: Size = { width: 640, height: 640 };
const COVER: Size = { width: 1_800, height: 600 };

/** One call of the API by a signed-in person; returns its data. */
export const call = async (
  port: number,
  { token }: SignedIn,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, never>> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-origin': 'CAM',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: Record<string, never> }).data;
};

const sendPicture = async (
  port: number,
  person: SignedIn,
  seed: number,
  size = PICTURE,
  kept: 'private' | 'public' = 'private',
): Promise<string> => {
  const { url, fields } = (await call(
    port,
    person,
    'GET',
    `/api/auth/${kept}-upload/image?contentType=image/jpeg`,
  )) as unknown as { url: string; fields: Record<string, string> };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(await drawArt(seed, size))]));
  const response = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'POST', body: form });
  if (response.status !== 201) throw new Error(`the upload was refused: ${await response.text()}`);
  return fields['key'] ?? '';
};

/** Gives each of the first `count` producers a text, a picture of themselves and a cover. */
export const fillProfiles = async (
  { port, producers, database }: Stage,
  count: number,
): Promise<void> => {
  for (const [seed, producer] of producers.slice(0, count).entries())
    await call(port, producer, 'PUT', '/api/profiles', {
      about: 'Fotografia de palco, luz e sombra. Bastidores toda semana.',
      profileImageKey: await sendPicture(port, producer, seed + 100, AVATAR, 'public'),
      headerImageKey: await sendPicture(port, producer, seed + 200, COVER, 'public'),
    });
  for (;;) {
    const { rows } = await database.query<{ ready: string }>(
      'SELECT count(*) AS ready FROM profiles WHERE cover_media_id IS NOT NULL',
    );
    if (Number(rows[0]?.ready) >= count) return;
    await sleep(250);
  }
};

/**
 * One public post with a picture for each of the first `count` producers, each of whom is online;
 * waits until all are ready.
 */
export const publishPosts = async (
  { port, producers, database }: Stage,
  count: number,
): Promise<void> => {
  for (const [seed, producer] of producers.slice(0, count).entries()) {
    const key = await sendPicture(port, producer, seed);
    await call(port, producer, 'POST', '/api/posts', {
      text: `Estudo de luz ${seed}`,
      public: true,
      medias: [{ key, contentType: 'image/jpeg' }],
    });
  }
  await database.query('UPDATE profiles SET last_seen_at = now() WHERE id = ANY($1)', [
    producers.slice(0, count).map(({ profileId }) => profileId),
  ]);
  for (;;) {
    const { rows } = await database.query<{ waiting: string }>(
      "SELECT count(*) AS waiting FROM posts WHERE status <> 'processed'",
    );
    if (Number(rows[0]?.waiting) === 0) return;
    await sleep(250);
  }
};

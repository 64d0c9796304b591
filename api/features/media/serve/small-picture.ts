// A small picture of a media within a reply, for a person who has no account and no address of it.
import type { MediaId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { RENDITIONS, renditionKey } from '../storage-keys.ts';

/** As a data URL; null for a media without a picture, or without one yet. */
export const smallPictureOf = async ({ blobs }: Ctx, mediaId: MediaId): Promise<string | null> => {
  const object = await blobs.get(RENDITIONS, renditionKey(mediaId, 'md'));
  if (!object) return null;
  const bytes = Buffer.concat(await object.stream.toArray());
  return `data:${object.contentType};base64,${bytes.toString('base64')}`;
};

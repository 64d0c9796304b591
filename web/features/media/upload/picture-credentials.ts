// The upload address of a public picture.
import { call } from '../../../client/api/api.ts';

/** Presigned upload of one picture. */
export const pictureCredentials = async (picture: Blob) =>
  (
    await call('GET /auth/public-upload/{type}', {
      params: { type: 'image' },
      query: { contentType: picture.type, size: String(picture.size) },
      handled: [400, 429],
    })
  ).data;

// Where a picture that everybody may see is uploaded to.
import { call } from '../../../client/api/api.ts';

/** Presigned upload of one picture. */
export const pictureCredentials = async (picture: Blob) =>
  (
    await call('GET /auth/public-upload/{type}', {
      params: { type: 'image' },
      query: { contentType: picture.type, size: String(picture.size) },
      own: [400, 429],
    })
  ).data;

// Calls of the removal portal.
import { call, type Data } from '../../client/api/api.ts';
import { ApiError } from '../../client/api/errors.ts';
import type { CallInput } from '../../client/api/api.ts';

export type RemovalBody = CallInput<'POST /publics/removals'>['body'];
export type RemovalRequest = Data<'POST /publics/removals/view'>;

/** Statuses that the pages explain themselves. */
const HANDLED = [400, 404, 409, 413, 422, 429];

/** Whether who asks gets no post of that id: what cannot be checked counts as known. */
export const isPostMissing = async (id: string): Promise<boolean> => {
  try {
    await call('GET /posts/{id}', { params: { id }, handled: [403, 404, 422, 429, 451] });
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 404;
  }
};

export const hashPicture = async (picture: string): Promise<string> =>
  (await call('POST /publics/removals/pictures', { body: { picture }, handled: HANDLED })).data
    .picture;

export const askForRemoval = async (body: RemovalBody): Promise<string> =>
  (await call('POST /publics/removals', { body, handled: HANDLED })).data.reference;

export const viewRemoval = async (token: string): Promise<RemovalRequest> =>
  (await call('POST /publics/removals/view', { body: { token }, handled: HANDLED })).data;

export const confirmRemoval = async (token: string): Promise<RemovalRequest> =>
  (await call('POST /publics/removals/confirm', { body: { token }, handled: HANDLED })).data;

export const addToRemoval = async (
  body: CallInput<'POST /publics/removals/add'>['body'],
): Promise<RemovalRequest> =>
  (await call('POST /publics/removals/add', { body, handled: HANDLED })).data;

export const followRemoval = async (body: {
  reference: string;
  email: string;
}): Promise<RemovalRequest> =>
  (await call('POST /publics/removals/follow', { body, handled: HANDLED })).data;

// Who manages ingest keys, and what a key opens.
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import { NOWHERE } from '../../../platform/http/place.ts';
import type { ProducerViewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import type { LiveOwner } from '../policy.ts';
import { type LiveRow, loadOpenLive } from '../store.ts';
import { ingestKeyByHash, type IngestKeyRow } from './store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

/** The route guard checked the role. */
export const canManageKeys = ({ profileId }: ProducerViewer): Allowed<LiveOwner> =>
  allow({ producerId: profileId });

const BEARER = /^Bearer ([\w-]{20,100})$/i;

/** The key of a producer who may broadcast. Throws ingest.keyInvalid. */
export const keyIn = async (
  { db }: Ctx,
  authorization: string | undefined,
): Promise<Allowed<IngestKeyRow>> => {
  const [, key] = BEARER.exec(authorization ?? '') ?? [];
  const row = key === undefined ? null : await ingestKeyByHash(db, hashToken(key));
  if (!row) throw new AppError('ingest.keyInvalid');
  return allow(row);
};

/** A key starts shows of its producer. */
export const canStartBy = ({ producer_id: producerId }: Allowed<IngestKeyRow>) =>
  allow({ producerId });

/** The show of the key's producer that has not ended; null without one. */
export const openLiveBy = async (
  { db }: Ctx,
  { producer_id: producerId }: Allowed<IngestKeyRow>,
): Promise<Allowed<LiveRow> | null> => {
  const row = await loadOpenLive(db, producerId, { profileId: producerId, place: NOWHERE });
  return row && allow(row);
};

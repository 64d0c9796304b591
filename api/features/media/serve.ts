// Delivers renditions: GET /media/{mediaId}/{kind}. Originals have no address at all.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RangeNotSatisfiable } from '../../platform/blobs/port.ts';
import type { Blobs, ByteRange, StoredBlob } from '../../platform/blobs/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { AgeState } from '../../platform/age/port.ts';
import { onlookerOf, viewerOf } from '../../platform/http/guard.ts';
import { placesMatter } from '../../platform/http/place.ts';
import type { Authenticate, Onlooker } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { RENDITION_KINDS } from './addresses.ts';
import type { RenditionKind } from './addresses.ts';
import { readRange } from '../../platform/blobs/byte-range.ts';
import { RENDITIONS } from './render.ts';
import { renditionOf } from './store.ts';
import type { RenditionRow } from './store.ts';
import { addressSigner } from './view-media.ts';

/** What is to be seen right now; given by whoever knows the posts and the profiles. */
export type MediaRights = {
  /** Of a post's media. */
  ofPost(mediaId: MediaId, onlooker: Onlooker): Promise<'full' | 'preview' | null>;
  /** Whether a profile's own pictures are not for the onlooker. */
  isHiddenProfile(id: ProfileId, onlooker: Onlooker): Promise<boolean>;
};

type Serving = { platform: Platform; authenticate: Authenticate; rights: MediaRights };

/** A right that ended is refused this much later at most; a page's pictures then share one look. */
const RIGHT_KEPT_MS = 5_000;
const RIGHTS_KEPT = 5_000;
/** Browsers ask again after this, so that they too forget soon. */
const FRESH_SECONDS = 300;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const SECONDS = /^\d{1,12}$/;

type Asked = {
  mediaId: MediaId;
  kind: RenditionKind;
  /** The address holds for this viewer alone; null: for everybody. */
  boundTo: ProfileId | null;
  /** Who asks, also by an address that holds for everybody. */
  onlooker: Onlooker;
};

/** Serves what a valid address asks for, to whom it was given, while the right lasts. */
export const registerMediaServing = (app: FastifyInstance, platform: Platform, authenticate: Authenticate, rights: MediaRights): void => {
  const serving = { platform, authenticate, rights };
  const find = rememberBriefly(serving);
  app.get('/media/:mediaId/:kind', { schema: { hide: true } as never }, async (request, reply) => {
    // A refusal is never kept by a cache.
    reply.header('cache-control', 'no-store');
    const given = await readAddress(serving, request);
    // Who has not shown their age gets the blurred picture, whatever the address: the address itself tells nothing.
    const age = await platform.age.stateOf(request, () => viewerOf(authenticate, request));
    const asked: Asked = age.proven ? given : { ...given, kind: 'preview' };
    const rendition = await find(asked);
    // The same answer for no right, no picture and no such media.
    if (!rendition) throw new AppError('auth.forbidden');
    return deliver(platform, request, reply, asked, rendition, cachingFor(platform, age, asked));
  });
};

/** Refuses every address that this server did not give to this viewer, alike and before anything is looked up. */
const readAddress = async ({ platform, authenticate }: Serving, request: FastifyRequest): Promise<Asked> => {
  const { mediaId, kind: kindText } = request.params as Record<string, string>;
  const { a: audience, e: expires, s: signature } = request.query as Record<string, unknown>;
  const kind = RENDITION_KINDS.find((known) => known === kindText);
  const wellFormed = mediaId && UUID.test(mediaId) && kind && typeof signature === 'string' && typeof expires === 'string' && SECONDS.test(expires);
  if (!wellFormed || (audience !== 'public' && audience !== 'me')) throw new AppError('auth.forbidden');
  const viewer = await viewerOf(authenticate, request);
  if (audience === 'me' && !viewer) throw new AppError('auth.forbidden');
  const boundTo = audience === 'me' ? (viewer?.profileId ?? null) : null;
  const claim = { mediaId, kind, audience: boundTo ?? 'public', expiresSeconds: Number(expires), signature };
  if (!(await addressSigner(platform)).holds(claim, platform.clock.now())) throw new AppError('auth.forbidden');
  return { mediaId: mediaId as MediaId, kind, boundTo, onlooker: onlookerOf({ viewer, place: request.place }) };
};

/** The rendition, if the viewer has a right to it at this moment. */
const findAllowed = async ({ platform, rights }: Serving, { mediaId, kind, onlooker }: Asked): Promise<RenditionRow | null> => {
  const rendition = await renditionOf(platform.db, mediaId, kind);
  if (!rendition) return null;
  if (rendition.purpose !== 'post') return (await rights.isHiddenProfile(rendition.owner_id, onlooker)) ? null : rendition;
  const right = await rights.ofPost(mediaId, onlooker);
  return right === 'full' || (right === 'preview' && kind === 'preview') ? rendition : null;
};

/** Remembers answers for a moment; the oldest make room. */
const rememberBriefly = (serving: Serving): ((asked: Asked) => Promise<RenditionRow | null>) => {
  const known = new Map<string, { until: number; found: Promise<RenditionRow | null> }>();
  return (asked) => {
    const nowMs = serving.platform.clock.now().getTime();
    const { profileId, place } = asked.onlooker;
    const key = [asked.mediaId, asked.kind, profileId, place.state, place.city].join(' ');
    const remembered = known.get(key);
    if (remembered && remembered.until > nowMs) return remembered.found;
    const found = findAllowed(serving, asked);
    known.delete(key);
    known.set(key, { until: nowMs + RIGHT_KEPT_MS, found });
    found.catch(() => known.delete(key));
    const oldest = known.keys().next();
    if (known.size > RIGHTS_KEPT && !oldest.done) known.delete(oldest.value);
    return found;
  };
};

/** Where a proof of age is asked for or places differ, only the browser keeps pictures, and nobody keeps the stand-in. */
const cachingFor = ({ config }: Platform, { requires, proven }: AgeState, { boundTo }: Asked): string => {
  if (!proven) return 'no-store';
  return `${boundTo || placesMatter(config) || requires === 'verified' ? 'private' : 'public'}, max-age=${FRESH_SECONDS}`;
};

const deliver = async ({ blobs }: Platform, request: FastifyRequest, reply: FastifyReply, { mediaId, kind }: Asked, rendition: RenditionRow, cacheControl: string): Promise<FastifyReply> => {
  // The bytes behind a media's rendition never change.
  const etag = `"${mediaId}.${kind}.${rendition.bytes}"`;
  const caching = { etag, 'cache-control': cacheControl };
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).headers(caching).send();
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? readRange(request.headers.range) : null;
  const blob = await read(blobs, rendition.key, range);
  if (blob instanceof RangeNotSatisfiable) return reply.code(416).header('content-range', `bytes */${blob.bytes}`).send();
  if (!blob) throw new AppError('auth.forbidden');
  const { start, end } = blob.range;
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${blob.bytes}`);
  return reply.headers({ ...caching, 'accept-ranges': 'bytes', 'content-type': rendition.content_type, 'content-length': end - start + 1 }).send(blob.stream);
};

const read = async (blobs: Blobs, key: string, range: ByteRange | null): Promise<StoredBlob | RangeNotSatisfiable | null> => {
  try {
    return await blobs.get(RENDITIONS, key, range ?? undefined);
  } catch (error) {
    if (error instanceof RangeNotSatisfiable) return error;
    throw error;
  }
};

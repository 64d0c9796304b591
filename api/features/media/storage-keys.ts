// Names of everything that a media has in storage, and the key that its segments are encrypted
// with.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { KEY } from '../../platform/blobs/port.ts';
import type { Ctx } from '../../context.ts';

/**
 * Bucket of uploads and originals. They are private, those of profile images too: they hold the
 * metadata that the camera wrote.
 */
export const ORIGINALS = 'private';

/** Bucket of renditions, private too: they are delivered at signed addresses only. */
export const RENDITIONS = 'private';

/**
 * Sizes of an image. Order matters: each kind's address signature is its own slice of one digest
 * (serve/addresses.ts). Append only.
 */
export const RENDITION_KINDS = ['preview', 'md', 'lg', 'full'] as const;
export type RenditionKind = (typeof RENDITION_KINDS)[number];

/** Files served as they are: a video as one file, an audio, frames for scrubbing, an archive. */
export type FileKind = 'whole' | 'sound' | 'sprite' | 'file' | TrailerKind;

/** The first seconds of a video, named by their number, which everyone sees. */
export type TrailerKind = `trailer${number}`;

/** `first`: only the beginning of a video, served until the whole is encoded. */
export type StreamPhase = 'first' | 'whole';

/** Uploads of a profile have a prefix of their own, so that no profile can attach another's. */
export const uploadPrefix = (ownerId: ProfileId): string => `uploads/${ownerId}/`;

export const isOwnUploadKey = (ownerId: ProfileId, key: string): boolean =>
  key.startsWith(uploadPrefix(ownerId)) && KEY.test(key);

/** Only the server writes here: an upload is copied to it before its bytes are inspected. */
export const originalKey = (mediaId: MediaId): string => `originals/${mediaId}`;

/** Prefix of everything made of a media, so that all of it can be deleted at once. */
export const renditionPrefix = (mediaId: MediaId): string => `renditions/${mediaId}/`;

export const renditionKey = (mediaId: MediaId, kind: RenditionKind): string =>
  `${renditionPrefix(mediaId)}${kind}.webp`;

/** Prefix of the marked copies of an image; the id of the buyer follows. */
export const copiesPrefix = (mediaId: MediaId): string => `${renditionPrefix(mediaId)}copies/`;

/** Key of a buyer's marked copy of an image. */
export const copyKey = (mediaId: MediaId, buyerId: ProfileId, kind: RenditionKind): string =>
  `${copiesPrefix(mediaId)}${buyerId}/${kind}.webp`;

/** Key of a file that is served as it is; beside the phases, which are folders of stream pieces. */
export const fileKey = (mediaId: MediaId, kind: FileKind): string =>
  `${renditionPrefix(mediaId)}files/${kind}`;

/** Key of one piece of a stream: `init`, or the number of a segment. */
export const pieceKey = (
  mediaId: MediaId,
  { phase, name }: { phase: StreamPhase; name: string },
  piece: number | 'init',
): string =>
  `${renditionPrefix(mediaId)}${phase}/${name}/${piece === 'init' ? 'init.mp4' : `${piece}.m4s`}`;

const segmentKeyContext = (mediaId: string): string => `media.segment_key ${mediaId}`;

/** Encrypts the key of a media's segments for the database. */
export const sealSegmentKey = ({ seal }: Ctx, mediaId: string, key: Buffer): Buffer =>
  seal.sealBytes(segmentKeyContext(mediaId), key);

/** Decrypts what `sealSegmentKey` made. */
export const openSegmentKey = ({ seal }: Ctx, mediaId: string, sealed: Buffer): Buffer =>
  seal.openBytes(segmentKeyContext(mediaId), sealed);

// Short-lived signed addresses of renditions: each is valid for one image size, one viewer (or the
// public) and a few minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { RENDITION_KINDS, type RenditionKind } from '../storage-keys.ts';

/** The audience of an address: the public, or the profile of the requesting session. */
export type Audience = 'public' | ProfileId;

/**
 * An address lives between one and two windows: within a window it stays the same, so browsers can
 * cache it. Public ones live longer; access is checked at every use anyway.
 */
export const ADDRESS_WINDOW_SECONDS = { public: 3_600, bound: 900 };
/**
 * A video is opened once and then played for hours; access is checked for every piece of it.
 */
const PLAY_WINDOW_SECONDS = 6 * 3_600;

/** 128 bits of a kind's signature. */
const SIGNATURE_BYTES = 16;

/** What an address claims, read from its path and query. */
export type AddressClaim = {
  mediaId: string;
  kind: RenditionKind;
  audience: string;
  expiresSeconds: number;
  signature: string;
};

/** The same of what is played, one signature for all of its pieces. */
export type PlayClaim = Omit<AddressClaim, 'kind'>;

/** A trailer's, which has no audience but everyone. */
export type TrailerClaim = Omit<PlayClaim, 'audience'> & { seconds: number };

export type AddressSigner = {
  /** Base address of a media's playback, which ends in a slash. */
  playOf(mediaId: MediaId, audience: Audience, now: Date): string;
  verifyPlay(claim: PlayClaim, now: Date): boolean;
  /** Address of a trailer, for everyone. */
  trailerOf(mediaId: MediaId, seconds: number, now: Date): string;
  verifyTrailer(claim: TrailerClaim, now: Date): boolean;
  /** Every address of one media for one audience. Costs one HMAC, whatever the number of kinds. */
  addressesOf(mediaId: MediaId, audience: Audience, now: Date): Readonly<Addresses>;
  /** Whether this server signed the address for this audience, and it has not expired. */
  verify(claim: AddressClaim, now: Date): boolean;
};

const expiryAt = (now: Date, windowSeconds: number): number =>
  (Math.floor(now.getTime() / 1_000 / windowSeconds) + 2) * windowSeconds;

type Addresses = Record<RenditionKind, string>;

/**
 * Public addresses are the same in every response of a window, and pages repeat the same images:
 * cached, up to this number.
 */
const PUBLIC_CACHE_MAX = 20_000;

/**
 * Compares texts, not decoded bytes: several texts decode to the same bytes, and only one was
 * issued.
 */
const sameText = (received: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Signs with a key that every process of the installation shares. */
export const createAddressSigner = (key: Buffer): AddressSigner => {
  const kept = new Map<MediaId, Addresses>();
  let keptUntilSeconds = 0;
  const digestOf = (mediaId: string, audience: string, expiresSeconds: number): Buffer =>
    createHmac('sha512', key).update(`media ${mediaId} ${audience} ${expiresSeconds}`).digest();
  const signature = (digest: Buffer, kind: RenditionKind): string => {
    const start = RENDITION_KINDS.indexOf(kind) * SIGNATURE_BYTES;
    return digest.toString('base64url', start, start + SIGNATURE_BYTES);
  };
  const sign = (mediaId: MediaId, audience: Audience, expiresSeconds: number): Addresses => {
    const digest = digestOf(mediaId, audience, expiresSeconds);
    const tail = `?a=${audience === 'public' ? 'public' : 'me'}&e=${expiresSeconds}&s=`;
    const addressOf = (kind: RenditionKind) =>
      `/media/${mediaId}/${kind}${tail}${signature(digest, kind)}`;
    return {
      preview: addressOf('preview'),
      md: addressOf('md'),
      lg: addressOf('lg'),
      full: addressOf('full'),
    };
  };
  const publicAddresses = (mediaId: MediaId, expiresSeconds: number): Addresses => {
    if (expiresSeconds !== keptUntilSeconds || kept.size >= PUBLIC_CACHE_MAX) kept.clear();
    keptUntilSeconds = expiresSeconds;
    const known = kept.get(mediaId) ?? sign(mediaId, 'public', expiresSeconds);
    kept.set(mediaId, known);
    return known;
  };
  const signPlay = (mediaId: string, audience: string, expiresSeconds: number): string =>
    createHmac('sha512', key)
      .update(`play ${mediaId} ${audience} ${expiresSeconds}`)
      .digest()
      .toString('base64url', 0, SIGNATURE_BYTES);
  const signTrailer = (mediaId: string, seconds: number, expiresSeconds: number): string =>
    createHmac('sha512', key)
      .update(`trailer ${mediaId} ${seconds} ${expiresSeconds}`)
      .digest()
      .toString('base64url', 0, SIGNATURE_BYTES);
  return {
    trailerOf(mediaId, seconds, now) {
      const expiresSeconds = expiryAt(now, ADDRESS_WINDOW_SECONDS.public);
      return `/media/${mediaId}/trailer/${seconds}.${expiresSeconds}.${signTrailer(mediaId, seconds, expiresSeconds)}.mp4`;
    },
    verifyTrailer: ({ mediaId, seconds, expiresSeconds, signature: claimed }, now) =>
      sameText(claimed, signTrailer(mediaId, seconds, expiresSeconds)) &&
      expiresSeconds * 1_000 > now.getTime(),
    playOf(mediaId, audience, now) {
      const expiresSeconds = expiryAt(now, PLAY_WINDOW_SECONDS);
      return `/media/${mediaId}/play/${audience === 'public' ? 'public' : 'me'}.${expiresSeconds}.${signPlay(mediaId, audience, expiresSeconds)}/`;
    },
    verifyPlay: ({ mediaId, audience, expiresSeconds, signature: claimed }, now) =>
      sameText(claimed, signPlay(mediaId, audience, expiresSeconds)) &&
      expiresSeconds * 1_000 > now.getTime(),
    addressesOf: (mediaId, audience, now) =>
      audience === 'public'
        ? publicAddresses(mediaId, expiryAt(now, ADDRESS_WINDOW_SECONDS.public))
        : sign(mediaId, audience, expiryAt(now, ADDRESS_WINDOW_SECONDS.bound)),
    verify({ mediaId, kind, audience, expiresSeconds, signature: claimed }, now) {
      return (
        sameText(claimed, signature(digestOf(mediaId, audience, expiresSeconds), kind)) &&
        expiresSeconds * 1_000 > now.getTime()
      );
    },
  };
};

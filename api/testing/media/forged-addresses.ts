// Forged addresses that must serve no byte: guessed, tampered, foreign, expired and revoked ones,
// drawn from a seed.
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { ValidAddress } from './valid-addresses.ts';

export const FORGERIES = ['guessed', 'tampered', 'foreign', 'expired', 'ended', 'storage'] as const;
export type Forgery = (typeof FORGERIES)[number];
export type ForgedAddress = {
  way: Forgery;
  url: string;
  person: ApiClient;
  headers?: Record<string, string>;
  from: string;
};

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const HEX = '0123456789abcdef';
const KINDS = ['preview', 'md', 'lg', 'full'];
const PIECES = [
  'master.m3u8',
  '240p.m3u8',
  '720p.m3u8',
  'audio.m3u8',
  'key',
  'whole.mp4',
  'sound.m4a',
  'sprite.jpg',
  'file',
  'whole/240p/0.m4s',
  'whole/240p/init.mp4',
  'first/240p/0.m4s',
  'whole/audio/0.m4s',
  'original',
  '../full',
  'right',
];

export type ForgeryInput = {
  random: () => number;
  now: number;
  /** Given out now, and long ago. */
  right: readonly ValidAddress[];
  old: readonly ValidAddress[];
  ended: readonly ValidAddress[];
  keys: readonly string[];
  people: readonly ApiClient[];
};

/** Draws one; every seed draws others. */
export const forgeAddress = (drawing: ForgeryInput, way: Forgery): ForgedAddress => {
  const { random } = drawing;
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const characters = (alphabet: string, length: number): string =>
    Array.from({ length }, () => one([...alphabet])).join('');
  switch (way) {
    case 'guessed':
      return {
        way,
        person: one(drawing.people),
        from: 'nothing',
        url: guess({ ...drawing, one, characters }),
      };
    case 'tampered':
      return tamper({ ...drawing, one, characters });
    case 'foreign': {
      const { url, foreign, thing } = one(
        drawing.right.filter((address) => address.foreign.length > 0),
      );
      return { way, url: random() < 0.8 ? url : asPublic(url), person: one(foreign), from: thing };
    }
    case 'expired':
    case 'ended': {
      const { url, person, thing } = one(way === 'ended' ? drawing.ended : drawing.old);
      return { way, url, person, from: thing };
    }
    case 'storage':
      return {
        way,
        person: one(drawing.people),
        ...forgeStoreAddress({ ...drawing, one, characters }),
      };
  }
};

type ForgeryContext = ForgeryInput & {
  one: <T>(list: readonly T[]) => T;
  characters: (alphabet: string, length: number) => string;
};

/** The same address with the public audience. */
const asPublic = (url: string): string =>
  url.replace('a=me', 'a=public').replace('/me.', '/public.');

/** In the right shape, of a media that may or may not be there. */
const guess = ({ one, characters, random, right, now }: ForgeryContext): string => {
  const known = /\/(?:media|documents\/producer)\/([0-9a-f-]{36})/.exec(one(right).url)?.[1];
  const id = known && random() < 0.5 ? known : newId();
  const expires = Math.floor(now / 1_000) + Math.floor(random() * 20_000);
  const signature = characters(BASE64URL, 22);
  const audience = one(['me', 'public']);
  if (random() < 0.45)
    return `/media/${id}/${one(KINDS)}?a=${audience}&e=${expires}&s=${signature}`;
  if (random() < 0.8) return `/media/${id}/play/${audience}.${expires}.${signature}/${one(PIECES)}`;
  return `/files/documents/${one(['producer', 'age'])}/${id}/${one(['documentFront', 'documentBack', 'selfie'])}?o=${newId()}&e=${expires}&s=${characters(BASE64URL, 43)}`;
};

/**
 * A valid address with one character changed in a signed part; requested by the owner of the valid
 * address.
 */
const tamper = ({ one, right, random }: ForgeryContext): ForgedAddress => {
  const { url, person, thing } = one(right);
  const places = [...url].flatMap((sign, index) =>
    decides(url, index) && /[\w-]/.test(sign) ? [index] : [],
  );
  const at = one(places);
  const sign = url[at] ?? '';
  const alphabet = /\d/.test(sign)
    ? '0123456789'
    : HEX.includes(sign) && random() < 0.5
      ? HEX
      : BASE64URL;
  const other = one([...alphabet].filter((candidate) => candidate !== sign));
  const changed = url.slice(0, at) + other + url.slice(at + 1);
  const cut = random();
  return {
    way: 'tampered',
    person,
    from: thing,
    url:
      cut < 0.9 ? changed : cut < 0.95 ? url.slice(0, at) : url.slice(0, at) + sign + url.slice(at),
  };
};

/**
 * Id, time, signature and audience decide; the name of a piece does not: with a video's right come
 * all of its pieces.
 */
const decides = (url: string, index: number): boolean => {
  if (url.startsWith('/blobs/')) return index > url.indexOf('X-Amz-Algorithm');
  const play = /^\/media\/[0-9a-f-]{36}\/play\/[^/]+\//.exec(url)?.[0];
  if (play)
    return index >= '/media/'.length && index < play.length && !within(url, index, '/play/');
  return index >= url.indexOf('/', 1) + 1;
};

const within = (url: string, index: number, part: string): boolean => {
  const start = url.indexOf(part);
  return index >= start && index < start + part.length;
};

/** A direct request to the object store, which serves nothing without a signature. */
const forgeStoreAddress = ({
  one,
  characters,
  keys,
  random,
  now,
}: ForgeryContext): Pick<ForgedAddress, 'url' | 'headers' | 'from'> => {
  const key = one(keys);
  const stamp = `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const scope = `camarim/${stamp.slice(0, 8)}/local/s3/aws4_request`;
  const signature = characters(HEX, 64);
  const from =
    key.includes('/uploads/') || key.includes('/documents/') ? 'original' : 'stored file';
  const bare = one([
    `/blobs/${key}`,
    `/blobs/${key.replace('private', 'public')}`,
    `/blobs/private?list-type=2&prefix=${key.slice(8, 20)}`,
    `/protected/${key}`,
    `/blobs/public/../${key}`,
    `/blobs/public/%2e%2e/${key}`,
    `/${key}`,
  ]);
  if (random() < 0.4) return { from, url: bare };
  const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scope)}&X-Amz-Date=${stamp}&X-Amz-Expires=600&X-Amz-SignedHeaders=host`;
  if (random() < 0.5) return { from, url: `/blobs/${key}?${query}&X-Amz-Signature=${signature}` };
  return {
    from,
    url: `/blobs/${key}`,
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host;x-amz-date, Signature=${signature}`,
      'x-amz-date': stamp,
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    },
  };
};

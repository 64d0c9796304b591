// An address works exactly for what it was signed for, and any change of it for nothing.
import { randomBytes } from 'node:crypto';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids/new-id.ts';
import { RENDITION_KINDS, type RenditionKind } from '../storage-keys.ts';
import { ADDRESS_WINDOW_SECONDS, createAddressSigner } from './addresses.ts';
import type { AddressClaim } from './addresses.ts';

const signer = createAddressSigner(randomBytes(32));
const mediaId = newId() as MediaId;
const ana = newId() as ProfileId;
const now = new Date('2026-01-15T12:07:31Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

const claimOf = (address: string, audience: string): AddressClaim => {
  const url = new URL(address, 'http://localhost');
  const [, , id, kind] = url.pathname.split('/');
  return {
    mediaId: id ?? '',
    kind: kind as RenditionKind,
    audience,
    expiresSeconds: Number(url.searchParams.get('e')),
    signature: url.searchParams.get('s') ?? '',
  };
};

describe('a signed address', () => {
  test.each(RENDITION_KINDS)(
    'a signed address of the rendition %s is valid for its audience',
    (kind) => {
      expect(signer.verify(claimOf(signer.addressesOf(mediaId, ana, now)[kind], ana), now)).toBe(
        true,
      );
      expect(
        signer.verify(claimOf(signer.addressesOf(mediaId, 'public', now)[kind], 'public'), now),
      ).toBe(true);
    },
  );

  test('a signed address is valid for one to two windows of time, and is the same within one', () => {
    const address = signer.addressesOf(mediaId, ana, now).full;
    const claim = claimOf(address, ana);
    expect(signer.verify(claim, later(ADDRESS_WINDOW_SECONDS.bound))).toBe(true);
    expect(signer.verify(claim, new Date(claim.expiresSeconds * 1_000 - 1))).toBe(true);
    expect(signer.verify(claim, new Date(claim.expiresSeconds * 1_000))).toBe(false);
    expect(signer.verify(claim, later(2 * ADDRESS_WINDOW_SECONDS.bound))).toBe(false);
    expect(signer.addressesOf(mediaId, ana, later(60)).full).toBe(address);
    expect(signer.addressesOf(mediaId, ana, later(ADDRESS_WINDOW_SECONDS.bound)).full).not.toBe(
      address,
    );
  });

  test('a signed address for the public is cached within its window and signed again in the next', () => {
    const address = signer.addressesOf(mediaId, 'public', now).full;
    const next = later(ADDRESS_WINDOW_SECONDS.public);
    expect(signer.addressesOf(mediaId, 'public', later(60)).full).toBe(address);
    expect(signer.addressesOf(mediaId, 'public', next).full).not.toBe(address);
    expect(
      signer.verify(claimOf(signer.addressesOf(mediaId, 'public', next).full, 'public'), next),
    ).toBe(true);
    expect(signer.addressesOf(mediaId, 'public', now).full).toBe(address);
  });

  test('a signed address is invalid for another person, kind, media, time or key', () => {
    const claim = claimOf(signer.addressesOf(mediaId, ana, now).preview, ana);
    expect(signer.verify(claim, now)).toBe(true);
    for (const kind of ['md', 'lg', 'full'] as const)
      expect(signer.verify({ ...claim, kind }, now)).toBe(false);
    expect(signer.verify({ ...claim, audience: newId() }, now)).toBe(false);
    expect(signer.verify({ ...claim, audience: 'public' }, now)).toBe(false);
    expect(signer.verify({ ...claim, mediaId: newId() }, now)).toBe(false);
    expect(
      signer.verify(
        { ...claim, expiresSeconds: claim.expiresSeconds + ADDRESS_WINDOW_SECONDS.bound },
        now,
      ),
    ).toBe(false);
    expect(createAddressSigner(randomBytes(32)).verify(claim, now)).toBe(false);
  });

  test('a signed address is invalid with any change of its signature', () => {
    const claim = claimOf(signer.addressesOf(mediaId, ana, now).full, ana);
    const bytes = Buffer.from(claim.signature, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(signer.verify({ ...claim, signature: forged.toString('base64url') }, now)).toBe(false);
    }
    const last = claim.signature.at(-1) ?? '';
    const twin = String.fromCharCode(last.charCodeAt(0) + 1);
    for (const signature of [
      '',
      `${claim.signature.slice(0, -1)}${twin}`,
      `${claim.signature}!`,
      `é${claim.signature.slice(1)}`,
      claim.signature.slice(0, -2),
      claim.signature + claim.signature,
      'AAAA',
    ]) {
      expect(signer.verify({ ...claim, signature }, now)).toBe(false);
    }
    expect(signer.verify({ ...claim, expiresSeconds: Number.NaN }, now)).toBe(false);
  });
});

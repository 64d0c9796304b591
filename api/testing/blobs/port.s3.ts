// `npm run test:s3`: the S3 adapter on an S3 that is not ours.
import { describe, expect, inject, it, vi } from 'vitest';
import { s3Blobs } from '../../platform/blobs/s3/s3-blobs.ts';
import { checkBuckets } from '../../platform/blobs/s3/s3-buckets.ts';
import { ConfigError } from '../../platform/config/config.ts';
import { systemClock } from '../../platform/clock/system.ts';
import { blobsSuite } from './blobs-suite.ts';

vi.setConfig({ testTimeout: 60_000 });

const { target, siteOrigin, ownCors } = inject('s3');
const open = async () => ({
  blobs: s3Blobs({ ...target, clock: systemClock }),
  origin: target.endpoint,
  close: async () => undefined,
});

describe('a foreign S3', () => void blobsSuite(open));

describe('buckets', () => {
  const warnings = async (changes: object, origin = siteOrigin) => {
    const warnings: string[] = [];
    await checkBuckets({ ...target, ...changes }, origin, (_facts, message) =>
      warnings.push(message),
    );
    return warnings;
  };

  it('buckets that were prepared are fit for the pages they were prepared for', async () => {
    expect(await warnings({})).toEqual([]);
  });

  it.skipIf(!ownCors)('the start reports buckets that refuse our pages', async () => {
    expect(await warnings({}, 'https://elsewhere.example')).toEqual([
      expect.stringContaining('CORS'),
    ]);
  });

  it('the start reports missing buckets and wrong keys', async () => {
    await expect(warnings({ bucketPrefix: `${target.bucketPrefix}never-` })).rejects.toThrow(
      ConfigError,
    );
    await expect(warnings({ secretAccessKey: 'guessed' })).rejects.toThrow(/S3_ACCESS_KEY_ID/);
  });

  it('buckets give nothing to a caller who only knows a key', async () => {
    const { blobs } = await open();
    await blobs.put('private', 'known', Buffer.from('its content'), { contentType: 'text/plain' });
    const name = `${target.endpoint}/${target.bucketPrefix}private`;
    for (const address of [`${name}/known`, name, `${name}?list-type=2`, `${name}?uploads`]) {
      const response = await fetch(address);
      expect([address, response.status]).toEqual([address, 403]);
      expect(await response.text()).not.toMatch(/its content|<Contents>|<Upload>/);
    }
  });
});

// From an upload in storage to its renditions in storage. Doing it again writes the same objects again.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ErrorCode } from '@camarim/contract/errors';
import type { MediaId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { MediaRefused } from '../../platform/media/port.ts';
import type { ImageFacts, RefusalReason, RenderedImage } from '../../platform/media/port.ts';
import type { Platform } from '../../platform/platform.ts';
import { RENDITION_KINDS } from './addresses.ts';
import type { RenditionKind } from './addresses.ts';
import { ORIGINALS } from './uploads.ts';
import type { NewRendition, WorkRow } from './store.ts';

/** Renditions are private too: only signed addresses lead to them. */
export const RENDITIONS = 'private';

export const renditionKey = (mediaId: MediaId, kind: RenditionKind): string => `renditions/${mediaId}/${kind}.webp`;

/** Every object a media may have in storage. */
export const objectKeys = ({ id, original_key: key }: { id: MediaId; original_key: string }): string[] => [key, ...RENDITION_KINDS.map((kind) => renditionKey(id, kind))];

const CODES: Record<RefusalReason, ErrorCode> = {
  typeNotAllowed: 'upload.typeNotAllowed',
  forged: 'upload.forged',
  damaged: 'upload.damaged',
  tooManyPixels: 'upload.tooManyPixels',
  tooLarge: 'upload.tooLarge',
};

type Rendering = Pick<Platform, 'blobs' | 'media' | 'config' | 'clock'>;

/** Longer than any attempt may take. */
const LEFTOVER_MS = 3_600_000;

/** Removes copies that killed workers left. */
const removeLeftovers = async (folder: string, nowMs: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const info = await stat(file).catch(() => null);
    if (info && nowMs - info.mtimeMs > LEFTOVER_MS) await rm(file, { force: true });
  }
};

/** Runs `use` on a local copy of the original, which is gone afterwards. */
const withOriginal = async <T>({ blobs, config, clock }: Rendering, work: WorkRow, signal: AbortSignal, use: (file: string) => Promise<T>): Promise<T> => {
  const original = await blobs.get(ORIGINALS, work.original_key);
  if (!original) throw new AppError('upload.notFound');
  const folder = join(config.home, 'work');
  // A name of its own: two workers may be on the same media when one of them is taken for dead.
  const file = join(folder, `${work.id}.${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeLeftovers(folder, clock.now().getTime());
    await pipeline(original.stream, createWriteStream(file), { signal });
    return await use(file);
  } finally {
    original.stream.destroy();
    await rm(file, { force: true });
  }
};

/** Makes the pictures. Throws AppError with the code for the person when the file can't be used; other errors are worth a retry. */
export const renderOriginal = async (platform: Rendering, work: WorkRow, signal: AbortSignal): Promise<{ facts: ImageFacts; renditions: RenderedImage[] }> => {
  // What is sold carries its origin; profile images are seen small and by everybody.
  const watermark = work.purpose === 'post' ? `${platform.config.CAMARIM_DOMAIN}/${work.owner_name}` : '';
  try {
    return await withOriginal(platform, work, signal, (file) => platform.media.renderImage({ file, watermark, signal }));
  } catch (error) {
    if (error instanceof MediaRefused) throw new AppError(CODES[error.reason]);
    throw error;
  }
};

/** Puts the pictures into storage. */
export const storeRenditions = ({ blobs }: Pick<Platform, 'blobs'>, mediaId: MediaId, renditions: readonly RenderedImage[]): Promise<NewRendition[]> =>
  Promise.all(
    renditions.map(async ({ kind, content, contentType, width, height }): Promise<NewRendition> => {
      const key = renditionKey(mediaId, kind);
      await blobs.put(RENDITIONS, key, content, { contentType });
      return { kind, key, contentType, width, height, bytes: content.byteLength };
    }),
  );

/** Deletes everything the media has in storage; what is not there is fine. */
export const removeObjects = async ({ blobs }: Pick<Platform, 'blobs'>, media: { id: MediaId; original_key: string }): Promise<void> => {
  for (const key of objectKeys(media)) await blobs.delete(ORIGINALS, key);
};

// Background work of media: making renditions, deleting the files of failed media, sweeping unused
// uploads.
import type { MediaId } from '@camarim/contract/ids';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { hashOldMedia } from './hashes/hash-old-media.ts';
import { failMedia, failAfterLastAttempt, removeFailedMedia } from './process/fail-media.ts';
import { workOnLongPart, workOnMedia } from './process/process-media.ts';
import { noListener } from './process/steps.ts';
import { cutTrailer, failTrailer, type TrailerRequest } from './process/trailer.ts';
import { mediaByUpload } from './store.ts';
import { ORIGINALS } from './storage-keys.ts';
import { releaseUpload } from './uploads-store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    /** The quick part: an image, the first phase of a video, what an archive says it holds. */
    'media.process': { mediaId: MediaId };
    /** The long part: every quality of a video, an audio. */
    'media.transcode': { mediaId: MediaId };
    /** The long part of an archive: hashes of its files. */
    'media.hashArchive': { mediaId: MediaId };
    /** The first seconds of a video as a file for everyone. */
    'media.trailer': TrailerRequest;
    'media.erase': { mediaId: MediaId };
    /** Key of an upload that was granted some time ago. */
    'media.sweep': { key: string };
    'media.sweepUploads': Record<never, never>;
    /** Hashes of media that releases before PDQ, or before hashes of files, processed. */
    'media.hashOld': Record<never, never>;
  }
}

/**
 * Longer than the longest video takes; a worker that died is noticed by its silence, long before.
 */
const TRANSCODE_SECONDS_MAX = 24 * 3_600;

const QUICK_SECONDS_MAX = 600;
/** The files of an archive are hashed one after the other, then frames of its videos. */
const ARCHIVE_SECONDS_MAX = 4_500;

/** New uploads wait for no longer run. */
const HASHING_MS = 5 * MINUTE_MS;

/** Half a minute of video may take long on a slow machine. */
const CUTTING = { retries: 5, backoffSeconds: 10, expireSeconds: 1_200, concurrency: 1 };

/** Uploads in parts may go on for a day, and be taken up again the next. */
export const UPLOADS_KEPT_DAYS = 2;
const UNFINISHED_UPLOAD_TTL_MS = UPLOADS_KEPT_DAYS * DAY_MS;

/** Declares the jobs; `mediaSteps` is called at each step of a post's media. */
export const defineMediaJobs = (
  ctx: Ctx,
  { mediaSteps: onStep }: Pick<Services, 'mediaSteps'>,
): void => {
  const { jobs } = ctx;
  jobs.define(
    'media.process',
    {
      retries: 5,
      backoffSeconds: 10,
      expireSeconds: QUICK_SECONDS_MAX,
      concurrency: 2,
      singletonKey: ({ mediaId }) => mediaId,
      exhausted: ({ mediaId }) => failAfterLastAttempt(ctx, onStep, mediaId, 'media.process'),
    },
    ({ mediaId }, { signal }) => workOnMedia(ctx, onStep, mediaId, signal),
  );
  jobs.define(
    'media.transcode',
    {
      retries: 5,
      backoffSeconds: 30,
      expireSeconds: TRANSCODE_SECONDS_MAX,
      concurrency: 1,
      singletonKey: ({ mediaId }) => mediaId,
      exhausted: ({ mediaId }) => failAfterLastAttempt(ctx, onStep, mediaId, 'media.transcode'),
    },
    ({ mediaId }, { signal }) =>
      workOnLongPart(ctx, onStep, mediaId, { step: 'transcoding', signal }),
  );
  jobs.define(
    'media.hashArchive',
    {
      retries: 5,
      backoffSeconds: 30,
      expireSeconds: ARCHIVE_SECONDS_MAX,
      concurrency: 1,
      singletonKey: ({ mediaId }) => mediaId,
      exhausted: ({ mediaId }) => failAfterLastAttempt(ctx, onStep, mediaId, 'media.hashArchive'),
    },
    ({ mediaId }, { signal }) =>
      workOnLongPart(ctx, onStep, mediaId, { step: 'processing', signal }),
  );
  jobs.define(
    'media.trailer',
    {
      ...CUTTING,
      singletonKey: ({ mediaId, seconds }) => `${mediaId} ${seconds}`,
      exhausted: (request) => failTrailer(ctx, onStep, request),
    },
    (request, { signal }) => cutTrailer(ctx, onStep, request, signal),
  );
  defineCleaning(ctx);
};

/** Hashes of old media, and files that are not needed any more. */
const defineCleaning = (ctx: Ctx): void => {
  const { jobs, db, blobs } = ctx;
  jobs.define(
    'media.erase',
    { retries: 20, backoffSeconds: 30, expireSeconds: 120, concurrency: 2 },
    ({ mediaId }) => removeFailedMedia(ctx, mediaId),
  );
  jobs.define(
    'media.sweepUploads',
    { retries: 3, backoffSeconds: 60, expireSeconds: 600, concurrency: 1, cron: '5 5 * * *' },
    async () => {
      await blobs.sweepUploads(new Date(ctx.clock.now().getTime() - UNFINISHED_UPLOAD_TTL_MS));
    },
  );
  jobs.define(
    'media.hashOld',
    {
      retries: 3,
      backoffSeconds: 60,
      expireSeconds: ARCHIVE_SECONDS_MAX,
      concurrency: 1,
      cron: '*/10 * * * *',
    },
    async (_data, { signal }) => {
      const end = ctx.clock.now().getTime() + HASHING_MS;
      const skipped = new Set<MediaId>();
      while (
        ctx.clock.now().getTime() < end &&
        (await hashOldMedia(ctx, signal, skipped, end)) > 0
      );
    },
  );
  jobs.define(
    'media.sweep',
    { retries: 5, backoffSeconds: 300, expireSeconds: 120, concurrency: 1 },
    async ({ key }) => {
      await releaseUpload(db, key);
      const media = await mediaByUpload(db, key);
      // No media, or one whose original has another key: the form was sent again and its object is
      // not needed.
      if (
        !media ||
        (media.original_key !== key &&
          (media.status === 'processed' || (await blobs.head(ORIGINALS, media.original_key))))
      )
        await blobs.delete(ORIGINALS, key);
      if (!media) return;
      // A worker may have stored renditions after the media failed, and died.
      if (media.status === 'error') await removeFailedMedia(ctx, media.id);
      // A profile image whose request died; media of posts have a job of their own.
      else if (media.purpose !== 'post')
        await failMedia(ctx, noListener, media.id, 'media.processingFailed');
    },
  );
};

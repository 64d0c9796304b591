// A media as its viewer sees it, and what a form attaches.
import { z } from 'zod';
import { LOCALES, POST_PERFORMERS_MAX } from '../limits.ts';
import { id, instant } from '../wire.ts';
import { aiChoice, aiLabelSchema } from './media/ai.ts';

/** A media as its viewer may see it: a locked one has no address but its blurred preview. */
export const mediaSchema = z
  .object({
    id: id('media'),
    contentType: z.string(),
    status: z.enum(['created', 'processing', 'processed', 'error']),
    removed: z.boolean().meta({
      description:
        'by a decision: only its owner has addresses of it, until the time to contest is over',
    }),
    ai: aiLabelSchema,
    /** Why processing failed, in the reader's language; owner only. */
    errorMessage: z.string().nullable(),
    /**
     * The file's name; of an archive for all who may download it, else for the owner only.
     */
    name: z.string().nullable(),
    /** Only for an archive. */
    bytes: z.int().nullable(),
    order: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    thumbhash: z.string().nullable(),
    /** Address of the blurred preview. */
    preview: z.string().nullable(),
    /** Addresses below are null while locked or not processed. */
    url: z.string().nullable(),
    mdThumb: z.string().nullable(),
    lgThumb: z.string().nullable(),
    /** Only for video and audio. */
    durationMs: z.int().nullable(),
    /** Percent of the encoding while it runs; owner only. */
    progress: z.int().min(0).max(100).nullable(),
    loops: z.boolean().meta({
      description: 'an animated picture: a short video without sound that is shown again and again',
    }),
    /**
     * HLS master playlist of a video. While `status` is processing it plays the first seconds only.
     */
    m3u8: z.string().nullable(),
    /** The whole video as one MP4, for players without HLS. */
    mp4Output: z.string().nullable(),
    /** Audio as M4A. */
    audio: z.string().nullable(),
    /** An archive to download. */
    download: z.string().nullable(),
    availableResolutions: z
      .string()
      .meta({ description: 'qualities of a video, comma-separated: 240p,360p' }),
    /** A sheet of small frames for scrubbing, in rows of `columns`, one every `intervalMs`. */
    sprite: z
      .object({
        url: z.string(),
        columns: z.int(),
        rows: z.int(),
        frameWidth: z.int(),
        frameHeight: z.int(),
        intervalMs: z.int(),
      })
      .nullable(),
    /** What is said in a video, in text, by language. */
    captions: z.array(z.object({ language: z.enum(LOCALES), url: z.string() })),
    /** The free preview of its post: a picture whole, of a video the trailer. */
    free: z.boolean(),
    /** The trailer as one MP4, for everyone; null until it is cut, and for what is no video. */
    trailer: z.string().nullable(),
    /** Length of the trailer that was chosen; owner only. */
    trailerSeconds: z.int().nullable(),
    /** No trailer will come unless it is chosen again: its last attempt failed; owner only. */
    trailerFailed: z.boolean(),
    /** Peaks of audio from 0 to 100, evenly spread. */
    waveform: z.array(z.int()).nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Media' });

/** A finished upload to attach. */
export const uploadedMedia = z.object({
  key: z.string().min(1).max(300),
  contentType: z.string().min(1).max(100),
  name: z.string().max(255).optional(),
  etag: z.string().max(100).optional(),
  ai: aiChoice.optional(),
});

/** What a form attaches: a finished upload, or a media of mine that is there already. */
export const attachedMedia = z.union([z.object({ id: id('media') }), uploadedMedia]);

/** The people who appear in media that a message sends, besides their owner. */
export const mediaPerformers = z.array(id('performer')).max(POST_PERFORMERS_MAX).default([]).meta({
  description:
    'who appears in the media besides me and those who were declared in them before: people of my list who consented and were approved. None: I declare that I appear alone',
});

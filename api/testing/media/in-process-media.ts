// The media engine of tests: pictures are rendered by the real renderer, but in this process. A
// sandboxed child takes 0.4 s of processor time for each, and most tests only need a picture to be
// there; the sandbox has tests of its own (api/platform/media), and journeys run in it.
import { readCredentials } from '../../platform/media/credentials/read-credentials.ts';
import type { MediaEngine } from '../../platform/media/port.ts';
import { renderImage } from '../../platform/media/render-image.ts';
import { sandboxedMedia } from '../../platform/media/sandboxed-media.ts';

export const inProcessMedia = (): MediaEngine => ({
  ...sandboxedMedia(),
  readCredentials: ({ file }) => readCredentials(file),
  renderImage: async ({ file, watermark, signal }) => {
    const { facts, images } = await renderImage(file, watermark);
    signal?.throwIfAborted();
    return {
      facts,
      renditions: images.map((image) => ({ ...image, contentType: 'image/webp' as const })),
    };
  },
});

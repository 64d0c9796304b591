// The carousel of several media: it scrolls once one of them is there, and not before.
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Media } from './media.ts';
import { MediaCarousel } from './MediaCarousel.tsx';

const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const media = (id: string, part: Partial<Media> = {}) =>
  ({
    id,
    contentType: 'image/jpeg',
    status: 'processing',
    url: null,
    lgThumb: null,
    ...part,
  }) as Media;

const show = (medias: Media[]) =>
  render(
    <MediaCarousel
      group={{
        medias,
        owner: { exibitionName: 'Íris', domainName: 'iris', profileImage: null },
        onStale: () => {},
      }}
    />,
  );
const overflowOf = (container: Element) =>
  getComputedStyle(container.querySelector('ul') as Element).overflowX;

test('media that are all in processing do not scroll, because nothing in them takes the focus', async () => {
  const screen = await show([media('m1'), media('m2')]);
  expect(overflowOf(screen.container)).toBe('hidden');
});

test('one finished picture among them is enough to scroll', async () => {
  const screen = await show([media('m1', { url: GIF, lgThumb: GIF }), media('m2')]);
  await expect.element(screen.getByRole('button', { name: /Imagem 1 de 2/ })).toBeInTheDocument();
  expect(overflowOf(screen.container)).toBe('auto');
});

// The free preview in the edit dialog and on the post's card while its trailer is not cut or
// failed: the state is shown, and another attempt asked for.
import { createRoutesStub } from 'react-router';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import PostStatus from '../card/PostStatus.tsx';
import type { Post } from '../post-cache.ts';
import { EditFreePreview } from './EditFreePreview.tsx';
import type { FreePreview } from './free-preview.ts';

const mediasWith = (trailer: string | null, trailerFailed = false) =>
  [
    {
      id: 'v1',
      contentType: 'video/mp4',
      name: 'luz.mp4',
      free: true,
      trailerSeconds: 10,
      trailer,
      trailerFailed,
    },
  ] as unknown as Post['medias'];

const Form = ({ trailer, failed = false }: { trailer: string | null; failed?: boolean }) => {
  const [changed, setChanged] = useState<FreePreview | null>();
  return (
    <>
      <EditFreePreview
        medias={mediasWith(trailer, failed)}
        changed={changed}
        onChange={setChanged}
        error={undefined}
      />
      <output>{JSON.stringify(changed ?? null)}</output>
    </>
  );
};

test('a trailer that is not cut yet is said to be in preparation, and can be prepared again by saving', async () => {
  const screen = await render(<Form trailer={null} />);
  await expect.element(screen.getByText(/O trailer está sendo preparado/)).toBeVisible();
  await screen.getByRole('button', { name: 'Demorou? Preparar de novo' }).click();
  await expect.element(screen.getByText('Ao salvar, o trailer é preparado de novo.')).toBeVisible();
  await expect.element(screen.getByRole('status')).toHaveTextContent('{"id":"v1","seconds":10}');
});

test('a trailer that is cut needs no other attempt', async () => {
  const screen = await render(<Form trailer="/media/trailer.mp4" />);
  await expect.element(screen.getByText(/Todo mundo vê, mesmo sem pagar/)).toBeVisible();
  expect(screen.container.querySelectorAll('button')).toHaveLength(0);
});

test('a trailer that failed is said to have failed in the edit dialog, and can be prepared again by saving', async () => {
  const screen = await render(<Form trailer={null} failed />);
  await expect
    .element(screen.getByRole('combobox', { name: 'Prévia livre' }))
    .toHaveAccessibleDescription(/Não foi possível preparar o trailer/);
  await screen.getByRole('button', { name: 'Preparar de novo' }).click();
  await expect.element(screen.getByText('Ao salvar, o trailer é preparado de novo.')).toBeVisible();
  expect(screen.container.textContent).not.toContain('Não foi possível');
});

test.each([
  [false, 'está sendo preparado'],
  [true, 'Não foi possível preparar o trailer'],
])('the card of a post tells its owner whether the trailer failed (%s)', async (failed, words) => {
  const post = { status: 'processed', medias: mediasWith(null, failed) } as Post;
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () => <PostStatus post={post} />,
    },
  ]);
  const screen = await render(<Stub initialEntries={['/']} />);
  await expect.element(screen.getByRole('status')).toBeVisible();
  expect(screen.getByRole('status').element().textContent).toContain(words);
});

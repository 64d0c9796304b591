// The viewer of media: one file is reported from it, by everyone but its owner.
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { closeDialog, dialogStore } from '../../../client/dialogs.ts';
import type { User } from '../../../client/session/session.ts';
import type { Media } from './media.ts';
import MediaViewer from './MediaViewer.tsx';

const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const media = (id: string) =>
  ({
    id,
    contentType: 'image/jpeg',
    status: 'processed',
    url: GIF,
    lgThumb: GIF,
    ai: null,
  }) as Media;

const show = (viewer: string | null, onClose = () => {}) => {
  const group = {
    medias: [media('m1'), media('m2')],
    owner: { exibitionName: 'Íris', domainName: 'iris', profileImage: null },
    onStale: () => {},
  };
  const user = viewer === null ? null : ({ profile: { domainName: viewer } } as User);
  const element = <MediaViewer group={group} start="m2" onClose={onClose} />;
  const router = createMemoryRouter(
    [{ id: 'root', path: '/', loader: () => ({ user }), element, hydrateFallbackElement: <i /> }],
    { hydrationData: { loaderData: { root: { user } } } },
  );
  return render(<RouterProvider router={router} />);
};
beforeEach(() => closeDialog());

test.each(['davi', null])(
  'the file that is shown is reported by another person (%s)',
  async (viewer) => {
    const onClose = vi.fn<() => void>();
    const screen = await show(viewer, onClose);
    await screen.getByRole('button', { name: 'Denunciar este arquivo' }).click();
    expect(onClose).toHaveBeenCalledOnce();
    expect(dialogStore.current()).toEqual({
      name: 'report',
      props: { targetKind: 'media', targetId: 'm2' },
    });
  },
);

test('the owner of the files is not asked to report them', async () => {
  const screen = await show('iris');
  await expect.element(screen.getByRole('button', { name: 'Fechar' })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Denunciar este arquivo' }))
    .not.toBeInTheDocument();
});

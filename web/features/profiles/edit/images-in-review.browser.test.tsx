// The form of the profile shows a picture that waits for a review, or was refused in one, and says
// so.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { OwnProfile } from '../../../client/session/own-profile.ts';
import { EditProfileForm } from './EditProfileForm.tsx';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const image = (name: string) => ({
  url: `${PIXEL}#${name}`,
  mdThumb: `${PIXEL}#${name}`,
  lgThumb: `${PIXEL}#${name}`,
  width: 1,
  height: 1,
  thumbhash: '',
});
const profileWith = (heldImages: Partial<OwnProfile['heldImages']>): OwnProfile =>
  ({
    id: 'p',
    domainName: 'autora',
    exibitionName: 'Autora',
    about: '',
    producer: true,
    settings: { enableComments: true },
    gender: null,
    defaultLanguage: 'pt',
    celphone: null,
    phone: null,
    country: 'BR',
    zip: '',
    state: '',
    stateCode: '',
    city: '',
    profileMediaThumbs: image('shown'),
    headerMediaThumbs: null,
    heldImages: { profileImage: null, headerImage: null, ...heldImages },
  }) as unknown as OwnProfile;

const show = (profile: OwnProfile) => {
  const router = createMemoryRouter([
    { path: '*', element: <EditProfileForm profile={profile} /> },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};
const pictures = () =>
  [...document.querySelectorAll('#pictures img')].map((one) => one.getAttribute('src'));
const since = '2026-11-20T12:00:00.000Z';

test('the picture that waits is shown with the notice that others see the one before', async () => {
  const review = { state: 'waiting' as const, reason: null, note: '', since };
  const screen = await show(profileWith({ profileImage: { image: image('held'), review } }));
  await expect
    .element(screen.getByText('os outros veem a imagem anterior', { exact: false }))
    .toBeVisible();
  expect(pictures()).toEqual([image('held').mdThumb]);
});

test('the owner of a refused image reads the reason and the words of the team', async () => {
  const review = {
    state: 'refused' as const,
    reason: 'noConsent' as const,
    note: 'Quem é?',
    since,
  };
  const screen = await show(profileWith({ headerImage: { image: image('held'), review } }));
  for (const words of ['Não publicada: Falta consentimento (contrato, advertência)', 'Quem é?'])
    await expect.element(screen.getByText(words, { exact: false })).toBeVisible();
});

test('an image without a review shows no notice', async () => {
  const screen = await show(profileWith({}));
  await expect.poll(pictures).toEqual([image('shown').mdThumb]);
  await expect.element(screen.getByText('Em análise', { exact: false })).not.toBeInTheDocument();
});

// /settings/edit-profile: public profile and private contact data.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { ownProfileQuery } from '../../../client/session/own-profile.ts';
import { EditProfileForm } from './EditProfileForm.tsx';
import styles from './edit.module.css';

const load = () => loadPage({ optional: [ownProfileQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.menu_edit_profile()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function EditProfilePage() {
  const { data: profile, isError, isFetching, refetch } = useQuery(ownProfileQuery());
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.menu_edit_profile()}</h1>
      {isError && !profile && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {profile && <EditProfileForm profile={profile} />}
    </section>
  );
}

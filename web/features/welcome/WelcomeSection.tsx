// The welcome message: what it is, how it looks, and its form.
import { NAME_PLACEHOLDER } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { ReviewNotice } from '../reviews/index.ts';
import { welcomeQuery } from './queries.ts';
import { WelcomeForm } from './WelcomeForm.tsx';
import { WelcomePreview } from './WelcomePreview.tsx';
import styles from './welcome.module.css';

export const WelcomeSection = () => {
  const { data: welcome, isError, isFetching, refetch } = useQuery(welcomeQuery());
  return (
    <section className={styles.part}>
      <h2>{m.welcome_title()}</h2>
      <p className={styles.soft}>{m.welcome_text({ placeholder: NAME_PLACEHOLDER })}</p>
      {isError && welcome === undefined && (
        <ErrorState onRetry={() => void refetch()} loading={isFetching} />
      )}
      {welcome?.review && <ReviewNotice review={welcome.review} />}
      {welcome && <WelcomePreview welcome={welcome} />}
      {welcome !== undefined && (
        <WelcomeForm key={welcome?.updatedAt ?? 'none'} welcome={welcome} />
      )}
    </section>
  );
};

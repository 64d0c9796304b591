// /options: a producer's settings for comments, conversations and the welcome message.
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { useSession } from '../../../client/session/session.ts';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { useEnableComments } from '../../profiles/index.ts';
import { welcomeQuery, WelcomeSection } from '../../welcome/index.ts';
import { ownProfileQuery } from '../../../client/session/own-profile.ts';
import { ChatOptions } from './ChatOptions.tsx';
import styles from './options.module.css';

const load = () => loadPage({ optional: [ownProfileQuery(), welcomeQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.menu_options()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function OptionsPage() {
  const { user } = useSession();
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.menu_options()}</h1>
      {user?.profile.producer ? (
        <>
          <Comments />
          <Chats />
          <WelcomeSection />
          <Automations />
        </>
      ) : (
        <ProducersOnly />
      )}
    </section>
  );
}

const ProducersOnly = () => (
  <EmptyState
    icon={<BadgeCheck aria-hidden />}
    title={m.options_producers_only()}
    action={
      <ButtonLink variant="line" small to="/account/request">
        {m.become_model()}
      </ButtonLink>
    }
  />
);

const Comments = () => {
  const { data: profile, isError, isFetching, refetch } = useQuery(ownProfileQuery());
  const enabled = profile?.settings.enableComments ?? false;
  const toggle = useEnableComments(enabled);
  return (
    <section className={styles.part}>
      <h2>{m.options_comments_title()}</h2>
      {isError && !profile && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {profile && <Checkbox label={m.options_comments()} checked={enabled} onChange={toggle} />}
      <p className={styles.soft}>{m.options_comments_text()}</p>
    </section>
  );
};

const Chats = () => (
  <section className={styles.part}>
    <h2>{m.chat_options_title()}</h2>
    <p className={styles.soft}>{m.chat_options_text()}</p>
    <ChatOptions />
  </section>
);

const Automations = () => (
  <section className={styles.part}>
    <h2>{m.automations_title()}</h2>
    <p className={styles.soft}>{m.automations_text()}</p>
    <div>
      <ButtonLink variant="line" to="/chats/automations">
        {m.automations_open()}
      </ButtonLink>
    </div>
  </section>
);

// /account/request: become a producer, or see how far the request has come.
import { useQuery } from '@tanstack/react-query';
import type { MetaFunction } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { describePage } from '../../../client/meta.ts';
import { useDialogAddress, usePublishAddress } from '../../../client/navigation.ts';
import { useSession } from '../../../client/session/session.ts';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { ownProfileQuery } from '../../../client/session/own-profile.ts';
import { ownRequestQuery } from '../queries.ts';
import { RequestForm } from './RequestForm.tsx';
import RequestStatus from './RequestStatus.tsx';
import styles from './request.module.css';

export const meta: MetaFunction = ({ matches }) =>
  describePage(
    {
      title: `${m.request_page_title()} · Camarim`,
      description: m.request_intro(),
      path: '/account/request',
    },
    matches,
  );

const Invitation = () => {
  const register = usePublishAddress();
  const login = useDialogAddress('login');
  return (
    <section className={styles.status}>
      <h2>{m.request_visitor_title()}</h2>
      <p className={styles.text}>{m.request_visitor_text()}</p>
      <ul className={styles.points}>
        <li>{m.request_visitor_share()}</li>
        <li>{m.request_visitor_payout()}</li>
        <li>{m.request_visitor_needs()}</li>
        <li>{m.request_visitor_review()}</li>
      </ul>
      <div className={styles.buttons}>
        <ButtonLink variant="main" to={register} preventScrollReset>
          {m.register_free()}
        </ButtonLink>
        <ButtonLink variant="line" to={login} preventScrollReset>
          {m.login()}
        </ButtonLink>
        <ButtonLink variant="text" to="/help">
          {m.request_visitor_help()}
        </ButtonLink>
      </div>
    </section>
  );
};

export default function RequestPage() {
  const { user } = useSession();
  const { data: request } = useQuery({ ...ownRequestQuery(), enabled: user !== null });
  const { data: profile } = useQuery({ ...ownProfileQuery(), enabled: user !== null });
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{m.request_page_title()}</h1>
      {(!user || request?.mayAsk) && <p className={styles.text}>{m.request_intro()}</p>}
      {!user && <Invitation />}
      {user && <RequestStatus />}
      {request?.mayAsk && profile && <RequestForm profile={profile} />}
    </div>
  );
}

// The state of a person's request to become a producer.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BadgeCheck, Check, Hourglass, Mail, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { type OwnRequest, ownRequestQuery, withdrawRequest } from '../queries.ts';
import styles from './request.module.css';

const Reason = ({ reason }: { reason: string }) =>
  reason === '' ? null : <p className={styles.text}>{m.request_reason({ reason })}</p>;

/** What prepares for the approval, and what stays open until then. */
const WHILE_WAITING: readonly { to: string; text: () => string }[] = [
  { to: '/settings/edit-profile', text: m.menu_edit_profile },
  { to: '/settings/security', text: m.request_waiting_security },
  { to: '/settings/subscriptions', text: m.menu_subscriptions },
  { to: '/wallet', text: m.menu_wallet },
  { to: '/help', text: m.menu_help },
];

const Progress = ({ requestedAt }: { requestedAt: string }) => (
  <ol className={styles.progress} aria-label={m.request_waiting_steps()}>
    <li data-done>
      <Check aria-hidden />
      <span>
        {m.request_waiting_sent()}
        <time dateTime={requestedAt}>{formatDay(requestedAt)}</time>
      </span>
    </li>
    <li aria-current="step">
      <Hourglass aria-hidden />
      <span>
        {m.request_waiting_review()}
        <small>{m.request_waiting_review_text()}</small>
      </span>
    </li>
    <li>
      <Mail aria-hidden />
      <span>
        {m.request_waiting_answer()}
        <small>{m.request_waiting_answer_text()}</small>
      </span>
    </li>
  </ol>
);

const Content = ({
  request: { stage, requestedAt, reason },
  domainName,
}: {
  request: OwnRequest;
  domainName: string;
}) => {
  if (stage === 'requested') {
    return (
      <>
        <h2>{m.request_waiting_title()}</h2>
        {requestedAt && <Progress requestedAt={requestedAt} />}
        <p className={styles.text}>{m.request_waiting_open()}</p>
        <nav aria-label={m.request_waiting_links()} className={styles.links}>
          {WHILE_WAITING.map(({ to, text }) => (
            <Link key={to} to={to} className={styles.link}>
              {text()}
            </Link>
          ))}
        </nav>
      </>
    );
  }
  if (stage === 'approved') {
    return (
      <>
        <BadgeCheck aria-hidden />
        <h2>{m.request_approved_title()}</h2>
        <p className={styles.text}>{m.request_approved_text()}</p>
        <ButtonLink variant="main" to={`/${domainName}`}>
          {m.request_open_page()}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <ShieldAlert aria-hidden />
      <h2>{stage === 'rejected' ? m.request_rejected_title() : m.request_suspended_title()}</h2>
      <Reason reason={reason} />
    </>
  );
};

/** Withdraws the request. The menu and the open pages depend on the stage. */
const Withdraw = () => {
  const [asking, setAsking] = useState(false);
  const withdraw = async () => {
    await withdrawRequest();
    window.location.assign('/');
  };
  return (
    <>
      <Button variant="line" onClick={() => setAsking(true)}>
        {m.request_withdraw()}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.request_withdraw_title()}
          confirmLabel={m.request_withdraw()}
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        >
          {m.request_withdraw_text()}
        </ConfirmDialog>
      )}
    </>
  );
};

/**
 * Renders nothing for members without a request. `link`: outside of the page of the form, to which
 * it leads a rejected person.
 */
export default function RequestStatus({ link = false }: { link?: boolean }) {
  const { user } = useSession();
  const { data: request } = useQuery({ ...ownRequestQuery(), enabled: user !== null });
  if (!user || !request || request.stage === 'member') return null;
  return (
    <section className={link ? styles.alone : styles.status}>
      <Content request={request} domainName={user.profile.domainName} />
      {request.stage !== 'approved' && (
        <div className={styles.buttons}>
          {link && request.mayAsk && (
            <ButtonLink variant="main" to="/account/request">
              {m.request_rejected_again()}
            </ButtonLink>
          )}
          {request.contestable !== null && (
            <ButtonLink variant="line" to={`/help?appeal=${request.contestable}`}>
              {m.help_appeal()}
            </ButtonLink>
          )}
          {request.stage !== 'suspended' && <Withdraw />}
        </div>
      )}
    </section>
  );
}

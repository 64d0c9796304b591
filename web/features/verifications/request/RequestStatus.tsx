// The state of a person's request to become a producer.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BadgeCheck, Hourglass, ShieldAlert } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { type OwnRequest, ownRequestQuery, withdrawRequest } from '../queries.ts';
import styles from './request.module.css';

const Reason = ({ reason }: { reason: string }) =>
  reason === '' ? null : <p className={styles.text}>{m.request_reason({ reason })}</p>;

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
        <Hourglass aria-hidden />
        <h2>{m.request_waiting_title()}</h2>
        {requestedAt && (
          <p className={styles.text}>{m.request_waiting_text({ day: formatDay(requestedAt) })}</p>
        )}
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

/** Renders nothing for members without a request. `link` leads a rejected person to the form. */
export default function RequestStatus({ link = false }: { link?: boolean }) {
  const { user } = useSession();
  const { data: request } = useQuery({ ...ownRequestQuery(), enabled: user !== null });
  if (!user || !request || request.stage === 'member') return null;
  return (
    <section className={styles.status}>
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

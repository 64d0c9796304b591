// /performer#token: a consent request with its terms, or what the person signed and the media with
// them. Answering needs a click, because mail filters open links.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Handshake, Link2Off, UserRoundX } from 'lucide-react';
import { useHashToken } from '../../../client/hash-token.ts';
import { m } from '../../../paraglide/messages.js';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { AccountCard, RequestLink } from '../../auth/index.ts';
import { ConsentForm } from './ConsentForm.tsx';
import { OwnRecord } from './OwnRecord.tsx';
import styles from './performers.module.css';
import { type ConsentAnswer, type PerformerRequest, requestLink, requestQuery } from './queries.ts';

export const meta = () => [
  { title: `${m.performer_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const AnswerRecorded = ({ answer, name }: { answer: ConsentAnswer; name: string }) =>
  answer === 'consent' ? (
    <EmptyState icon={<Handshake aria-hidden />} title={m.performer_yes_title()}>
      {m.performer_yes_text({ name })}
    </EmptyState>
  ) : (
    <EmptyState icon={<UserRoundX aria-hidden />} title={m.performer_no_title()}>
      {m.performer_no_text({ name })}
    </EmptyState>
  );

export default function PerformerPage() {
  const token = useHashToken();
  const [done, setDone] = useState<ConsentAnswer>();
  const { data: request, isError } = useQuery({
    ...requestQuery(token ?? ''),
    enabled: Boolean(token) && done === undefined,
  });
  const badLink = isError || token === '';
  return (
    <AccountCard title={m.performer_title()}>
      {done && request && <AnswerRecorded answer={done} name={request.producer.exibitionName} />}
      {!done && request && token && request.consent === 'asked' && (
        <ConsentRequest request={request} token={token} onDone={setDone} />
      )}
      {!done && request && token && request.consent !== 'asked' && (
        <OwnRecord request={request} token={token} />
      )}
      {!request && badLink && (
        <>
          {token === '' ? (
            <p>{m.performer_no_link_text()}</p>
          ) : (
            <EmptyState icon={<Link2Off aria-hidden />} title={m.performer_bad_link_title()}>
              {m.performer_bad_link_text()}
            </EmptyState>
          )}
          <RequestLink
            action="consent-link"
            request={requestLink}
            texts={{
              email: m.performer_link_email(),
              hint: m.performer_link_hint(),
              submit: m.performer_link_submit(),
              sent: m.performer_link_sent,
            }}
          />
        </>
      )}
      {!request && !badLink && <Spinner />}
    </AccountCard>
  );
}

const ConsentRequest = ({
  request: { producer, stageName },
  token,
  onDone,
}: {
  request: PerformerRequest;
  token: string;
  onDone: (answer: ConsentAnswer) => void;
}) => {
  const name = producer.exibitionName;
  return (
    <>
      <p>{m.performer_asks({ stage: stageName, name, domain: producer.domainName })}</p>
      <section className={styles.part}>
        <h2>{m.performer_what_title()}</h2>
        <p>{m.performer_what({ name })}</p>
      </section>
      <section className={styles.part}>
        <h2>{m.performer_kept_title()}</h2>
        <p>{m.performer_kept({ name })}</p>
      </section>
      <section className={styles.part}>
        <h2>{m.performer_back_title()}</h2>
        <p>{m.performer_back()}</p>
      </section>
      <section className={styles.part}>
        <ConsentForm token={token} onDone={onDone} />
      </section>
    </>
  );
};

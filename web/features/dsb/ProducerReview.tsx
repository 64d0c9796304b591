// One request with its documents, and the decision. Pictures load only when asked for: each view is recorded.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { Pill } from '../../ui/display/Pill.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { type Decision, type Named, type ProducerRequest, requestQuery, useDecide } from './queries.ts';
import styles from './dsb.module.css';

const STAGES = { requested: m.dsb_stage_requested, approved: m.dsb_stage_approved, rejected: m.dsb_stage_rejected, suspended: m.dsb_stage_suspended, member: m.dsb_stage_member };
const DOCUMENTS = { documentFront: m.dsb_document_front, documentBack: m.dsb_document_back, selfie: m.dsb_selfie };

const Document = ({ kind, url }: ProducerRequest['documents'][number]) => {
  const [shown, setShown] = useState(false);
  const name = DOCUMENTS[kind]();
  return (
    <figure className={styles.document}>
      {shown ? (
        <a href={url} target="_blank" rel="noopener noreferrer">
          <img src={url} alt={name} className={styles.picture} />
        </a>
      ) : (
        <Button look="line" onClick={() => setShown(true)}>
          {m.dsb_show_document({ name })}
        </Button>
      )}
      <figcaption className={styles.soft}>{name}</figcaption>
    </figure>
  );
};

const Person = ({ person }: { person: NonNullable<ProducerRequest['person']> }) => {
  const facts = [
    [m.dsb_name(), person.fullName],
    [m.dsb_cpf(), person.document.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')],
    [m.dsb_birth(), formatDay(`${person.birthDate}T12:00:00Z`)],
    [m.dsb_phone(), person.celphone],
    [m.dsb_address(), `${person.street}, ${person.number} ${person.addressLineTwo} · ${person.county} · ${person.city}, ${person.stateCode} · ${person.zip}`],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** What may be decided where the request and the person stand. */
const choicesOf = ({ stage, request }: ProducerRequest): { decision: Decision; text: string; main: boolean }[] => {
  if (request === 'requested') return [{ decision: 'approve', text: m.dsb_approve(), main: true }, { decision: 'reject', text: m.dsb_reject(), main: false }];
  if (stage === 'approved') return [{ decision: 'suspend', text: m.dsb_suspend(), main: false }];
  return stage === 'suspended' ? [{ decision: 'approve', text: m.dsb_restore(), main: true }] : [];
};

const Choices = ({ request, named }: { request: ProducerRequest; named: Named }) => {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { mutate, isPending } = useDecide(named);
  const navigate = useNavigate();
  const choices = choicesOf(request);
  if (choices.length === 0) return null;
  const decide = (decision: Decision) => {
    if (decision !== 'approve' && reason.trim() === '') return setMissing(true);
    mutate(
      { decision, reason },
      {
        onSuccess: () => {
          showToast(m.dsb_decided(), 'success');
          void navigate('/dsb/producer');
        },
      },
    );
  };
  return (
    <section className={styles.choices}>
      <TextArea
        label={m.dsb_reason()}
        rows={3}
        maxLength={500}
        value={reason}
        error={missing ? m.dsb_reason_missing() : undefined}
        onChange={({ currentTarget: { value } }) => {
          setReason(value);
          setMissing(false);
        }}
      />
      <div className={styles.buttons}>
        {choices.map(({ decision, text, main }) => (
          <Button key={decision} look={main ? 'main' : 'line'} busy={isPending} onClick={() => decide(decision)}>
            {text}
          </Button>
        ))}
      </div>
    </section>
  );
};

export const ProducerReview = ({ named }: { named: Named }) => {
  const { data: request, isError, isFetching, refetch } = useQuery(requestQuery(named));
  return (
    <>
      <Link to="/dsb/producer" className={styles.back}>
        {m.dsb_back()}
      </Link>
      {isError && <ErrorState onRetry={() => void refetch()} busy={isFetching} />}
      {!request && !isError && <Skeleton shape="picture" />}
      {request && (
        <>
          <h2 className={styles.subtitle}>
            {request.profile.exibitionName} <span className={styles.soft}>@{request.profile.domainName}</span> <Pill look="plain">{STAGES[request.stage]()}</Pill>
          </h2>
          {request.reason !== '' && <p className={styles.soft}>{m.request_reason({ reason: request.reason })}</p>}
          {request.person ? <Person person={request.person} /> : <p className={styles.soft}>{m.dsb_forgotten()}</p>}
          {request.documents.length > 0 && (
            <section>
              <h3 className={styles.subtitle}>{m.dsb_documents()}</h3>
              <p className={styles.soft}>{m.dsb_recorded()}</p>
              <div className={styles.documents}>
                {request.documents.map((document) => (
                  <Document key={document.kind} {...document} />
                ))}
              </div>
            </section>
          )}
          <Choices request={request} named={named} />
        </>
      )}
    </>
  );
};

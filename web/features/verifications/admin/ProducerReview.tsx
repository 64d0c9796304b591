// One request with its documents and the decision. Pictures load on request because each view is
// recorded.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import {
  adminStyles as styles,
  Decision,
  type DecisionOption,
  Documents,
  ProfileLink,
  useViewedDocuments,
} from '../../dsb/index.ts';
import { ProducerFee } from '../../funds/index.ts';
import {
  type ProducerReference,
  type ProducerRequest,
  producerQuery,
  useDecideProducer,
  type Verdict,
} from './queries.ts';

const STAGES = {
  requested: m.dsb_stage_requested,
  approved: m.dsb_stage_approved,
  rejected: m.dsb_stage_rejected,
  suspended: m.dsb_stage_suspended,
  member: m.dsb_stage_member,
};
const Person = ({ person }: { person: NonNullable<ProducerRequest['person']> }) => {
  const facts = [
    [m.dsb_name(), person.fullName],
    [m.dsb_cpf(), person.document.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')],
    [m.dsb_birth(), formatDay(`${person.birthDate}T12:00:00Z`)],
    [m.dsb_phone(), person.celphone],
    [
      m.dsb_address(),
      `${person.street}, ${person.number} ${person.addressLineTwo} · ${person.county} · ${person.city}, ${person.stateCode} · ${person.zip}`,
    ],
  ] as const;
  return <DescriptionList items={facts} className={styles.facts} />;
};

/** The decisions that are possible in the current state of request and profile. */
const choicesOf = ({ stage, request, approval }: ProducerRequest): DecisionOption<Verdict>[] => {
  // A second approval by the same administrator has no effect.
  const approve = (text: string): DecisionOption<Verdict>[] =>
    approval === 'mine' ? [] : [{ key: 'approve', text, main: true, needsReason: false }];
  const refuse = (key: 'reject' | 'suspend', text: string) => ({
    key,
    text,
    main: false,
    needsReason: true,
  });
  if (request === 'requested')
    return [...approve(m.dsb_approve()), refuse('reject', m.dsb_reject())];
  if (stage === 'approved') return [refuse('suspend', m.dsb_suspend())];
  return stage === 'suspended' ? approve(m.dsb_restore()) : [];
};

const Choices = ({
  request,
  named,
  unseen,
}: {
  request: ProducerRequest;
  named: ProducerReference;
  unseen: boolean;
}) => {
  const { mutate, isPending } = useDecideProducer(named);
  const navigate = useNavigate();
  const choices = choicesOf(request);
  if (choices.length === 0) return null;
  const onSuccess = (
    { data: { stage } }: { data: { stage: ProducerRequest['stage'] } },
    { decision }: { decision: Verdict },
  ) => {
    showToast(
      decision === 'approve' && stage !== 'approved' ? m.dsb_second_person() : m.dsb_decided(),
      'success',
    );
    void navigate('/dsb/producer');
  };
  return (
    <Decision
      choices={choices}
      loading={isPending}
      unseen={unseen}
      onDecide={(decision, reason) => mutate({ decision, reason }, { onSuccess })}
    />
  );
};

export const ProducerReview = ({ named }: { named: ProducerReference }) => {
  const { data: request, isError, isFetching, refetch } = useQuery(producerQuery(named));
  const { onViewed, unseen } = useViewedDocuments(request?.documents ?? []);
  return (
    <>
      <Link to="/dsb/producer" className={styles.back}>
        {m.dsb_back()}
      </Link>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!request && !isError && <Skeleton shape="picture" />}
      {request && (
        <>
          <h2 className={styles.subtitle}>
            <ProfileLink profile={request.profile} />{' '}
            <Badge variant="plain">{STAGES[request.stage]()}</Badge>
          </h2>
          {request.reason !== '' && (
            <p className={styles.soft}>{m.request_reason({ reason: request.reason })}</p>
          )}
          {request.approval !== 'none' && (
            <p>
              {request.approval === 'mine' ? m.dsb_approved_by_me() : m.dsb_approved_by_other()}
            </p>
          )}
          {request.person ? (
            <Person person={request.person} />
          ) : (
            <p className={styles.soft}>{m.dsb_forgotten()}</p>
          )}
          {request.documents.length > 0 && (
            <section>
              <h3 className={styles.subtitle}>{m.dsb_documents()}</h3>
              <p className={styles.soft}>{m.dsb_recorded()}</p>
              <Documents documents={request.documents} onViewed={onViewed} />
            </section>
          )}
          {(request.stage === 'approved' || request.stage === 'suspended') && (
            <ProducerFee producerId={request.profile.id} />
          )}
          <Choices
            request={request}
            named={named}
            unseen={unseen && request.request === 'requested'}
          />
        </>
      )}
    </>
  );
};

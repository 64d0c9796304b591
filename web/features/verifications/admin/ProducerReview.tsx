// A producer's request on a page of its own, which the email to administrators opens: the case with
// its personal data, and the producer's fee.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { adminStyles as styles } from '../../dsb/index.ts';
import { ProducerFee } from '../../funds/index.ts';
import { CaseCard } from './CaseCard.tsx';
import { decideOnProducer, producerCase, type ProducerReference } from './kinds.ts';
import { producerQuery } from './queries.ts';

const QUEUE = '/dsb/verifications?kind=producer';

export const ProducerReview = ({ reference }: { reference: ProducerReference }) => {
  const { data: request, isError, isFetching, refetch } = useQuery(producerQuery(reference));
  const navigate = useNavigate();
  return (
    <>
      <Link to={QUEUE} className={styles.back}>
        {m.dsb_back()}
      </Link>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!request && !isError && <Skeleton shape="picture" />}
      {request && (
        <CaseCard
          kind="producer"
          found={producerCase(request)}
          decide={(ruling) => decideOnProducer(reference, ruling)}
          opened
          onDecided={() => void navigate(QUEUE)}
        >
          {request.person === null && <p className={styles.soft}>{m.dsb_forgotten()}</p>}
          {request.approval !== 'none' && (
            <p>
              {request.approval === 'mine' ? m.dsb_approved_by_me() : m.dsb_approved_by_other()}
            </p>
          )}
          {(request.stage === 'approved' || request.stage === 'suspended') && (
            <ProducerFee producerId={request.profile.id} />
          )}
        </CaseCard>
      )}
    </>
  );
};

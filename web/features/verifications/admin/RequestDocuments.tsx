// What a person sent to become a producer, on the page of the person: loaded on request, because
// each view is recorded.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { AdminSection, adminStyles as styles, Documents, WithRight } from '../../dsb/index.ts';
import { producerCase } from './kinds.ts';
import { producerQuery } from './queries.ts';

const ignoreView = (): void => undefined;

const Request = ({ producerId }: { producerId: string }) => {
  const { data, error, isFetching, refetch } = useQuery(producerQuery({ producerId }));
  if (error instanceof ApiError && error.code === 'producer.notAsked')
    return <p className={styles.soft}>{m.dsb_users_documents_none()}</p>;
  if (error) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  if (!data) return <Spinner />;
  const { facts, documents } = producerCase(data);
  return (
    <>
      {facts === null && <p className={styles.soft}>{m.dsb_forgotten()}</p>}
      {facts && facts.length > 0 && <DescriptionList items={facts} className={styles.facts} />}
      {documents.length > 0 && <Documents documents={documents} onViewed={ignoreView} />}
      <Link to={`/dsb/verifications?kind=producer&id=${producerId}`} className={styles.back}>
        {m.dsb_users_documents_case()}
      </Link>
    </>
  );
};

export default function RequestDocuments({ producerId }: { producerId: string }) {
  const [shown, setShown] = useState(false);
  return (
    <WithRight right="identity.read">
      <AdminSection title={m.dsb_users_documents()} note={m.dsb_users_documents_text()}>
        {shown ? (
          <Request producerId={producerId} />
        ) : (
          <Button variant="line" onClick={() => setShown(true)}>
            {m.dsb_users_documents_show()}
          </Button>
        )}
      </AdminSection>
    </WithRight>
  );
}

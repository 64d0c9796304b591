// /dsb/reviews: held posts and messages to more than one person, one after the other, decided by
// keyboard.
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatCount } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import {
  adminMeta,
  AdminPage,
  adminStyles,
  requireStaff,
  staffClientLoader,
  WithRight,
} from '../../dsb/index.ts';
import { reviewsQuery } from './queries.ts';
import { KeyboardQueue } from './KeyboardQueue.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './reviews.module.css';

export const loader = async () => requireStaff(await requestScope().user(), 'content.read');
export const clientLoader = staffClientLoader('content.read');
export const meta = () => adminMeta(m.reviews_title());

export default function ReviewsPage() {
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(reviewsQuery());
  const more = useCallback(() => void refetch(), [refetch]);
  return (
    <AdminPage title={m.reviews_title()} note={m.reviews_note()}>
      <p className={styles.summary}>
        <span>{data && m.reviews_waiting({ count: formatCount(data.waiting) })}</span>
        <WithRight right="settings.read">
          <Link to="/dsb/review-settings" className={adminStyles.back}>
            {m.reviews_settings_link()}
          </Link>
        </WithRight>
      </p>
      <p className={classNames(adminStyles.soft, adminStyles.aboutKeys)}>{m.reviews_keys()}</p>
      {isError && <ErrorState onRetry={more} loading={isFetching} />}
      {!data && !isError && <Spinner />}
      {data?.items.length === 0 && (
        <EmptyState icon={<CircleCheck aria-hidden />} title={m.reviews_empty()}>
          {m.reviews_empty_text()}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <KeyboardQueue key={dataUpdatedAt} items={data.items} onFew={more} />
      )}
    </AdminPage>
  );
}

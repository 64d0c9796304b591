// A list of receipts of shows, each of which opens, and the list as a file.
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, Download, Radio } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment, formatPosition } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { RECEIPTS_PATH } from '../paths.ts';
import { type LiveReceipt, Receipt } from '../watch/Receipt.tsx';
import { type ReceiptChoice, receiptsFile, receiptsPagesQuery } from './queries.ts';
import styles from './receipts.module.css';

export const Receipts = ({ choice }: { choice: ReceiptChoice }) => {
  const receipts = useInfiniteQuery(receiptsPagesQuery(choice));
  if (receipts.isPending) return <Skeleton shape="button" />;
  if (receipts.isError)
    return <ErrorState onRetry={() => void receipts.refetch()} loading={receipts.isFetching} />;
  const all = receipts.data.pages.flatMap(({ data }) => data);
  if (all.length === 0)
    return (
      <EmptyState
        icon={<Radio aria-hidden />}
        title={m.receipts_none()}
        action={
          <ButtonLink variant="line" small to="/live">
            {m.menu_live()}
          </ButtonLink>
        }
      >
        {choice.as === 'producer' ? m.receipts_none_given() : m.receipts_none_watched()}
      </EmptyState>
    );
  return (
    <>
      <p className={styles.tools}>
        {choice.liveId !== undefined && (
          <Link to={`${RECEIPTS_PATH}?as=${choice.as ?? 'watcher'}`} className={styles.all}>
            {m.receipts_all()}
          </Link>
        )}
        <a className={styles.download} href={receiptsFile(choice)} download>
          <Download aria-hidden size={16} /> {m.receipts_download()}
        </a>
      </p>
      <ul className={styles.list}>
        {all.map((receipt) => (
          <li key={receipt.id}>
            <Entry receipt={receipt} earned={choice.as === 'producer'} />
          </li>
        ))}
      </ul>
      <LoadMore query={receipts} text={m.receipts_more()} small className={styles.more} />
    </>
  );
};

const kindOf = ({ type, role }: LiveReceipt): string =>
  role === 'spy' ? m.receipts_spied() : type === '3' ? m.past_private() : m.past_party();

const Entry = ({ receipt, earned }: { receipt: LiveReceipt; earned: boolean }) => {
  const { profile, title, startedAt, enteredAt, secondsDelivered, total } = receipt;
  return (
    <details className={styles.entry}>
      <summary className={styles.summary}>
        <span className={styles.what}>
          <b>{profile?.exibitionName ?? m.receipts_nameless()}</b>
          <span className={styles.soft}>
            {[
              title || kindOf(receipt),
              formatMoment(startedAt ?? enteredAt),
              formatPosition(secondsDelivered),
            ].join(' · ')}
          </span>
        </span>
        <Money value={total} />
        <ChevronDown aria-hidden className={styles.mark} />
      </summary>
      <div className={styles.inside}>
        <Receipt receipt={receipt} explained={!earned} />
        {profile && (
          <Link to={`/${profile.domainName}`} className={styles.all}>
            {m.live_to_profile({ name: profile.exibitionName })}
          </Link>
        )}
      </div>
    </details>
  );
};

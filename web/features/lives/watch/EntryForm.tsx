// Before a show that is paid: what it costs, and the most that it may cost, before anything is
// locked.
import { suggestedTopUp } from '@camarim/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Camera, Eye, Video } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call, newIdempotencyKey } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { openDialog } from '../../../client/dialogs.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { QuickTopUpChoice } from '../../funds/index.ts';
import { liveKeys } from '../keys.ts';
import { type Live, type Terms, termsQuery } from '../queries.ts';
import styles from './watch.module.css';

type Role = Terms['role'];

const useEnter = (live: Live, role: Role) => {
  const client = useQueryClient();
  // One key per entry: a second press enters once.
  const key = useRef(newIdempotencyKey());
  return useMutation({
    mutationFn: ({ price, spyPrice }: Terms) =>
      call('POST /lives/accept/{id}', {
        params: { id: live.id },
        body: { price, spyPrice, role },
        idempotencyKey: key.current,
        handled: [400, 403, 409, 503],
      }),
    onSuccess: ({ data }) => client.setQueryData(liveKeys.of(live.profile.domainName), data),
    onError: () => {
      key.current = newIdempotencyKey();
      // The price may be another one by now.
      return client.invalidateQueries({ queryKey: liveKeys.terms(live.id) });
    },
  });
};

const costText = ({ charge, price, lockedAtEntry, maxCost, maxMinutes }: Terms): string => {
  if (charge === 'free' || price === 0) return m.live_entry_free();
  if (charge === 'minute')
    return m.live_entry_most({ most: formatMoney(maxCost), count: maxMinutes ?? 0 });
  if (lockedAtEntry === 0) return m.live_entry_ticket_paid();
  return m.live_entry_ticket({ price: formatMoney(price) });
};

export const EntryForm = ({
  live,
  enteringAs: role = 'watcher',
}: {
  live: Live;
  enteringAs?: Role;
}) => {
  const { data: terms, error, isFetching, refetch } = useQuery(termsQuery(live.id, role));
  const [wanted, setWanted] = useState(false);
  const enter = useEnter(live, role);
  if (error && !terms)
    return error instanceof ApiError && error.status === 403 ? (
      <Refused live={live} text={error.message} />
    ) : (
      <ErrorState onRetry={() => void refetch()} loading={isFetching} />
    );
  if (!terms)
    return (
      <div className={styles.entry}>
        <Skeleton shape="short" />
        <Skeleton />
        <Skeleton shape="button" className={styles.wide} />
      </div>
    );
  const { price, charge, missing, minimumMinutes } = terms;
  const problem =
    enter.error instanceof ApiError && enter.error.handled ? enter.error.message : null;
  const topUp = () =>
    openDialog('wallet', {
      suggested: suggestedTopUp(missing),
      // The paid charge enters the show at the price that was seen.
      intent: {
        kind: 'show',
        profileId: live.profile.id,
        type: live.type,
        liveId: live.id,
        role,
        price,
        spyPrice: terms.spyPrice,
        value: terms.lockedAtEntry,
        label: live.profile.exibitionName,
      },
    });
  return (
    <div className={styles.entry}>
      <p className={styles.entryPrice}>
        {price === 0
          ? m.live_free()
          : charge === 'minute'
            ? m.live_per_minute({ price: formatMoney(price) })
            : m.live_ticket({ price: formatMoney(price) })}
      </p>
      <p>{costText(terms)}</p>
      <dl className={styles.terms}>
        <dt>{m.live_entry_balance()}</dt>
        <dd>{formatMoney(terms.balance)}</dd>
        {terms.lockedAtEntry > 0 && (
          <>
            <dt>
              {charge === 'minute'
                ? m.live_entry_locked({ count: minimumMinutes })
                : m.live_entry_locked_ticket()}
            </dt>
            <dd>{formatMoney(terms.lockedAtEntry)}</dd>
          </>
        )}
      </dl>
      <Notices terms={terms} />
      {charge === 'minute' && price > 0 && missing === 0 && (
        <Suspense>
          <QuickTopUpChoice />
        </Suspense>
      )}
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      {missing > 0 ? (
        <Button variant="money" fullWidth onClick={topUp}>
          {m.live_entry_top_up({ missing: formatMoney(missing) })}
        </Button>
      ) : (
        <Button
          variant="main"
          fullWidth
          loading={enter.isPending || (wanted && enter.isSuccess)}
          onClick={() => {
            setWanted(true);
            enter.mutate(terms);
          }}
        >
          {role === 'spy' ? m.live_entry_spy() : m.live_entry_enter()}
        </Button>
      )}
    </div>
  );
};

const Notices = ({ terms }: { terms: Terms }) => (
  <ul className={styles.notices}>
    {terms.recorded && (
      <li>
        <Video aria-hidden />
        {m.live_entry_recorded()}
      </li>
    )}
    {terms.spyPrice !== null && terms.role !== 'spy' && (
      <li>
        <Eye aria-hidden />
        {m.live_entry_spies({ price: formatMoney(terms.spyPrice) })}
      </li>
    )}
    {terms.reverseCamera && terms.role !== 'spy' && (
      <li>
        <Camera aria-hidden />
        {m.live_entry_reverse()}
      </li>
    )}
  </ul>
);

const Refused = ({ live, text }: { live: Live; text: string }) => (
  <div className={styles.entry}>
    <p role="alert">{text}</p>
    <ButtonLink variant="main" to={`/${live.profile.domainName}`}>
      {m.live_to_profile({ name: live.profile.exibitionName })}
    </ButtonLink>
  </div>
);

// On a producer's page: calls them for a private show, waits for the answer, and takes the call
// back.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { use } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../client/api/api.ts';
import { askToJoinFor } from '../../../client/navigation.ts';
import { SeenAs, useSession } from '../../../client/session/session.ts';
import { ViewerActions } from '../../../client/session/ViewerActions.tsx';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { Countdown } from '../../../ui/display/Countdown.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { liveKeys } from '../keys.ts';
import { livePath } from '../paths.ts';
import { callOfferQuery, myCallQuery } from '../queries.ts';
import styles from './calls.module.css';

type Producer = { id: string; domainName: string; exibitionName: string };

export default function CallButton({ producer }: { producer: Producer }) {
  const { user } = useSession();
  const { data: offer } = useQuery(callOfferQuery(producer.domainName));
  // A producer who looks at their own page as another person has no calls to themselves.
  const previewed = use(SeenAs) !== null;
  const { data: mine } = useQuery({
    ...myCallQuery(producer.id),
    enabled: user !== null && user.profile.id !== producer.id && !previewed,
  });
  if (!offer || user?.profile.id === producer.id) return null;
  if (mine?.state === 'accepted') return <AcceptedCall producer={producer} />;
  if (mine?.state === 'waiting')
    return <WaitingCall producer={producer} expiresAt={mine.expiresAt} place={mine.place} />;
  return <Offer producer={producer} price={offer.pricePerMinute} minimum={offer.minimumMinutes} />;
}

const useCall = (producer: Producer) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { action: 'call' | 'cancel'; price?: number }) =>
      call('POST /lives/call/{producerId}', {
        params: { producerId: producer.id },
        body: { type: '3', ...body },
      }),
    onSettled: () =>
      Promise.all(
        [liveKeys.myCalls, liveKeys.callOffer(producer.domainName)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
};

const Offer = ({
  producer,
  price,
  minimum,
}: {
  producer: Producer;
  price: number;
  minimum: number;
}) => {
  const { user } = useSession();
  const { mutate, isPending } = useCall(producer);
  return (
    <section className={styles.offer} aria-label={m.call_title()}>
      <div className={styles.offerText}>
        <b>{m.call_title()}</b>
        <span className={styles.price}>{m.live_per_minute({ price: formatMoney(price) })}</span>
        <span className={styles.soft}>{m.call_minimum({ count: minimum })}</span>
      </div>
      <ViewerActions>
        <Button
          variant="live"
          small
          loading={isPending}
          onClick={() =>
            user ? mutate({ action: 'call', price }) : askToJoinFor(`/${producer.domainName}`)
          }
        >
          {m.call_call()}
        </Button>
      </ViewerActions>
    </section>
  );
};

const WaitingCall = ({
  producer,
  expiresAt,
  place,
}: {
  producer: Producer;
  expiresAt: string;
  place: number;
}) => {
  const client = useQueryClient();
  const { mutate, isPending } = useCall(producer);
  return (
    <section className={styles.offer} aria-label={m.call_title()}>
      <div className={styles.offerText}>
        <b role="status" className={styles.calling}>
          <Phone aria-hidden size={16} /> {m.call_calling({ name: producer.exibitionName })}
        </b>
        <span className={styles.soft}>
          {place > 1 && `${m.call_place({ place })} · `}
          {m.call_until()}{' '}
          <Countdown
            until={expiresAt}
            onEnd={() => void client.invalidateQueries({ queryKey: liveKeys.myCalls })}
          />
        </span>
      </div>
      <Button small loading={isPending} onClick={() => mutate({ action: 'cancel' })}>
        {m.call_cancel()}
      </Button>
    </section>
  );
};

const AcceptedCall = ({ producer }: { producer: Producer }) => (
  <section className={styles.offer} aria-label={m.call_title()}>
    <div className={styles.offerText}>
      <b role="status">{m.call_accepted({ name: producer.exibitionName })}</b>
    </div>
    <ButtonLink variant="main" small to={livePath(producer.domainName)}>
      {m.call_enter()}
    </ButtonLink>
  </section>
);

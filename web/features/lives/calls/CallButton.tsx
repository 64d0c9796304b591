// On a producer's page: calls them for a show of a type that they take calls for, at its price,
// waits for the answer, and takes the call back.
import type { ShowType } from '@camarim/contract/shows';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { use } from 'react';
import { m } from '../../../paraglide/messages.js';
import { askToJoinFor } from '../../../client/navigation.ts';
import { SeenAs, useSession } from '../../../client/session/session.ts';
import { ViewerActions } from '../../../client/session/ViewerActions.tsx';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { Countdown } from '../../../ui/display/Countdown.tsx';
import { liveKeys } from '../keys.ts';
import { livePath } from '../paths.ts';
import { priceText } from '../price-text.ts';
import { type CallOffer, callOffersQuery, type MyCall, myCallQuery, useCall } from '../queries.ts';
import styles from './calls.module.css';

type Producer = { id: string; domainName: string; exibitionName: string };

const TITLES: Record<ShowType, () => string> = { '2': m.past_party, '3': m.call_title };

/** `party`: whether theirs is open, which is entered without a call. */
export default function CallButton({ producer, party }: { producer: Producer; party: boolean }) {
  const { user } = useSession();
  const { data: offers = [] } = useQuery(callOffersQuery(producer.domainName));
  // A producer who looks at their own page as another person has no calls to themselves.
  const previewed = use(SeenAs) !== null;
  const { data: mine } = useQuery({
    ...myCallQuery(producer.id),
    enabled: user !== null && user.profile.id !== producer.id && !previewed,
  });
  if (user?.profile.id === producer.id) return null;
  if (mine?.state === 'accepted') return <AcceptedCall producer={producer} call={mine} />;
  if (mine?.state === 'waiting') return <WaitingCall producer={producer} call={mine} />;
  return offers
    .filter(({ type }) => type === '3' || !party)
    .map((offer) => <Offer key={offer.type} producer={producer} offer={offer} />);
}

const Offer = ({ producer, offer }: { producer: Producer; offer: CallOffer }) => {
  const { user } = useSession();
  const { type, pricePerMinute, minimumMinutes } = offer;
  const { mutate, isPending } = useCall(producer, type);
  return (
    <section className={styles.offer} aria-label={TITLES[type]()}>
      <div className={styles.offerText}>
        <b>{TITLES[type]()}</b>
        <span className={styles.price}>{priceText(offer)}</span>
        <span className={styles.soft}>
          {minimumMinutes === null
            ? m.call_party_text()
            : m.call_minimum({ count: minimumMinutes })}
        </span>
      </div>
      <ViewerActions>
        <Button
          variant="live"
          small
          loading={isPending}
          onClick={() =>
            user
              ? mutate({ action: 'call', price: pricePerMinute ?? 0 })
              : askToJoinFor(`/${producer.domainName}`)
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
  call: { type, expiresAt, place },
}: {
  producer: Producer;
  call: MyCall;
}) => {
  const client = useQueryClient();
  const { mutate, isPending } = useCall(producer, type);
  return (
    <section className={styles.offer} aria-label={TITLES[type]()}>
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

const AcceptedCall = ({ producer, call: { type } }: { producer: Producer; call: MyCall }) => {
  const { mutate, isPending } = useCall(producer, type);
  return (
    <section className={styles.offer} aria-label={TITLES[type]()}>
      <div className={styles.offerText}>
        <b role="status">{m.call_accepted({ name: producer.exibitionName })}</b>
      </div>
      <Button small loading={isPending} onClick={() => mutate({ action: 'cancel' })}>
        {m.cancel()}
      </Button>
      <ButtonLink variant="main" small to={livePath(producer.domainName)}>
        {m.call_enter()}
      </ButtonLink>
    </section>
  );
};

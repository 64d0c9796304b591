// On a producer's page: their show while it is on air, and calling them for one.
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import CallButton from '../calls/CallButton.tsx';
import { LIVE_PATH, livePath } from '../paths.ts';
import { priceText } from '../price-text.ts';
import { liveQuery } from '../queries.ts';
import { ShowState } from '../room/ShowState.tsx';
import styles from './active.module.css';

type Producer = { id: string; domainName: string; exibitionName: string };

export default function ProfileLive({ producer }: { producer: Producer }) {
  const { user } = useSession();
  const { data: live } = useQuery(liveQuery(producer.domainName, user !== null));
  const mine = user?.profile.id === producer.id;
  // A private show that waits for its caller is shown with their call.
  const open = live && live.state !== 'ended' && (live.type === '2' || live.entered) ? live : null;
  return (
    <div className={styles.profile}>
      {open && (
        <section className={styles.show} aria-label={m.menu_live()}>
          <p className={styles.showText}>
            <b>{m.live_card_live({ name: producer.exibitionName })}</b>
            {open.title && <span>{open.title}</span>}
            <span className={styles.showState}>
              <ShowState live={open} />
              <span className={styles.price}>{priceText(open)}</span>
            </span>
          </p>
          <ButtonLink variant="main" small to={mine ? LIVE_PATH : livePath(producer.domainName)}>
            {m.live_watch()}
          </ButtonLink>
        </section>
      )}
      {!mine && (
        <Suspense>
          <CallButton producer={producer} party={open?.type === '2'} />
        </Suspense>
      )}
    </div>
  );
}

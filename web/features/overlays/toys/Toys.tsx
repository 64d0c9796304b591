// Toys of a producer: pairing by the maker's app, what moves them, stop and disconnection.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type Toy, toyQuery, type ToyResult, useToy } from '../queries.ts';
import { Secret } from '../Secret.tsx';
import styles from '../overlays.module.css';
import { ToyRules } from './ToyRules.tsx';

/** A light movement, so that the producer sees that it works. */
const TEST = { motion: 'vibrate', strength: 5, seconds: 3 } as const;

export const Toys = () => {
  const { data: toy, isError, isFetching, refetch } = useQuery(toyQuery());
  return (
    <section className={styles.part}>
      <div>
        <h2 className={styles.subtitle}>{m.toys_title()}</h2>
        <p className={styles.soft}>{toy?.offered === false ? m.toys_off() : m.toys_text()}</p>
      </div>
      {isError && !toy && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {toy?.offered && <Connection toy={toy} />}
      {toy?.offered && <ToyRules saved={toy} />}
    </section>
  );
};

const resultText = (result: ToyResult): string =>
  ({ done: m.toy_done, offline: m.toy_offline, unpaired: m.toy_unpaired })[result]();

const Connection = ({ toy: { paired } }: { toy: Toy }) => {
  const { pair, test, stop, disconnect } = useToy();
  const [asking, setAsking] = useState(false);
  const tell = ({ result }: { result: ToyResult }) =>
    showToast(resultText(result), result === 'done' ? 'success' : 'error');
  return (
    <>
      {paired && <Paired paired={paired} />}
      <div className={styles.buttons}>
        {paired && (
          <>
            <Button variant="main" loading={stop.isPending} onClick={() => stop.mutate()}>
              {m.toy_stop()}
            </Button>
            <Button
              variant="line"
              loading={test.isPending}
              onClick={() => test.mutate(TEST, { onSuccess: tell })}
            >
              {m.toy_test()}
            </Button>
            <Button variant="line" onClick={() => setAsking(true)}>
              {m.toy_disconnect()}
            </Button>
          </>
        )}
        {!paired && (
          <Button variant="main" loading={pair.isPending} onClick={() => pair.mutate()}>
            {m.toy_pair()}
          </Button>
        )}
      </div>
      {!paired && pair.data && <Pairing picture={pair.data.picture} code={pair.data.code} />}
      {asking && (
        <ConfirmDialog
          title={m.toy_disconnect_title()}
          confirmLabel={m.toy_disconnect()}
          onConfirm={() => disconnect.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          {m.toy_disconnect_text()}
        </ConfirmDialog>
      )}
    </>
  );
};

const Paired = ({ paired }: { paired: NonNullable<Toy['paired']> }) => (
  <div className={styles.entry}>
    <div className={styles.entryText}>
      <b>{paired.toys.map(({ name }) => name).join(', ') || m.toy_unnamed()}</b>
      <span className={styles.soft}>{m.toy_since({ moment: formatMoment(paired.at) })}</span>
    </div>
    <Badge variant={paired.reachable ? 'leaf' : 'plain'}>
      {paired.reachable ? m.toy_reachable() : m.toy_unreachable()}
    </Badge>
  </div>
);

const Pairing = ({ picture, code }: { picture: string | null; code: string }) => (
  <NoticeBox>
    <p>{m.toy_scan()}</p>
    {picture && <img className={styles.picture} src={picture} alt={m.toy_picture()} />}
    <Secret name={m.toy_code()} text={code} />
  </NoticeBox>
);

// /dsb/packs: the archives of a month for acquirers and authorities.
import { MINUTE_MS, SAO_PAULO } from '@camarim/contract/time';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { explainRefusal } from '../../client/api/errors.ts';
import { requestScope } from '../../client/request-scope.server.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { useNow } from '../../ui/display/use-now.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import {
  adminMeta,
  AdminPage,
  AdminSection,
  adminStyles as styles,
  requireStaff,
  staffClientLoader,
} from '../dsb/index.ts';
import { monthName, monthOptions, monthQuery } from '../transparency/index.ts';
import { type Pack, packFile, packKeyQuery, packsQuery, useMakePack, VERIFIER } from './queries.ts';
import own from './packs.module.css';

export const loader = async () => requireStaff(await requestScope().user(), 'packs.decide');
export const clientLoader = staffClientLoader('packs.decide');
export const meta = () => adminMeta(m.packs_title());

/** The month of São Paulo, as the api names it. */
const RUNNING = new Intl.DateTimeFormat('sv-SE', {
  timeZone: SAO_PAULO,
  year: 'numeric',
  month: '2-digit',
});

const MakePack = () => {
  const { data } = useQuery(monthQuery(null));
  const [chosen, setChosen] = useState<string>();
  const make = useMakePack();
  const running = RUNNING.format(useNow(MINUTE_MS));
  if (!data) return <Spinner />;
  const { firstMonth, lastMonth } = data;
  const month = chosen ?? lastMonth ?? running;
  const over = firstMonth && lastMonth ? monthOptions(firstMonth, lastMonth) : [];
  return (
    <div className={styles.form}>
      <Select
        label={m.transparency_month()}
        value={month}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
        options={[
          { value: running, text: m.packs_running({ month: monthName(running) }) },
          ...over,
        ]}
        error={explainRefusal(make.error)}
      />
      <div className={styles.buttons}>
        <Button
          variant="main"
          loading={make.isPending}
          onClick={() =>
            make.mutate(month, { onSuccess: () => showToast(m.packs_asked(), 'success') })
          }
        >
          {m.packs_make()}
        </Button>
      </div>
    </div>
  );
};

const PackRow = ({ pack }: { pack: Pack }) => (
  <li className={own.pack}>
    <div className={own.text}>
      <b>{monthName(pack.month)}</b>
      {pack.readyAt ? (
        <span className={styles.soft}>{m.packs_ready({ at: formatMoment(pack.readyAt) })}</span>
      ) : (
        <Badge variant="plain">
          {pack.state === 'queued' ? m.packs_queued() : m.packs_failed()}
        </Badge>
      )}
      {pack.partial && <Badge variant="plain">{m.packs_partial()}</Badge>}
      {pack.sha256 && (
        <p className={styles.soft}>
          {m.packs_hash()}: <code className={own.hash}>{pack.sha256}</code>
        </p>
      )}
    </div>
    {pack.state === 'ready' && (
      <a className={own.file} href={packFile(pack)} download>
        <Download aria-hidden /> {m.packs_download({ month: pack.month })}
      </a>
    )}
  </li>
);

const Verify = () => {
  const { data: key } = useQuery(packKeyQuery());
  return (
    <AdminSection title={m.packs_verify_title()} note={m.packs_verify()}>
      <p className={own.key}>
        {m.packs_key()}: <code className={own.hash}>{key?.publicKey}</code>
      </p>
      <a className={own.file} href={VERIFIER} download>
        <Download aria-hidden /> {m.packs_verifier()}
      </a>
    </AdminSection>
  );
};

export default function PacksPage() {
  const { data: packs, isError, isFetching, refetch } = useQuery(packsQuery());
  return (
    <AdminPage title={m.packs_title()} note={m.packs_note()}>
      <AdminSection title={m.packs_make_title()}>
        <MakePack />
      </AdminSection>
      <AdminSection title={m.packs_list()}>
        {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
        {packs?.length === 0 && <p className={styles.soft}>{m.packs_empty()}</p>}
        {packs && packs.length > 0 && (
          <ul className={own.packs}>
            {packs.map((pack) => (
              <PackRow key={pack.id} pack={pack} />
            ))}
          </ul>
        )}
      </AdminSection>
      <Verify />
    </AdminPage>
  );
}

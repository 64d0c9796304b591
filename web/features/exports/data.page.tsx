// /settings/data: the personal data archive, requested and downloaded.
import { SAO_PAULO } from '@camarim/contract/time';
import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { loadPage } from '../../client/page-data.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { AccountCard } from '../auth/index.ts';
import styles from '../../ui/layout/account.module.css';
import { exportQuery, useRequestExport, useDownload } from './queries.ts';

const load = () => loadPage({ optional: [exportQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.export_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats 1,234,567 bytes as "1,2 MB". */
const sizeText = (bytes: number): string => {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), UNITS.length);
  return new Intl.NumberFormat(getLocale(), {
    style: 'unit',
    unit: UNITS[step - 1] ?? 'gigabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000 ** step);
};

const dayText = (instant: string): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: SAO_PAULO }).format(
    new Date(instant),
  );

export default function DataPage() {
  const { data: archive, isError, refetch } = useQuery(exportQuery());
  const ask = useRequestExport();
  const download = useDownload();
  const underWay = archive?.state === 'queued';
  return (
    <AccountCard title={m.export_title()} intro={m.export_text()}>
      <section className={styles.part}>
        <h2>{m.export_what_title()}</h2>
        <p className={styles.intro}>{m.export_what()}</p>
      </section>
      <section className={styles.part} aria-busy={underWay}>
        <h2>{m.export_archive_title()}</h2>
        {isError && <ErrorState onRetry={() => void refetch()} />}
        {archive?.state === 'ready' && archive.expiresAt && (
          <ul className={styles.rows}>
            <li className={styles.row}>
              <Archive aria-hidden />
              <div className={styles.rowText}>
                <b>{m.export_ready({ day: dayText(archive.requestedAt) })}</b>
                <span>
                  {m.export_ready_until({
                    size: sizeText(archive.bytes ?? 0),
                    day: dayText(archive.expiresAt),
                  })}
                </span>
              </div>
              <Button
                small
                variant="main"
                loading={download.isPending}
                onClick={() => download.mutate(archive.id)}
              >
                {m.export_download()}
              </Button>
            </li>
          </ul>
        )}
        <p role="status" className={underWay ? styles.solving : styles.intro}>
          {underWay && <Spinner />}
          {underWay
            ? m.export_under_way()
            : archive?.state === 'failed'
              ? m.export_failed()
              : !archive
                ? m.export_none()
                : null}
        </p>
        {!underWay && (
          <Button
            variant={archive?.state === 'ready' ? 'line' : 'main'}
            fullWidth
            loading={ask.isPending}
            onClick={() =>
              ask.mutate(undefined, { onSuccess: () => showToast(m.export_asked(), 'success') })
            }
          >
            {archive?.state === 'ready' ? m.export_ask_again() : m.export_ask()}
          </Button>
        )}
      </section>
    </AccountCard>
  );
}

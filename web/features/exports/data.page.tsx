// /settings/data: the personal data archive, requested and downloaded.
import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import type { Data } from '../../client/api/api.ts';
import { loadPage } from '../../client/page-data.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatBytes, formatDay } from '../../ui/display/formats.ts';
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

/** The sentence below the archive; null while it is ready. */
const statusText = (archive: Data<'GET /exports'> | undefined): string | null => {
  if (!archive) return m.export_none();
  if (archive.state === 'queued') return m.export_under_way();
  return archive.state === 'failed' ? m.export_failed() : null;
};

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
                <b>{m.export_ready({ day: formatDay(archive.requestedAt) })}</b>
                <span>
                  {m.export_ready_until({
                    size: formatBytes(archive.bytes ?? 0),
                    day: formatDay(archive.expiresAt),
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
          {statusText(archive)}
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

// What /dsb/age-settings shows: the rules by place, the verifiers, the trusted issuers, figures and
// versions.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatDay, formatMoment } from '../../../ui/display/formats.ts';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { AdminPage, AdminSection, adminStyles as styles, ProfileLink } from '../../dsb/index.ts';
import { learnedBy, titleOf } from '../age/words.ts';
import own from './age-settings.module.css';
import { ageSettingsQuery } from './queries.ts';
import type { AgeSettings } from './rule-groups.ts';
import { Rules } from './Rules.tsx';
import { blindWords, countryName, figurePlace, type Verifier } from './words.ts';

const VerifierRow = ({ verifier }: { verifier: Verifier }) => (
  <li className={own.entry}>
    <div className={own.text}>
      <b>
        {titleOf(verifier)}{' '}
        <Badge variant="plain">{verifier.ready ? m.dsb_age_ready() : m.dsb_age_not_ready()}</Badge>
      </b>
      <span className={styles.soft}>{learnedBy(verifier)}</span>
      <span className={styles.soft}>{blindWords(verifier)}</span>
      {verifier.id === 'wallet' && !verifier.ready && (
        <span className={styles.soft}>{m.dsb_age_wallet_not_ready()}</span>
      )}
      {verifier.id === 'document' && (
        <span className={styles.soft}>{m.dsb_age_document_note()}</span>
      )}
    </div>
  </li>
);

const Issuers = ({ issuers }: Pick<AgeSettings, 'issuers'>) =>
  issuers.length === 0 ? (
    <p className={styles.soft}>{m.dsb_age_issuers_none()}</p>
  ) : (
    <ul className={own.list}>
      {issuers.map(({ document, subject, fingerprint, expiresAt, expired }) => (
        <li key={`${document} ${fingerprint}`} className={own.entry}>
          <div className={own.text}>
            <b>
              {subject} {expired && <Badge variant="plain">{m.dsb_age_expired()}</Badge>}
            </b>
            <span className={styles.soft}>
              {document} · {m.dsb_age_valid_until({ day: formatDay(expiresAt) })}
            </span>
            <span className={own.print}>{fingerprint}</span>
          </div>
        </li>
      ))}
    </ul>
  );

const Figures = ({ figures, verifiers }: Pick<AgeSettings, 'figures' | 'verifiers'>) => {
  const nameOf = (id: string): string => {
    const verifier = verifiers.find((one) => one.id === id);
    return verifier ? titleOf(verifier) : id;
  };
  if (figures.length === 0) return <p className={styles.soft}>{m.dsb_age_figures_none()}</p>;
  return (
    <div className={own.scroll} tabIndex={0} role="region" aria-label={m.dsb_age_figures_table()}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.dsb_age_place()}</th>
            <th scope="col">{m.dsb_age_way()}</th>
            <th scope="col">{m.dsb_age_begun()}</th>
            <th scope="col">{m.dsb_age_over()}</th>
            <th scope="col">{m.dsb_age_under()}</th>
            <th scope="col">{m.dsb_age_refused()}</th>
            <th scope="col">{m.dsb_age_unavailable()}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ place, method, begun, over, under, refused, unavailable }) => (
            <tr key={`${place} ${method}`}>
              <td>{figurePlace(place)}</td>
              <td>{nameOf(method)}</td>
              {[begun, over, under, refused, unavailable].map((count, index) => (
                <td key={index}>{count}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const History = ({ history }: Pick<AgeSettings, 'history'>) =>
  history.length === 0 ? (
    <p className={styles.soft}>{m.dsb_age_built_in()}</p>
  ) : (
    <ul className={own.list}>
      {history.map(({ version, createdAt, reason, changedBy }) => (
        <li key={version} className={own.entry}>
          <div className={own.text}>
            <b>{m.dsb_age_version({ version })}</b>
            <span className={styles.soft}>
              <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
              {changedBy && (
                <>
                  {' · '}
                  <ProfileLink profile={changedBy} />
                </>
              )}
            </span>
            <span>{reason}</span>
          </div>
        </li>
      ))}
    </ul>
  );

/** The countries whose visitors see nothing. */
const Closed = ({ closed }: Pick<AgeSettings, 'closed'>) =>
  closed.length === 0 ? null : (
    <NoticeBox>
      {m.dsb_age_closed_text({
        places: [...new Set(closed.map(({ country }) => countryName(country)))].join(', '),
      })}
    </NoticeBox>
  );

export const Settings = () => {
  const { data, isError, isFetching, refetch } = useQuery(ageSettingsQuery());
  return (
    <AdminPage title={m.dsb_age_settings_title()} note={m.dsb_age_settings_note()}>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!data && !isError && <Spinner />}
      {data && (
        <>
          <Closed closed={data.closed} />
          <AdminSection title={m.dsb_age_rules()} note={m.dsb_age_rules_note()}>
            <Rules settings={data} />
          </AdminSection>
          <AdminSection title={m.dsb_age_ways()}>
            <ul className={own.list}>
              {data.verifiers.map((verifier) => (
                <VerifierRow key={verifier.id} verifier={verifier} />
              ))}
            </ul>
          </AdminSection>
          <AdminSection title={m.dsb_age_issuers()} note={m.dsb_age_issuers_note()}>
            <Issuers issuers={data.issuers} />
          </AdminSection>
          <AdminSection title={m.dsb_age_figures()} note={m.dsb_age_figures_note()}>
            <Figures figures={data.figures} verifiers={data.verifiers} />
          </AdminSection>
          <AdminSection title={m.dsb_age_history()}>
            <History history={data.history} />
          </AdminSection>
        </>
      )}
    </AdminPage>
  );
};

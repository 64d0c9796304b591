// One identity check of any kind: the person, their data and documents, and the decision. Pictures
// load on request because each view is recorded.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import {
  adminStyles as styles,
  Decision,
  Documents,
  PersonLink,
  useViewedDocuments,
} from '../../dsb/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';
import { type AdminCase, KINDS, type Verdict, type VerificationKind } from './kinds.ts';
import { useDecide } from './queries.ts';

const Title = ({ profile, performer, since, badge }: AdminCase) => (
  <>
    {performer === null ? (
      <PersonLink profile={profile} />
    ) : (
      <>
        {performer}{' '}
        <span className={styles.soft}>{m.dsb_performers_of({ name: profile.domainName })}</span>
      </>
    )}{' '}
    <span className={styles.soft}>
      <TimeAgo at={since} />
    </span>{' '}
    {badge !== null && <Badge variant="plain">{badge}</Badge>}
  </>
);

export const CaseCard = ({
  kind,
  found,
  decide = (ruling) => KINDS[kind].decide(found.id, ruling),
  onDecided,
  opened = false,
  children,
}: {
  kind: VerificationKind;
  found: AdminCase;
  /** Unless the case is decided by its id. */
  decide?: Parameters<typeof useDecide>[2];
  onDecided?: () => void;
  /** Its page shows this case only. */
  opened?: boolean;
  /** What a kind shows before the decision. */
  children?: ReactNode;
}) => {
  const { mutate, isPending } = useDecide(kind, found.id, decide, (complete) => {
    showToast(complete ? m.dsb_decided() : m.dsb_second_person(), 'success');
    onDecided?.();
  });
  const { onViewed, unseen } = useViewedDocuments(found.documents);
  const { verdicts } = KINDS[kind];
  const nameOf = (verdict: Verdict) =>
    kind === 'producer' && verdict === 'approve' && !found.viewFirst
      ? m.dsb_restore()
      : (verdicts[verdict]?.() ?? verdict);
  return (
    <OpenWorkCard
      kind={found.work?.kind ?? null}
      id={found.work?.id ?? found.id}
      opened={opened}
      title={<Title {...found} />}
    >
      {found.reason !== '' && (
        <p className={styles.soft}>{m.request_reason({ reason: found.reason })}</p>
      )}
      {found.facts && found.facts.length > 0 && (
        <DescriptionList items={found.facts} className={styles.facts} />
      )}
      {found.documents.length > 0 && <Documents documents={found.documents} onViewed={onViewed} />}
      {children}
      {found.address !== null && (
        <Link
          to={found.address}
          className={styles.back}
          aria-label={m.dsb_open({ name: found.profile.exibitionName })}
        >
          {m.dsb_open_case()}
        </Link>
      )}
      {kind === 'performer' && (
        <a className={styles.back} href={`/api/dsb/performers/${found.id}/consents`} download>
          {m.performers_file()}
        </a>
      )}
      {found.can.length > 0 && (
        <Decision
          right="identity.decide"
          choices={found.can.map((verdict) => ({
            key: verdict,
            text: nameOf(verdict),
            main: verdict === 'approve',
            needsReason: verdict !== 'approve',
          }))}
          loading={isPending}
          unseen={unseen && found.viewFirst}
          onDecide={(verdict, reason) => mutate({ verdict, reason })}
        />
      )}
    </OpenWorkCard>
  );
};

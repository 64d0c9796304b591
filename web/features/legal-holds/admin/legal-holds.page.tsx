// /dsb/legal-holds: what is under legal hold, whose it is, why and since when, and its release.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { explainRefusal } from '../../../client/api/errors.ts';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import {
  AdminCard,
  adminMeta,
  AdminPage,
  AdminQueue,
  adminStyles as styles,
  Decision,
  ProfileLink,
  Proposals,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';
import { HOLD_KINDS } from '../kinds.ts';
import { allHoldsQuery, type LegalHold, useChangeHold } from '../queries.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'content.read');
export const clientLoader = staffClientLoader('content.read');
export const meta = () => adminMeta(m.dsb_hold_page());

const Subject = ({ hold: { subjectKind, subjectId } }: { hold: LegalHold }) =>
  subjectKind === 'post' ? (
    <Link to={`/posts/${subjectId}`}>{subjectId}</Link>
  ) : (
    <code>{subjectId}</code>
  );

const HoldCard = ({ hold }: { hold: LegalHold }) => {
  const { id, owner, reason, placedBy, placedAt, releasedBy, releasedAt } = hold;
  const { mutate, isPending, error } = useChangeHold((inForce) =>
    showToast(inForce ? m.dsb_hold_released() : m.dsb_proposed_waits(), 'success'),
  );
  return (
    <AdminCard
      itemId={id}
      title={
        <>
          <Badge variant="plain">{HOLD_KINDS[hold.subjectKind]()}</Badge>{' '}
          {owner ? <ProfileLink profile={owner} /> : m.dsb_hold_owner_gone()}
        </>
      }
    >
      {reason !== null && <p className={styles.message}>{reason}</p>}
      <DescriptionList
        className={styles.facts}
        items={[
          [m.dsb_hold_since(), formatMoment(placedAt)],
          [m.dsb_hold_by(), placedBy ? <ProfileLink profile={placedBy} /> : '–'],
          [m.dsb_hold_subject(), <Subject key="subject" hold={hold} />],
          ...(releasedAt
            ? ([
                [m.dsb_hold_released_at(), formatMoment(releasedAt)],
                [
                  m.dsb_hold_released_by(),
                  releasedBy ? <ProfileLink key="by" profile={releasedBy} /> : '–',
                ],
                [m.dsb_hold_why_released(), hold.releaseReason ?? '–'],
              ] as const)
            : []),
        ]}
      />
      <Proposals
        proposals={hold.proposals}
        right="content.decide"
        words={() => [m.dsb_hold_release()]}
        pending={isPending}
        onAgree={({ reason: why }) => mutate({ release: id, reason: why })}
      />
      {!releasedAt && (
        <Decision
          right="content.decide"
          label={m.dsb_hold_release_reason()}
          choices={[{ key: 'release', text: m.dsb_hold_release(), main: false, needsReason: true }]}
          loading={isPending}
          problem={error ? explainRefusal(error) : undefined}
          onDecide={(_, why) => mutate({ release: id, reason: why })}
        />
      )}
    </AdminCard>
  );
};

export default function LegalHoldsPage() {
  const [params] = useSearchParams();
  const released = params.has('released');
  const [search, setSearch] = useState('');
  const list = useInfiniteQuery(allHoldsQuery(search, released));
  const tabs = [
    { key: 'held', to: '/dsb/legal-holds', text: m.dsb_hold_in_force() },
    { key: 'released', to: '/dsb/legal-holds?released', text: m.dsb_hold_released_tab() },
  ];
  return (
    <AdminPage title={m.dsb_hold_page()} note={m.dsb_hold_text()}>
      <Tabs label={m.dsb_hold_page()} tabs={tabs} current={released ? 'released' : 'held'} />
      <div className={styles.form}>
        <SearchField label={m.dsb_hold_search()} onSearch={setSearch} />
      </div>
      <AdminQueue query={list} empty={{ title: m.dsb_hold_empty(), text: m.dsb_hold_empty_text() }}>
        {(hold) => <HoldCard key={hold.id} hold={hold} />}
      </AdminQueue>
    </AdminPage>
  );
}

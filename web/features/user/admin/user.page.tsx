// /dsb/users/:userId: one person for administrators; each view is recorded.
import { isUuid } from '@camarim/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { data, Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { LatePart } from '../../../client/LatePart.tsx';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatCount, formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import {
  adminMeta,
  AdminPage,
  AdminSection,
  adminStyles as styles,
  ProfileLink,
  requireStaff,
  staffClientLoader,
  WithRight,
} from '../../dsb/index.ts';
import { CashOutOfBlocked, PayoutRules, ProducerFee } from '../../funds/index.ts';
import { LegalHoldForm } from '../../legal-holds/index.ts';
import { StrikeLog } from '../../reviews/index.ts';
import { BlockForm } from './BlockForm.tsx';
import { type PersonDetail, type PersonId, personQuery } from './queries.ts';
import { StaffNotes } from './StaffNotes.tsx';
import { STATES } from './states.ts';

export const loader = async ({ params }: LoaderFunctionArgs) => {
  requireStaff(await requestScope().user(), 'users.read');
  if (!isUuid(params['userId'])) throw data(null, { status: 404 });
  return null;
};
export const clientLoader = staffClientLoader('users.read');
export const meta = () => adminMeta(m.dsb_users_title());

const Facts = ({ person }: { person: PersonDetail }) => (
  <DescriptionList
    className={styles.facts}
    items={[
      [m.dsb_person(), <ProfileLink key="profile" profile={person.profile} />],
      [m.dsb_users_email(), person.email],
      [
        m.dsb_users_state(),
        person.role === 'admin' ? m.dsb_users_admin() : STATES[person.producerState](),
      ],
      [m.dsb_users_since(), formatMoment(person.createdAt)],
      [m.dsb_users_followers(), formatCount(person.counts.followers)],
      [m.dsb_users_posts(), formatCount(person.counts.posts)],
      ...(person.block
        ? [
            [
              m.dsb_users_blocked(),
              `${formatMoment(person.block.since)}${person.block.until ? ` – ${formatMoment(person.block.until)}` : ''}: ${person.block.reason}`,
            ] as const,
          ]
        : []),
    ]}
  />
);

const MoneyFacts = ({ money }: { money: PersonDetail['money'] }) => (
  <AdminSection title={m.dsb_users_money()}>
    <DescriptionList
      className={styles.facts}
      items={[
        [m.dsb_users_wallet(), formatMoney(money.wallet)],
        [m.dsb_users_locked(), formatMoney(money.locked + money.escrow)],
        [m.dsb_users_pending(), formatMoney(money.pending)],
        [m.dsb_users_earnings(), formatMoney(money.earnings)],
        [m.dsb_users_in(), formatMoney(money.walletSums.in + money.earningsSums.in)],
        [m.dsb_users_out(), formatMoney(money.walletSums.out + money.earningsSums.out)],
      ]}
    />
  </AdminSection>
);

const Sessions = ({ sessions }: Pick<PersonDetail, 'sessions'>) => (
  <AdminSection title={m.dsb_users_sessions()}>
    {sessions.length === 0 && <p className={styles.soft}>{m.dsb_users_no_sessions()}</p>}
    <ul className={styles.records}>
      {sessions.map(({ id, device, address, place, createdAt, lastUsedAt }) => (
        <li key={id}>
          {[device ?? m.dsb_users_unknown_device(), place, address].filter(Boolean).join(' · ')}{' '}
          <span className={styles.soft}>
            {m.dsb_users_session({
              since: formatMoment(createdAt),
              used: formatMoment(lastUsedAt),
            })}
          </span>
        </li>
      ))}
    </ul>
  </AdminSection>
);

const Decisions = ({ decisions }: Pick<PersonDetail, 'decisions'>) => (
  <AdminSection title={m.dsb_users_decisions()}>
    {decisions.length === 0 && <p className={styles.soft}>{m.dsb_users_no_decisions()}</p>}
    <ul className={styles.records}>
      {decisions.map(({ action, text, by, reason, at }) => (
        <li key={`${action} ${at}`}>
          {[text, by && `@${by}`, reason].filter(Boolean).join(' · ')}{' '}
          <span className={styles.soft}>
            {formatMoment(at)} · <code>{action}</code>
          </span>
        </li>
      ))}
    </ul>
  </AdminSection>
);

const Records = ({ person }: { person: PersonDetail }) => (
  <>
    <Sessions sessions={person.sessions} />
    <AdminSection title={m.dsb_users_reports()}>
      <p>
        {m.dsb_users_reports_counts({
          about: person.reportsAbout.length,
          by: person.reportsBy.length,
        })}
      </p>
    </AdminSection>
    <Decisions decisions={person.decisions} />
  </>
);

export default function UserPage() {
  const { userId = '' } = useParams();
  const { data: person, isError, isFetching, refetch } = useQuery(personQuery(userId as PersonId));
  return (
    <AdminPage
      title={person?.profile.exibitionName ?? m.dsb_person()}
      note={m.dsb_users_recorded()}
    >
      <Link to="/dsb/users" className={styles.back}>
        {m.dsb_users_back()}
      </Link>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {person && (
        <>
          <Facts person={person} />
          <MoneyFacts money={person.money} />
          {person.block && !person.own && person.money.earnings > 0 && (
            <CashOutOfBlocked profileId={person.profile.id} earnings={person.money.earnings} />
          )}
          <BlockForm key={String(person.block?.since)} person={person} />
          <WithRight right="content.read">
            <LegalHoldForm ownerId={person.profile.id} own={person.own} />
          </WithRight>
          {(person.producerState === 'approved' || person.producerState === 'suspended') && (
            <>
              <ProducerFee producerId={person.profile.id} />
              <LatePart name="payout rules">
                <PayoutRules producerId={person.profile.id} />
              </LatePart>
              <LatePart name="reviews">
                <StrikeLog producerId={person.profile.id} />
              </LatePart>
            </>
          )}
          <StaffNotes userId={userId as PersonId} own={person.own} />
          <Records person={person} />
        </>
      )}
    </AdminPage>
  );
}

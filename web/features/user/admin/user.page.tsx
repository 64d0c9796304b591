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
  FoldedSection,
  ProfileLink,
  requireStaff,
  staffClientLoader,
  WithRight,
} from '../../dsb/index.ts';
import { CashOutOfBlocked, PayoutRules, ProducerFee } from '../../funds/index.ts';
import { LegalHoldForm } from '../../legal-holds/index.ts';
import { StrikeLog } from '../../reviews/index.ts';
import { RequestDocuments } from '../../verifications/index.ts';
import { BlockForm } from './BlockForm.tsx';
import { PersonFollows } from './PersonFollows.tsx';
import { PersonRecords } from './PersonRecords.tsx';
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
        [
          m.dsb_users_wallet(),
          money.debt > 0
            ? m.dsb_users_wallet_debt({
                wallet: formatMoney(money.wallet),
                debt: formatMoney(money.debt),
              })
            : formatMoney(money.wallet),
        ],
        [m.dsb_users_locked(), formatMoney(money.locked + money.escrow)],
        [m.dsb_users_pending(), formatMoney(money.pending)],
        [m.dsb_users_earnings(), formatMoney(money.earnings)],
        [m.dsb_users_in(), formatMoney(money.walletSums.in + money.earningsSums.in)],
        [m.dsb_users_out(), formatMoney(money.walletSums.out + money.earningsSums.out)],
      ]}
    />
  </AdminSection>
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
          {(person.producerState === 'approved' || person.producerState === 'suspended') && (
            <FoldedSection title={m.dsb_users_producer_part()}>
              <ProducerFee producerId={person.profile.id} />
              <LatePart name="payout rules">
                <PayoutRules producerId={person.profile.id} />
              </LatePart>
              <LatePart name="reviews">
                <StrikeLog producerId={person.profile.id} />
              </LatePart>
            </FoldedSection>
          )}
          <StaffNotes userId={userId as PersonId} own={person.own} />
          <LatePart name="documents">
            <RequestDocuments producerId={person.profile.id} />
          </LatePart>
          <PersonFollows userId={userId as PersonId} counts={person.counts} />
          <PersonRecords person={person} />
          <BlockForm key={String(person.block?.since)} person={person} />
          <WithRight right="content.read">
            <LegalHoldForm ownerId={person.profile.id} own={person.own} />
          </WithRight>
        </>
      )}
    </AdminPage>
  );
}

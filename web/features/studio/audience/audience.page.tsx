// /audience: a producer's subscribers, followers and former subscribers, with what each brought.
import { AUDIENCE_KINDS, type AudienceKind, type AudienceSort } from '@camarim/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Users } from 'lucide-react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { FoldedFilters } from '../../../ui/fields/FoldedFilters.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { audienceFile, type AudienceFilters, audienceQuery, churnQuery } from '../queries.ts';
import { AudienceRow } from './AudienceRow.tsx';
import { ChurnFigures } from './ChurnFigures.tsx';
import styles from './audience.module.css';

const CHURN_DAYS = 30;

const kindOf = (tab: string | null): AudienceKind =>
  AUDIENCE_KINDS.find((kind) => kind === tab) ?? 'subscribers';
const START = { sort: 'newest', renewing: '', search: '' } as const;

const load = ({ request }: { request: Request }) => {
  const kind = kindOf(new URL(request.url).searchParams.get('tab'));
  return loadPage({ optional: [audienceQuery({ ...START, kind }), churnQuery(CHURN_DAYS)] });
};

export const loader = async (args: LoaderFunctionArgs) => ({ queries: (await load(args)).queries });
export const clientLoader = async (args: { request: Request }) => {
  await load(args);
  return null;
};

export const meta = () => [
  { title: `${m.audience_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const TABS = {
  subscribers: () => m.audience_subscribers(),
  followers: () => m.audience_followers(),
  former: () => m.audience_former(),
} satisfies Record<AudienceKind, () => string>;

export default function AudiencePage() {
  const [params] = useSearchParams();
  const kind = kindOf(params.get('tab'));
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.audience_title()}</h1>
      <ChurnFigures days={CHURN_DAYS} />
      <Tabs
        label={m.audience_title()}
        current={kind}
        tabs={AUDIENCE_KINDS.map((key) => ({
          key,
          to: key === 'subscribers' ? '/audience' : `/audience?tab=${key}`,
          text: TABS[key](),
        }))}
      />
      <Members key={kind} kind={kind} />
    </section>
  );
}

const Members = ({ kind }: { kind: AudienceKind }) => {
  const [chosen, setChosen] = useState<Omit<AudienceFilters, 'kind'>>(START);
  const filters = { ...chosen, kind };
  const query = useInfiniteQuery(audienceQuery(filters));
  const { data, isError, isPending, isFetching, refetch } = query;
  const members = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <Filters filters={filters} onChange={(part) => setChosen({ ...chosen, ...part })} />
      {isError && !data && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {isPending && <Spinner />}
      <ul className={styles.list} aria-busy={isFetching}>
        {members.map((member) => (
          <li key={member.profile.id}>
            <AudienceRow member={member} kind={kind} />
          </li>
        ))}
      </ul>
      {data && members.length === 0 && (
        <EmptyState icon={<Users aria-hidden />} title={m.audience_empty()}>
          {chosen.search || chosen.renewing ? m.audience_empty_filter() : m.audience_empty_text()}
        </EmptyState>
      )}
      <LoadMore query={query} text={m.explore_more()} />
      {members.length > 0 && (
        <a className={styles.file} href={audienceFile(filters)} download>
          <Download aria-hidden /> {m.statement_download()}
        </a>
      )}
    </>
  );
};

const Filters = ({
  filters: { kind, sort, renewing },
  onChange,
}: {
  filters: AudienceFilters;
  onChange: (part: Partial<Omit<AudienceFilters, 'kind'>>) => void;
}) => (
  <div className={styles.filters}>
    <SearchField label={m.audience_search()} onSearch={(search) => onChange({ search })} />
    <FoldedFilters active={(sort === 'newest' ? 0 : 1) + (renewing === '' ? 0 : 1)}>
      <div className={styles.choices}>
        <Select
          label={m.audience_sort()}
          value={sort}
          onChange={({ currentTarget: { value } }) => onChange({ sort: value as AudienceSort })}
          options={[
            { value: 'newest', text: m.audience_sort_newest() },
            { value: 'earned', text: m.audience_sort_earned() },
            { value: 'active', text: m.audience_sort_active() },
            ...(kind === 'followers' ? [] : [{ value: 'ending', text: m.audience_sort_ending() }]),
          ]}
        />
        {kind === 'subscribers' && (
          <Select
            label={m.audience_renewal()}
            value={renewing}
            onChange={({ currentTarget: { value } }) =>
              onChange({ renewing: value as AudienceFilters['renewing'] })
            }
            options={[
              { value: '', text: m.audience_renewal_all() },
              { value: 'true', text: m.audience_renewal_on() },
              { value: 'false', text: m.audience_renewal_off() },
            ]}
          />
        )}
      </div>
    </FoldedFilters>
  </div>
);

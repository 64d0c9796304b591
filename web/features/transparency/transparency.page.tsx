// /transparency: how content and people were decided about in a month, for everyone.
import { FIGURE_MIN, FIGURE_SUBJECTS } from '@camarim/contract/features/transparency/subjects';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { describePage } from '../../client/meta.ts';
import { loadPage } from '../../client/page-data.ts';
import { m } from '../../paraglide/messages.js';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { FigureTables } from './FigureTables.tsx';
import { monthOptions } from './months.ts';
import { type Month, monthFile, monthQuery } from './queries.ts';
import { SUBJECT_TEXTS } from './words.ts';
import styles from './transparency.module.css';

const load = async (url: URL) => {
  const month = url.searchParams.get('month');
  const { queries } = await loadPage({ required: [monthQuery(month)] });
  return { month, queries };
};

export const loader = ({ url }: LoaderFunctionArgs) => load(url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(url);

export const meta: MetaFunction = ({ matches }) =>
  describePage(
    {
      title: `${m.transparency_title()} · Camarim`,
      description: m.transparency_description(),
      path: '/transparency',
    },
    matches,
  );

const MonthFigures = ({ shown: { month, firstMonth, lastMonth, figures } }: { shown: Month }) => {
  const [, setParams] = useSearchParams();
  if (month === null || firstMonth === null || lastMonth === null)
    return (
      <EmptyState icon={<ChartColumn aria-hidden />} title={m.transparency_none()}>
        {m.transparency_none_text()}
      </EmptyState>
    );
  const bySubject = Map.groupBy(figures, ({ subject }) => subject);
  return (
    <>
      <div className={styles.choice}>
        <Select
          label={m.transparency_month()}
          value={month}
          onChange={({ currentTarget: { value } }) => setParams({ month: value })}
          options={monthOptions(firstMonth, lastMonth)}
        />
        <a className={styles.file} href={monthFile(month)} download>
          <Download aria-hidden /> {m.transparency_download()}
        </a>
      </div>
      {figures.length === 0 && <p>{m.transparency_nothing()}</p>}
      {FIGURE_SUBJECTS.map((subject) => {
        const rows = bySubject.get(subject);
        if (!rows) return null;
        const title = SUBJECT_TEXTS[subject]();
        return (
          <section key={subject} className={styles.subject}>
            <h2>{title}</h2>
            <div className={styles.tables}>
              <FigureTables title={title} figures={rows} />
            </div>
          </section>
        );
      })}
    </>
  );
};

export default function TransparencyPage() {
  const { month } = useLoaderData<typeof loader>();
  const { data: shown } = useQuery(monthQuery(month));
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{m.transparency_title()}</h1>
      <p className={styles.soft}>{m.transparency_note({ min: FIGURE_MIN })}</p>
      {shown && <MonthFigures shown={shown} />}
    </div>
  );
}

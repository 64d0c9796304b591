// The tables of the overview: sales by kind, top-ups by method, and every day of the charts.
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { formatDay, formatMoney, formatNumber, formatPercent } from '../../ui/display/formats.ts';
import { METHOD_TEXTS, SALE_TEXTS } from '../../features/funds/index.ts';
import type { Overview } from './queries.ts';
import styles from './overview.module.css';

type Column<Row, Shown = ReactNode> = { name: () => string; value: (row: Row) => Shown };

/** The address of a table as a CSV file. */
export type TableFile = { file: string };

/** A table of figures; on a phone, each row is a block with the name of each column. */
export const FigureTable = <Row,>({
  label,
  file,
  note,
  first,
  rows,
  columns,
}: TableFile & {
  label: string;
  note?: string;
  first: Column<Row, string>;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}) => (
  <section>
    <h3 className={styles.heading}>{label}</h3>
    {note && <p className={styles.soft}>{note}</p>}
    {/* A scrollable region must be reachable by keyboard. */}
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {[first, ...columns].map(({ name }) => (
              <th key={name()} scope="col">
                {name()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={first.value(row)}>
              <th scope="row">{first.value(row)}</th>
              {columns.map(({ name, value }) => (
                <td key={name()} data-column={name()}>
                  {value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <a className={styles.file} href={file} download aria-label={m.dsb_overview_file({ label })}>
      <Download aria-hidden /> CSV
    </a>
  </section>
);

const money =
  <Key extends string>(key: Key) =>
  (row: Record<Key, number>): string =>
    row[key] === 0 ? '–' : formatMoney(row[key]);
const number =
  <Key extends string>(key: Key) =>
  (row: Record<Key, number>): string =>
    row[key] === 0 ? '–' : formatNumber(row[key]);

const SALES = [
  { name: m.dsb_figure_gross, value: money('gross') },
  { name: m.dsb_figure_refunded, value: money('refunded') },
  { name: m.dsb_figure_fee, value: money('fee') },
  { name: m.dsb_figure_share, value: money('share') },
];

export const SalesTable = ({ sales, file }: TableFile & { sales: Overview['sales'] }) => (
  <FigureTable
    file={file}
    label={m.dsb_overview_by_kind()}
    first={{ name: m.dsb_overview_kind, value: ({ kind }) => SALE_TEXTS[kind].earningsLabel() }}
    rows={sales}
    columns={[{ name: m.dsb_overview_count, value: number('sales') }, ...SALES]}
  />
);

const isMethod = (method: string): method is keyof typeof METHOD_TEXTS =>
  Object.hasOwn(METHOD_TEXTS, method);

export const TopUpsTable = ({ topUps, file }: TableFile & { topUps: Overview['topUps'] }) => (
  <FigureTable
    label={m.dsb_overview_by_method()}
    note={m.dsb_overview_method_fee()}
    file={file}
    first={{
      name: m.dsb_overview_method,
      value: ({ method }) => (isMethod(method) ? METHOD_TEXTS[method]() : method),
    }}
    rows={topUps}
    columns={[
      { name: m.dsb_overview_count, value: number('count') },
      { name: m.dsb_figure_topped_up, value: money('amount') },
      { name: m.dsb_overview_returned, value: money('returned') },
      { name: m.dsb_figure_disputed, value: money('disputed') },
      { name: m.dsb_overview_net, value: money('net') },
    ]}
  />
);

export const DaysTable = ({ days, file }: TableFile & { days: Overview['days'] }) => (
  <FigureTable
    file={file}
    label={m.statistics_by_day()}
    first={{ name: m.earned_day, value: ({ day }) => formatDay(`${day}T15:00:00Z`) }}
    rows={days.toReversed()}
    columns={[
      ...SALES,
      { name: m.dsb_figure_topped_up, value: money('toppedUp') },
      { name: m.dsb_figure_disputed, value: money('disputed') },
      { name: m.dsb_figure_paid_out, value: money('paidOut') },
      { name: m.dsb_figure_new_members, value: number('newMembers') },
      { name: m.dsb_figure_new_producers, value: number('newProducers') },
      { name: m.dsb_figure_renewals, value: number('renewals') },
      { name: m.dsb_figure_ended, value: number('endedSubscriptions') },
      {
        name: m.dsb_figure_churn,
        value: ({ churnBps }) => (churnBps === null ? '–' : formatPercent(churnBps)),
      },
      { name: m.dsb_figure_subscribers, value: number('activeSubscribers') },
    ]}
  />
);

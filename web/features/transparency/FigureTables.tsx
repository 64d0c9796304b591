// The tables of one subject: one for each property that its cases are counted by.
import { FIGURE_MIN } from '@camarim/contract/features/transparency/subjects';
import { m } from '../../paraglide/messages.js';
import { formatHours, formatNumber } from '../../ui/display/formats.ts';
import type { Figure } from './queries.ts';
import { propertyText, valueText, withinText } from './words.ts';
import styles from './transparency.module.css';

const Row = ({
  figure: { by, within, key, count, medianHours },
  timed,
}: {
  figure: Figure;
  timed: boolean;
}) => (
  <tr>
    <th scope="row">
      {within !== null && <span className={styles.within}>{withinText(within)}: </span>}
      {valueText(by, key)}
    </th>
    <td>
      {count === null ? (
        <span role="img" aria-label={m.transparency_withheld({ min: FIGURE_MIN })}>
          –
        </span>
      ) : (
        formatNumber(count)
      )}
    </td>
    {timed && <td>{medianHours === null ? '' : formatHours(medianHours)}</td>}
  </tr>
);

export const FigureTables = ({ title, figures }: { title: string; figures: readonly Figure[] }) => {
  const timed = figures.some(({ medianHours }) => medianHours !== null);
  return [...Map.groupBy(figures, ({ by }) => by)].map(([by, rows]) => (
    // A scrollable region must be reachable by keyboard.
    <div
      key={by}
      className={styles.scroll}
      tabIndex={0}
      role="region"
      aria-label={`${title}: ${propertyText(by)}`}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{propertyText(by)}</th>
            <th scope="col">{m.transparency_count()}</th>
            {timed && <th scope="col">{m.transparency_median()}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((figure) => (
            <Row key={`${figure.within} ${figure.key}`} figure={figure} timed={timed} />
          ))}
        </tbody>
      </table>
    </div>
  ));
};

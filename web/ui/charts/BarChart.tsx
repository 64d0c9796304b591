// A period's days as bars, drawn by visx. Its code is loaded late (client/charts).
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, BarStack, Line } from '@visx/shape';
import { classNames } from '../class-names.ts';
import styles from './charts.module.css';

export type ChartDay = { day: string; values: Readonly<Partial<Record<string, number>>> };

export type BarChartProps = {
  days: readonly ChartDay[];
  /** From the bottom of a bar up; `className` colours it. */
  series: readonly { key: string; className?: string | undefined }[];
  /** What screen readers hear. Without it they pass over the chart: a table has its values. */
  label?: string;
  /** Lines at each quarter of the height. */
  ruled?: boolean;
  className?: string | undefined;
};

/** Units of the drawing, which is stretched to the size of its element. */
const BOX = { width: 720, height: 200 };
const GAP = 0.25;

/** Amounts below zero have no bar and are in the table only. */
const valueOf = ({ values }: ChartDay, key: string): number => Math.max(0, values[key] ?? 0);

const Rules = () =>
  [0, 0.25, 0.5, 0.75].map((part) => (
    <Line
      key={part}
      from={{ x: 0, y: BOX.height * part }}
      to={{ x: BOX.width, y: BOX.height * part }}
      className={styles.rule}
    />
  ));

/** The highest day fills the height. */
export default function BarChart({ days, series, label, ruled, className }: BarChartProps) {
  const keys = series.map(({ key }) => key);
  const heights = days.map((day) => keys.reduce((sum, key) => sum + valueOf(day, key), 0));
  const x = scaleBand({ domain: days.map(({ day }) => day), range: [0, BOX.width], padding: GAP });
  const y = scaleLinear({ domain: [0, Math.max(0, ...heights)], range: [BOX.height, 0] });
  return (
    <svg
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      className={classNames(styles.bars, className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {ruled && <Rules />}
      <BarStack<ChartDay, string>
        data={[...days]}
        keys={keys}
        value={valueOf}
        x={({ day }) => day}
        xScale={x}
        yScale={y}
        color={() => ''}
      >
        {(stacks) =>
          stacks.flatMap(({ key, index: at, bars }) =>
            bars
              .filter(({ height }) => height > 0)
              .map((bar) => (
                <Bar
                  key={`${bar.index} ${key}`}
                  x={bar.x}
                  y={bar.y}
                  width={bar.width}
                  height={bar.height}
                  className={series[at]?.className ?? ''}
                />
              )),
          )
        }
      </BarStack>
    </svg>
  );
}

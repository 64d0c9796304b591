// A description list: names and their values, as screen readers know it.
import type { ReactNode } from 'react';

type Props = {
  items: readonly (readonly [name: string, value: ReactNode])[];
  className?: string | undefined;
};

export const DescriptionList = ({ items, className }: Props) => (
  <dl className={className}>
    {items.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

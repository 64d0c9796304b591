// Who appears in a post that is there: as declared now, until its owner declares something else.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { appearingQuery } from './queries.ts';
import { WhoAppears } from './WhoAppears.tsx';

/** What is newly declared: null the owner alone; undefined nothing. */
export type Appearing = readonly string[] | null | undefined;

type Props = {
  post: { id: string; withheld: boolean };
  changed: Appearing;
  onChange: (chosen: Appearing) => void;
  error: string | undefined;
};

export const EditAppearing = ({ post, changed, onChange, error }: Props) => {
  const { data: declared } = useQuery(appearingQuery(post.id));
  // Who withdrew is not declared away.
  if (!declared || post.withheld) return null;
  const chosen =
    changed === undefined ? (declared.length === 0 ? null : declared.map(({ id }) => id)) : changed;
  return (
    <WhoAppears
      chosen={chosen}
      onChange={onChange}
      error={chosen?.length === 0 ? m.appears_missing() : error}
    />
  );
};

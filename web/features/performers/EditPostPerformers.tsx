// Who appears in a post that is there: as declared now, until its owner declares something else.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { postPerformersQuery } from './queries.ts';
import { PerformerPicker } from './PerformerPicker.tsx';

/** What is newly declared: null the owner alone; undefined nothing. */
export type PerformerSelection = readonly string[] | null | undefined;

type Props = {
  post: { id: string; withheld: boolean };
  changed: PerformerSelection;
  onChange: (chosen: PerformerSelection) => void;
  error: string | undefined;
};

export const EditPostPerformers = ({ post, changed, onChange, error }: Props) => {
  const { data: declared } = useQuery(postPerformersQuery(post.id));
  // Who withdrew is not declared away.
  if (!declared || post.withheld) return null;
  const chosen =
    changed === undefined ? (declared.length === 0 ? null : declared.map(({ id }) => id)) : changed;
  return (
    <PerformerPicker
      chosen={chosen}
      onChange={onChange}
      error={chosen?.length === 0 ? m.appears_missing() : error}
    />
  );
};

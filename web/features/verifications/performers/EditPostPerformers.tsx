// Performers of an existing post: the declared ones, or the owner's unsaved change.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { postPerformersQuery } from './queries.ts';
import { PerformerPicker } from './PerformerPicker.tsx';

/** The unsaved change: null for the author alone, undefined for no change. */
export type PerformerSelection = readonly string[] | null | undefined;

type Props = {
  post: { id: string; withheld: boolean };
  changed: PerformerSelection;
  onChange: (chosen: PerformerSelection) => void;
  error: string | undefined;
};

export const EditPostPerformers = ({ post, changed, onChange, error }: Props) => {
  const { data: declared } = useQuery(postPerformersQuery(post.id));
  // A post that a performer withdrew from stays withheld; its declaration can't be edited.
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

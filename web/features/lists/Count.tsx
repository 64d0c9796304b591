// How many people a selection has now, in words.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { countQuery, type Selection } from './queries.ts';
import styles from './lists.module.css';

/** As receivers of a message, or as people of a list. */
const WORDS = {
  receivers: {
    none: m.lists_count_none,
    one: m.lists_count_one,
    some: m.lists_count,
    more: m.lists_count_more,
    failed: m.lists_count_failed,
  },
  people: {
    none: m.lists_people_none,
    one: m.lists_people_one,
    some: m.lists_people,
    more: m.lists_people_more,
    failed: m.lists_people_failed,
  },
};

export const membersText = (members: number): string => {
  if (members === 0) return m.lists_people_none();
  return members === 1 ? m.lists_people_one() : m.lists_people({ count: formatCount(members) });
};

export const Count = ({ selection, of }: { selection: Selection; of: keyof typeof WORDS }) => {
  const { data, isFetching, error } = useQuery({
    ...countQuery(selection),
    placeholderData: keepPreviousData,
  });
  const words = WORDS[of];
  const text = () => {
    if (selection.include.length === 0) return words.none();
    // A place is refused beside something else.
    if (error instanceof ApiError && error.status === 400) return error.message;
    if (error) return words.failed();
    if (!data) return m.lists_counting();
    if (data.fewerThan !== null)
      return m.lists_count_too_few({ count: formatCount(data.fewerThan) });
    const count = formatCount(data.count);
    if (!data.complete) return words.more({ count });
    if (data.count === 0 && of === 'people') return words.none();
    return data.count === 1 ? words.one() : words.some({ count });
  };
  return (
    <p className={styles.count} role="status" aria-busy={isFetching}>
      {text()}
    </p>
  );
};

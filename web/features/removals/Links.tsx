// The links that a person names; one that leads to no post or media is said as soon as the field is
// left, and may still be sent.
import { REMOVAL_LINKS_MAX } from '@camarim/contract/features/removals/limits';
import { targetOf } from '@camarim/contract/features/removals/links';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { isPostMissing } from './queries.ts';
import styles from './removals.module.css';

export const linesOf = (text: string): string[] =>
  [...new Set(text.split(/\s+/))].filter((line) => line !== '').slice(0, REMOVAL_LINKS_MAX);

/** Each visitor sees whether a post exists; that a media exists is shown to no one. */
const isUnknown = async (link: string): Promise<boolean> => {
  const target = targetOf(link, window.location.origin);
  return target === null || (target.kind === 'post' && (await isPostMissing(target.id)));
};

const unknownAmong = async (links: readonly string[]): Promise<string[]> => {
  const unknown = await Promise.all(links.map(isUnknown));
  return links.filter((_, index) => unknown[index]);
};

export const Links = ({
  defaultValue = '',
  error,
}: {
  defaultValue?: string;
  error: string | undefined;
}) => {
  const [links, setLinks] = useState(() => linesOf(defaultValue));
  const { data: unknown = [] } = useQuery({
    queryKey: ['removal', 'unknown', links],
    queryFn: () => unknownAmong(links),
    enabled: links.length > 0,
  });
  return (
    <div className={styles.links}>
      <TextArea
        name="links"
        label={m.removal_links()}
        hint={m.removal_links_hint({ count: REMOVAL_LINKS_MAX })}
        rows={3}
        defaultValue={defaultValue}
        error={error}
        onBlur={({ currentTarget: { value } }) => setLinks(linesOf(value))}
      />
      <div role="status">
        {links.length > 0 && unknown.length > 0 && (
          <>
            <p className={styles.warning}>{m.removal_links_unknown()}</p>
            <ul className={styles.list}>
              {unknown.map((link) => (
                <li key={link} className={styles.quoted}>
                  {link}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
};

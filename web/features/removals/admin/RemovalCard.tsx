// One removal request: who asks and why, what was named, the media that were found, and the
// decision.
import { REMOVAL_ITEMS_PAGE } from '@camarim/contract/features/removals/limits';
import type { MediaId } from '@camarim/contract/ids';
import { MINUTE_MS } from '@camarim/contract/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { useNow } from '../../../ui/display/use-now.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import {
  adminStyles,
  Decision,
  type DecisionOption,
  EvidenceMedias,
  ProfileLink,
  useRight,
} from '../../dsb/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';
import { GROUNDS } from '../grounds.ts';
import styles from '../removals.module.css';
import { moreItemsQuery, type Outcome, type RemovalCase, useDecideRemoval } from './queries.ts';

const Due = ({ at }: { at: string }) => {
  const late = Date.parse(at) < useNow(MINUTE_MS);
  return (
    <Badge variant={late ? 'air' : 'plain'}>
      {late
        ? m.dsb_reports_late({ when: formatMoment(at) })
        : m.dsb_reports_due({ when: formatMoment(at) })}
    </Badge>
  );
};

type Item = RemovalCase['items'][number];

const VIA: Record<Item['via'], () => string> = {
  link: m.dsb_removals_via_link,
  picture: m.dsb_removals_via_picture,
  copy: m.dsb_removals_via_copy,
  later: m.dsb_removals_via_later,
};

const likenessOf = ({ exact, distance: bits }: Pick<Item, 'exact' | 'distance'>): string => {
  if (exact) return m.dsb_removals_exact();
  return bits === 0 ? m.dsb_removals_same() : m.dsb_removals_distance({ bits });
};

const Items = ({
  items,
  kept,
  onKeep,
}: {
  items: readonly Item[];
  kept: readonly MediaId[];
  onKeep: (kept: MediaId[]) => void;
}) => (
  <ul className={styles.items}>
    {items.map(({ media, owner, via, plain, ...likeness }, index) => (
      <li key={media.id} className={styles.item}>
        <EvidenceMedias
          medias={[media]}
          nameOf={() => m.dsb_reports_media_number({ number: index + 1 })}
        />
        <p className={styles.soft}>
          {VIA[via]()}
          {via !== 'link' && ` · ${likenessOf(likeness)}`}
          {plain && ` · ${m.dsb_removals_plain()}`}
          <br />
          {owner && <ProfileLink profile={owner} />}
        </p>
        <Checkbox
          label={m.dsb_removals_keep()}
          checked={kept.includes(media.id as MediaId)}
          onChange={({ currentTarget: { checked } }) =>
            onKeep(
              checked
                ? [...kept, media.id as MediaId]
                : kept.filter((one) => one !== (media.id as MediaId)),
            )
          }
        />
      </li>
    ))}
  </ul>
);

const Person = ({
  request: { person, byRepresentative, createdAt, reference },
}: {
  request: RemovalCase;
}) => {
  const decides = useRight('content.decide');
  const missing = decides ? m.dsb_removals_person_erased() : m.dsb_removals_person_hidden();
  return (
    <>
      <p className={adminStyles.soft}>
        {person ? `${person.name}, ${person.email}` : missing} · {formatMoment(createdAt)} ·{' '}
        {reference}
        {byRepresentative && ` · ${m.dsb_removals_representative()}`}
      </p>
      {person && person.text !== '' && <p className={adminStyles.message}>{person.text}</p>}
    </>
  );
};

const Named = ({ request: { links, pictures, searched } }: { request: RemovalCase }) => (
  <>
    {links.length > 0 && (
      <ul className={styles.list}>
        {links.map(({ link, found }) => (
          <li key={link} className={adminStyles.quoted}>
            {link} {!found && <Badge variant="plain">{m.dsb_removals_link_unknown()}</Badge>}
          </li>
        ))}
      </ul>
    )}
    {pictures > 0 && (
      <p className={adminStyles.soft}>{m.dsb_removals_pictures({ count: pictures })}</p>
    )}
    {!searched && <p className={adminStyles.soft}>{m.removal_searching()}</p>}
  </>
);

const Decided = ({ request: { decision, removed } }: { request: RemovalCase }) =>
  decision && (
    <p>
      <Badge variant={decision.outcome === 'removed' ? 'leaf' : 'plain'}>
        {decision.outcome === 'removed'
          ? m.dsb_removals_removed({ count: removed })
          : m.dsb_removals_refused()}
      </Badge>{' '}
      {decision.reason} <span className={adminStyles.soft}>{formatMoment(decision.decidedAt)}</span>
    </p>
  );

const choicesOf = (): DecisionOption<Outcome>[] => [
  {
    key: 'removed',
    text: m.dsb_removals_remove(),
    main: true,
    needsReason: true,
    question: m.dsb_remove_question(),
  },
  { key: 'refused', text: m.dsb_removals_refuse(), main: false, needsReason: true },
];

/** All media that can be seen, and whether none is missing: a decision is about all of them. */
const useItems = (request: RemovalCase) => {
  const { data, isFetching, fetchNextPage } = useInfiniteQuery(moreItemsQuery(request));
  const pages = data?.pages ?? [];
  const left = request.found - REMOVAL_ITEMS_PAGE * (pages.length + 1);
  const more = { hasNextPage: left > 0, isFetchingNextPage: isFetching, fetchNextPage };
  return { items: [...request.items, ...pages.flat()], left, more };
};

const Open = ({ request }: { request: RemovalCase }) => {
  const { id, found, pictures } = request;
  const [kept, setKept] = useState<MediaId[]>([]);
  const { items, left, more } = useItems(request);
  const { mutate, isPending, error } = useDecideRemoval();
  return (
    <>
      {items.length === 0 && <p className={adminStyles.soft}>{m.dsb_removals_no_media()}</p>}
      <Items items={items} kept={kept} onKeep={setKept} />
      {left > 0 ? (
        <>
          <p className={adminStyles.soft}>{m.dsb_removals_see_all()}</p>
          <LoadMore query={more} text={m.dsb_removals_more({ count: left })} />
        </>
      ) : (
        <Decision
          right="content.decide"
          choices={choicesOf()}
          loading={isPending}
          obstacle={found + pictures === 0 ? m.dsb_removals_nothing() : undefined}
          problem={explainRefusal(error)}
          onDecide={(outcome, reason) => mutate({ id, outcome, reason, found, keep: kept })}
        />
      )}
    </>
  );
};

export const RemovalCard = ({ request }: { request: RemovalCase }) => {
  const { id, ground, dueAt, decision } = request;
  return (
    <OpenWorkCard
      kind={decision ? null : 'removalRequest'}
      id={id}
      title={
        <>
          {GROUNDS[ground]()} {!decision && <Due at={dueAt} />}
        </>
      }
    >
      <Person request={request} />
      <Named request={request} />
      {decision ? <Decided request={request} /> : <Open request={request} />}
    </OpenWorkCard>
  );
};

// Chooses the rule of a smart list, with how many people it has now.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { CurrencyField } from '../../ui/fields/CurrencyField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ownCollectionsQuery } from '../collections/index.ts';
import { myPostsQuery } from '../posts/index.ts';
import { countriesQuery, statesQuery } from '../publics/index.ts';
import { Count } from './Count.tsx';
import { PLAIN_TEXTS } from './parts-text.ts';
import { DAYS_MAX, type RuleDraft, type RuleKind, type RuleProblem, ruleOf } from './rule-draft.ts';
import styles from './lists.module.css';

type Props = {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
  /** Null until sending was tried. */
  problem: RuleProblem;
};

const KINDS = {
  subscribers: PLAIN_TEXTS.subscribers,
  followers: PLAIN_TEXTS.followers,
  expired: PLAIN_TEXTS.expired,
  renewalOff: PLAIN_TEXTS.renewalOff,
  tippers: m.lists_rule_tippers,
  buyersOfPost: PLAIN_TEXTS.buyersOfPost,
  buyersOfCollection: PLAIN_TEXTS.buyersOfCollection,
  buyersOfMessage: PLAIN_TEXTS.buyersOfMessage,
  neverBought: PLAIN_TEXTS.neverBought,
  newThisWeek: PLAIN_TEXTS.newThisWeek,
  online: PLAIN_TEXTS.online,
  place: m.lists_rule_place,
  everyone: PLAIN_TEXTS.everyone,
} satisfies Record<RuleKind, () => string>;

export const RuleFields = ({ draft, onChange, problem }: Props) => {
  const change = (part: Partial<RuleDraft>) => onChange({ ...draft, ...part });
  const rule = ruleOf(draft);
  // A message is no choice of a form: only a rule that has one keeps it.
  const kinds = (Object.keys(KINDS) as RuleKind[]).filter(
    (kind) => kind !== 'buyersOfMessage' || draft.kind === 'buyersOfMessage',
  );
  const parts = { draft, change, problem };
  return (
    <>
      <Select
        label={m.lists_rule()}
        value={draft.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as RuleKind, id: '' })}
        options={kinds.map((kind) => ({ value: kind, text: KINDS[kind]() }))}
      />
      {draft.kind === 'tippers' && <TipFields {...parts} />}
      {draft.kind === 'buyersOfPost' && <PostField {...parts} />}
      {draft.kind === 'buyersOfCollection' && <CollectionField {...parts} />}
      {draft.kind === 'place' && <PlaceFields {...parts} />}
      {rule && <Count of="people" selection={{ include: [rule], exclude: [] }} />}
    </>
  );
};

type PartProps = {
  draft: RuleDraft;
  change: (part: Partial<RuleDraft>) => void;
  problem: RuleProblem;
};

const TipFields = ({ draft, change, problem }: PartProps) => (
  <div className={styles.pair}>
    <CurrencyField
      label={m.lists_rule_amount()}
      value={draft.amount}
      error={problem === 'amount' ? m.lists_rule_amount_missing() : undefined}
      onChange={(amount) => change({ amount })}
    />
    <TextField
      label={m.lists_rule_days()}
      type="number"
      inputMode="numeric"
      min={1}
      max={DAYS_MAX}
      value={draft.days}
      error={problem === 'days' ? m.lists_rule_days_wrong({ max: String(DAYS_MAX) }) : undefined}
      onChange={({ currentTarget }) => change({ days: currentTarget.value })}
    />
  </div>
);

/** What was chosen may have been deleted, or not be loaded yet: it stays chosen. */
const choicesOf = (id: string, options: { value: string; text: string }[]) => [
  { value: '', text: m.lists_rule_choose() },
  ...(id === '' || options.some(({ value }) => value === id)
    ? []
    : [{ value: id, text: m.lists_rule_chosen() }]),
  ...options,
];

const TEXT_SHOWN = 60;

const PostField = ({ draft, change, problem }: PartProps) => {
  const query = useInfiniteQuery(myPostsQuery());
  const sold = query.data?.pages.flatMap(({ data }) => data).filter(({ price }) => price !== null);
  return (
    <>
      <Select
        label={m.lists_rule_post()}
        value={draft.id}
        error={problem === 'id' ? m.lists_rule_missing() : undefined}
        onChange={({ currentTarget }) => change({ id: currentTarget.value })}
        options={choicesOf(
          draft.id,
          (sold ?? []).map(({ id, text, startWhen }) => ({
            value: id,
            text: text.slice(0, TEXT_SHOWN) || m.lists_post_of({ date: formatDay(startWhen) }),
          })),
        )}
      />
      <LoadMore query={query} text={m.lists_more_posts()} small variant="text" />
    </>
  );
};

const CollectionField = ({ draft, change, problem }: PartProps) => {
  const { data } = useQuery(ownCollectionsQuery());
  return (
    <Select
      label={m.lists_rule_collection()}
      value={draft.id}
      error={problem === 'id' ? m.lists_rule_missing() : undefined}
      onChange={({ currentTarget }) => change({ id: currentTarget.value })}
      options={choicesOf(
        draft.id,
        (data ?? []).map(({ id, title }) => ({ value: id, text: title })),
      )}
    />
  );
};

const PlaceFields = ({ draft, change }: PartProps) => {
  const { data: countries = [] } = useQuery(countriesQuery());
  const { data: states = [] } = useQuery(statesQuery());
  return (
    <div className={styles.pair}>
      <Select
        label={m.lists_rule_country()}
        value={draft.country}
        onChange={({ currentTarget }) => change({ country: currentTarget.value, state: '' })}
        options={countries.map(({ code, name }) => ({ value: code, text: name }))}
      />
      {draft.country === 'BR' && (
        <Select
          label={m.lists_rule_state()}
          value={draft.state}
          onChange={({ currentTarget }) => change({ state: currentTarget.value })}
          options={[
            { value: '', text: m.lists_rule_all_states() },
            ...states.map(({ code, name }) => ({ value: code, text: name })),
          ]}
        />
      )}
    </div>
  );
};

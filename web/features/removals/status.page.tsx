// /removal/follow: the state of a removal request, by the link of the email (#token), which also
// confirms it, or by the reference and the address. Confirming needs a click, because mail filters
// open links.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { explainRefusal } from '../../client/api/errors.ts';
import { useHashToken } from '../../client/hash-token.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { DescriptionList } from '../../ui/display/DescriptionList.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { EmailField } from '../../ui/fields/person-fields.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { AccountCard } from '../auth/index.ts';
import { Links, linesOf } from './Links.tsx';
import { type HashedPicture, Pictures } from './Pictures.tsx';
import {
  addToRemoval,
  confirmRemoval,
  followRemoval,
  type RemovalRequest,
  viewRemoval,
} from './queries.ts';
import styles from './removals.module.css';

export const meta = () => [
  { title: `${m.removal_follow_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

/** Only what was found is hidden: a request whose links match nothing hides nothing. */
const waitingText = ({ found, searched }: RemovalRequest): string => {
  if (found > 0) return m.removal_state_waiting();
  return searched ? m.removal_state_nothing() : m.removal_state_searching();
};

const STATES: Record<RemovalRequest['state'], (request: RemovalRequest) => string> = {
  unconfirmed: () => m.removal_state_unconfirmed(),
  waiting: waitingText,
  removed: () => m.removal_state_removed(),
  refused: () => m.removal_state_refused(),
};

const isNothingFound = ({ state, searched, found }: RemovalRequest): boolean =>
  state === 'waiting' && searched && found === 0;

const Facts = ({
  request: { reference, state, createdAt, dueAt, searched, found, removed, decidedAt, reason },
}: {
  request: RemovalRequest;
}) => (
  <DescriptionList
    className={styles.facts}
    items={[
      [m.removal_reference(), reference],
      [m.removal_created(), formatMoment(createdAt)],
      ...(dueAt && !decidedAt ? [[m.removal_due(), formatMoment(dueAt)] as const] : []),
      ...(state === 'waiting'
        ? [[m.removal_found(), searched ? String(found) : m.removal_searching()] as const]
        : []),
      ...(state === 'removed' ? [[m.removal_removed(), String(removed)] as const] : []),
      ...(decidedAt ? [[m.removal_decided(), formatMoment(decidedAt)] as const] : []),
      ...(reason ? [[m.removal_reason(), reason] as const] : []),
    ]}
  />
);

const State = ({ request }: { request: RemovalRequest }) => (
  <div className={styles.state}>
    <p role="status" className={styles.strong}>
      {STATES[request.state](request)}
    </p>
    <Facts request={request} />
    {request.contest && (
      <>
        <p className={styles.soft}>{m.removal_refused_hint()}</p>
        <ButtonLink variant="line" to={`/help/contest#${request.contest}`}>
          {m.contest_submit()}
        </ButtonLink>
      </>
    )}
  </div>
);

/** For who named the wrong address: the right one, or the image. */
const AddForm = ({
  token,
  onAdded,
}: {
  token: string;
  onAdded: (request: RemovalRequest) => void;
}) => {
  const [pictures, setPictures] = useState<readonly HashedPicture[]>([]);
  const { form, errors, problem, submitting } = useForm({
    names: ['links'] as const,
    check: ({ links }) => ({
      ...(linesOf(links).length + pictures.length === 0 && { links: m.removal_nothing() }),
    }),
    submit: async ({ links }) =>
      onAdded(
        await addToRemoval({
          token,
          links: linesOf(links),
          pictures: pictures.map(({ picture }) => picture),
        }),
      ),
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      <p>{m.removal_add_text()}</p>
      <Links error={errors.links} />
      <Pictures pictures={pictures} onChange={setPictures} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="main" fullWidth loading={submitting}>
        {m.removal_add()}
      </Button>
    </form>
  );
};

const ConfirmForm = ({
  token,
  onConfirmed,
}: {
  token: string;
  onConfirmed: (request: RemovalRequest) => void;
}) => {
  const { form, problem, submitting } = useForm({
    names: [],
    submit: async () => onConfirmed(await confirmRemoval(token)),
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      <p>{m.removal_confirm_text()}</p>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="main" fullWidth loading={submitting}>
        {m.removal_confirm()}
      </Button>
    </form>
  );
};

const REFRESH_MS = 10_000;

const ByToken = ({ token }: { token: string }) => {
  const client = useQueryClient();
  const queryKey = ['removal', token];
  const { data: request, isError } = useQuery({
    queryKey,
    queryFn: () => viewRemoval(token),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' && !state.data.searched ? REFRESH_MS : false,
  });
  const show = (changed: RemovalRequest) => client.setQueryData(queryKey, changed);
  if (!request && isError) {
    return (
      <EmptyState icon={<Link2Off aria-hidden />} title={m.removal_bad_link_title()}>
        {m.removal_bad_link()}
      </EmptyState>
    );
  }
  if (!request) return <Spinner />;
  return (
    <>
      <State request={request} />
      {request.state === 'unconfirmed' && <ConfirmForm token={token} onConfirmed={show} />}
      {isNothingFound(request) && <AddForm token={token} onAdded={show} />}
    </>
  );
};

const ByReference = () => {
  const [request, setRequest] = useState<RemovalRequest>();
  const { form, errors, problem, submitting } = useForm({
    names: ['reference', 'email'] as const,
    check: ({ reference, email }) => ({
      ...(reference.trim() === '' && { reference: m.removal_reference_missing() }),
      ...(email.trim() === '' && { email: m.removal_email_missing() }),
    }),
    submit: async (values) => setRequest(await followRemoval(values)),
    explain: explainRefusal,
  });
  return (
    <>
      {request && <State request={request} />}
      {request && isNothingFound(request) && <p>{m.removal_add_by_email()}</p>}
      <form {...form} className={styles.form}>
        <TextField
          name="reference"
          label={m.removal_reference()}
          hint={m.removal_reference_hint()}
          autoComplete="off"
          maxLength={20}
          error={errors.reference}
        />
        <EmailField name="email" label={m.removal_email()} error={errors.email} />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.removal_follow_submit()}
        </Button>
      </form>
      <p className={styles.next}>
        <Link to="/removal">{m.removal_new_link()}</Link>
      </p>
    </>
  );
};

export default function FollowRemovalPage() {
  const token = useHashToken();
  return (
    <AccountCard title={m.removal_follow_title()}>
      {token === undefined && <Spinner />}
      {token === '' && <ByReference />}
      {token && <ByToken token={token} />}
    </AccountCard>
  );
}

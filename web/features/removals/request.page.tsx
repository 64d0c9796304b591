// /removal: people who are depicted ask for a removal, with or without an account. The age gate
// never covers it.
import { REMOVAL_NAME_MAX, REMOVAL_PICTURES_MAX } from '@camarim/contract/features/removals/limits';
import { HELP_MAX } from '@camarim/contract/limits';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, type MetaFunction, useSearchParams } from 'react-router';
import { describePage } from '../../client/meta.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { EmailField } from '../../ui/fields/person-fields.tsx';
import { TextArea, TextField } from '../../ui/fields/TextField.tsx';
import { AccountCard, SubmitWithCaptcha, useCaptchaForm } from '../auth/index.ts';
import { GROUNDS } from './grounds.ts';
import { Links, linesOf } from './Links.tsx';
import { type HashedPicture, Pictures } from './Pictures.tsx';
import { askForRemoval, type RemovalBody } from './queries.ts';
import styles from './removals.module.css';

export const meta: MetaFunction = ({ matches }) =>
  describePage(
    {
      title: `${m.removal_title()} · Camarim`,
      description: m.removal_description(),
      path: '/removal',
    },
    matches,
  );

type Receipt = { reference: string; email: string };

const useRequest = (pictures: readonly HashedPicture[], onSent: (receipt: Receipt) => void) =>
  useCaptchaForm({
    action: 'removal',
    names: ['ground', 'links', 'name', 'email', 'text', 'representative', 'goodFaith'] as const,
    check: ({ ground, links, name, email, goodFaith }) => ({
      ...(ground === '' && { ground: m.removal_choose() }),
      ...(linesOf(links).length + pictures.length === 0 && { links: m.removal_nothing() }),
      ...(name.trim().length < 3 && { name: m.removal_name_missing() }),
      ...(email.trim() === '' && { email: m.removal_email_missing() }),
      ...(goodFaith === '' && { goodFaith: m.removal_good_faith_missing() }),
    }),
    submit: async ({ ground, links, name, email, text, representative }, recapcha) => {
      const reference = await askForRemoval({
        ground: ground as RemovalBody['ground'],
        links: linesOf(links),
        pictures: pictures.map(({ picture }) => picture),
        name,
        email,
        text,
        byRepresentative: representative !== '',
        goodFaith: true,
        recapcha,
      });
      onSent({ reference, email });
    },
  });

const RequestForm = ({ link, onSent }: { link: string; onSent: (receipt: Receipt) => void }) => {
  const [pictures, setPictures] = useState<readonly HashedPicture[]>([]);
  const { form, errors, button } = useRequest(pictures, onSent);
  return (
    <form {...form} className={styles.form}>
      <Select
        name="ground"
        label={m.removal_ground()}
        defaultValue=""
        options={[
          { value: '', text: m.removal_choose() },
          ...Object.entries(GROUNDS).map(([value, text]) => ({ value, text: text() })),
        ]}
        error={errors.ground}
      />
      <Links defaultValue={link} error={errors.links} />
      <Pictures pictures={pictures} onChange={setPictures} />
      <TextArea name="text" label={m.removal_text()} rows={3} maxLength={HELP_MAX} />
      <TextField
        name="name"
        label={m.removal_name()}
        hint={m.removal_name_hint()}
        autoComplete="name"
        maxLength={REMOVAL_NAME_MAX}
        error={errors.name}
      />
      <EmailField
        name="email"
        label={m.removal_email()}
        hint={m.removal_email_hint()}
        error={errors.email}
      />
      <Checkbox name="representative" label={m.removal_representative()} />
      <Checkbox name="goodFaith" label={m.removal_good_faith()} error={errors.goodFaith} />
      <SubmitWithCaptcha {...button} label={m.removal_send()} />
    </form>
  );
};

export default function RemovalPage() {
  const [params] = useSearchParams();
  const [sent, setSent] = useState<Receipt>();
  if (sent) {
    return (
      <AccountCard title={m.removal_title()}>
        <EmptyState icon={<MailCheck aria-hidden />} title={m.removal_sent_title()}>
          {m.removal_sent(sent)}
        </EmptyState>
        <p className={styles.next}>{m.removal_sent_missing()}</p>
        <Button variant="line" fullWidth onClick={() => setSent(undefined)}>
          {m.removal_sent_again()}
        </Button>
        <p className={styles.next}>
          <Link to="/removal/follow">{m.removal_sent_follow()}</Link>
        </p>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={m.removal_title()} intro={m.removal_intro()}>
      <ol className={styles.steps}>
        <li>{m.removal_step_ask({ count: REMOVAL_PICTURES_MAX })}</li>
        <li>{m.removal_step_confirm()}</li>
        <li>{m.removal_step_decide()}</li>
      </ol>
      <RequestForm link={params.get('link') ?? ''} onSent={setSent} />
      <p className={styles.next}>
        <Link to="/removal/follow">{m.removal_follow_link()}</Link>
      </p>
    </AccountCard>
  );
}

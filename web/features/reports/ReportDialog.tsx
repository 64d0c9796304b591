// Reports content, with or without an account: a reason, a text, and an email address for the
// answer. The reference is shown once it is sent.
import { useState } from 'react';
import { Link } from 'react-router';
import { HELP_MAX } from '@camarim/contract/limits';
import { postPath } from '@camarim/contract/post-path';
import { m } from '../../paraglide/messages.js';
import { call } from '../../client/api/api.ts';
import { explainRefusal } from '../../client/api/errors.ts';
import { type DialogProps, openDialog } from '../../client/dialogs.ts';
import { useSession } from '../../client/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { EmailField } from '../../ui/fields/person-fields.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { SubmitWithCaptcha, useCaptcha } from '../auth/index.ts';
import { REPORT_REASONS, type ReportBody } from './reasons.ts';
import styles from './reports.module.css';

type Target = Pick<ReportBody, 'targetKind' | 'targetId'>;
type ReportedAuthor = NonNullable<DialogProps['report']['author']>;
type Receipt = { reference: string; dueAt: string };
type FormProps = { target: Target; onSent: (receipt: Receipt) => void };

type Send = (recapcha?: string) => Promise<void>;

/** `submit` sends with what the form has besides its fields: visitors solve a captcha. */
const useReport = ({ target, onSent }: FormProps, submit: (send: Send) => Promise<void>) =>
  useForm({
    names: ['reason', 'text', 'email'] as const,
    check: ({ reason }) => (reason === '' ? { reason: m.report_choose() } : {}),
    submit: ({ reason, text, email }) =>
      submit(async (recapcha) => {
        const body: ReportBody = {
          ...target,
          reason: reason as ReportBody['reason'],
          text,
          ...(email.trim() !== '' && { email }),
          ...(recapcha !== undefined && { recapcha }),
        };
        onSent((await call('POST /reports', { body, handled: [400, 429] })).data);
      }),
    explain: explainRefusal,
  });

const Fields = ({ errors }: { errors: Partial<Record<'reason' | 'text', string>> }) => (
  <>
    <Select
      name="reason"
      autoFocus
      label={m.report_reason()}
      defaultValue=""
      options={[
        { value: '', text: m.report_choose() },
        ...Object.entries(REPORT_REASONS).map(([value, text]) => ({ value, text: text() })),
      ]}
      error={errors.reason}
    />
    <TextArea
      name="text"
      label={m.report_text()}
      rows={4}
      maxLength={HELP_MAX}
      error={errors.text}
    />
  </>
);

const MemberForm = (props: FormProps) => {
  const { form, errors, problem, submitting } = useReport(props, (send) => send());
  return (
    <form {...form} className={styles.form}>
      <Fields errors={errors} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="main" fullWidth loading={submitting}>
        {m.report_send()}
      </Button>
    </form>
  );
};

const VisitorForm = (props: FormProps) => {
  const captcha = useCaptcha('report');
  const { form, errors, problem, submitting } = useReport(props, captcha.sendSolved);
  return (
    <form {...form} className={styles.form}>
      <Fields errors={errors} />
      <EmailField
        name="email"
        label={m.report_email()}
        hint={m.report_email_hint()}
        error={errors.email}
      />
      <SubmitWithCaptcha
        captcha={captcha}
        loading={submitting}
        problem={problem}
        label={m.report_send()}
      />
    </form>
  );
};

/** What people who are depicted have besides a report: a request that finds copies, too. */
const removalOf = (
  { targetKind, targetId }: Target,
  author: ReportedAuthor | undefined,
): string => {
  if (targetKind === 'media') return withLink(`/media/${targetId}`);
  return targetKind === 'post' && author
    ? withLink(postPath(author.domainName, targetId))
    : '/removal';
};

const withLink = (path: string): string =>
  `/removal?link=${encodeURIComponent(`${window.location.origin}${path}`)}`;

/** What a member may do besides: the report alone changes nothing of what they see. */
const BlockToo = ({ author, onClose }: { author: ReportedAuthor; onClose: () => void }) => (
  <Button
    variant="line"
    fullWidth
    onClick={() => {
      onClose();
      const { id: profileId, exibitionName: name, domainName } = author;
      openDialog('block', { profileId, name, domainName });
    }}
  >
    {m.report_block_too({ name: author.exibitionName })}
  </Button>
);

export default function ReportDialog({
  onClose,
  author,
  ...target
}: DialogProps['report'] & { onClose: () => void }) {
  const { user } = useSession();
  const [sent, setSent] = useState<Receipt>();
  const Form = user ? MemberForm : VisitorForm;
  return (
    <Dialog title={m.report_title()} onClose={onClose}>
      {sent ? (
        <div role="status" className={styles.form}>
          <p>{m.report_sent({ reference: sent.reference, when: formatMoment(sent.dueAt) })}</p>
          <Button variant="main" fullWidth autoFocus onClick={onClose}>
            {m.close()}
          </Button>
          {user && author && author.id !== user.profile.id && (
            <BlockToo author={author} onClose={onClose} />
          )}
        </div>
      ) : (
        <>
          <Form target={target} onSent={setSent} />
          <p className={styles.other}>
            <Link to={removalOf(target, author)} onClick={onClose}>
              {m.removal_from_report()}
            </Link>
          </p>
        </>
      )}
    </Dialog>
  );
}

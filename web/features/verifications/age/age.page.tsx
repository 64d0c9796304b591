// /account/age: the ways to prove one's age where the law asks for more than a declaration.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { PREFERENCES_PATH } from '../../../client/preferences.ts';
import { useDialogAddress } from '../../../client/navigation.ts';
import { returnAddress } from '../../../client/session/return-address.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { requestAgeVerification, ownAgeQuery } from '../queries.ts';
import own from './age.module.css';
import { Ways } from './Ways.tsx';
import { DocumentAndSelfie } from '../request/DocumentAndSelfie.tsx';
import styles from '../request/request.module.css';

export const meta = () => [{ title: `${m.age_page_title()} · Camarim` }];

const NAMES = ['documentFrontKey', 'selfieKey'] as const;

const Documents = () => {
  const client = useQueryClient();
  const { form, errors, problem, submitting } = useForm({
    names: NAMES,
    check: (values) =>
      Object.fromEntries(
        NAMES.filter((name) => values[name] === '').map((name) => [
          name,
          m.age_documents_missing(),
        ]),
      ),
    submit: async (values) => {
      await requestAgeVerification(values);
      await client.invalidateQueries({ queryKey: ownAgeQuery().queryKey });
    },
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      <DocumentAndSelfie errors={errors} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" variant="main" loading={submitting}>
          {m.age_send()}
        </Button>
      </div>
    </form>
  );
};

/** A plain form post: the whole page reloads once the age gate is open. */
const Enter = () => {
  const returnTo = returnAddress(useLocation().search) ?? '/';
  return (
    <form method="post" action={PREFERENCES_PATH}>
      <input type="hidden" name="adult" value="1" />
      <input type="hidden" name="back" value={returnTo} />
      <Button type="submit" variant="main">
        {m.age_enter()}
      </Button>
    </form>
  );
};

/** A person of the team looks at a document: the way to contest a refusal. */
const Contest = () => {
  const { user } = useSession();
  const login = useDialogAddress('login');
  const register = useDialogAddress('register');
  return (
    <section aria-labelledby="contest" className={own.contest}>
      <h2 id="contest">{m.age_contest_title()}</h2>
      <p className={styles.text}>{m.age_contest_text()}</p>
      {user ? (
        <Documents />
      ) : (
        <>
          <p className={styles.text}>{m.age_visitor()}</p>
          <div className={styles.buttons}>
            <ButtonLink variant="main" to={register} preventScrollReset>
              {m.register_free()}
            </ButtonLink>
            <ButtonLink variant="line" to={login} preventScrollReset>
              {m.login()}
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
};

/** How far the documents of a member have come. */
const ReviewState = () => {
  const { data: age } = useQuery(ownAgeQuery());
  switch (age?.stage) {
    case 'verified':
      return (
        <section className={styles.status}>
          <h2>{m.age_verified_title()}</h2>
          <p className={styles.text}>{m.age_verified_text()}</p>
          <Enter />
        </section>
      );
    case 'requested':
      return (
        <section className={styles.status}>
          <h2>{m.age_waiting_title()}</h2>
          <p className={styles.text}>{m.age_waiting_text()}</p>
        </section>
      );
    case 'refused':
      return (
        <section className={styles.status}>
          <h2>{m.age_refused_title()}</h2>
          <p className={styles.text}>{m.request_reason({ reason: age.reason })}</p>
        </section>
      );
    default:
      return null;
  }
};

export default function AgePage() {
  const { user, age } = useSession();
  const back = returnAddress(useLocation().search) ?? '/';
  if (age.proven)
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{m.age_proven_title()}</h1>
        <p className={styles.text}>{m.age_verified_text()}</p>
        <div className={styles.buttons}>
          <ButtonLink variant="main" to={back}>
            {m.age_enter()}
          </ButtonLink>
        </div>
      </div>
    );
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{m.age_page_title()}</h1>
      <p className={styles.text}>{age.offers.length > 0 ? m.age_intro() : m.age_no_way()}</p>
      {user && <ReviewState />}
      <Ways offers={age.offers.filter(({ id }) => id !== 'document')} />
      {age.contestable && <Contest />}
    </div>
  );
}

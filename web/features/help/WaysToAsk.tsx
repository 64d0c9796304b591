// How to ask the support: a form, whose answer visitors get by email, and the operator's addresses
// for visitors. An appeal always needs the account that the decision is about.
import { Flag, LifeBuoy, Mail } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { openDialog } from '../../client/dialogs.ts';
import { useDialogAddress } from '../../client/navigation.ts';
import { useSession } from '../../client/session/session.ts';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import styles from './help.module.css';

const LogIn = () => (
  <ButtonLink variant="main" to={useDialogAddress('login')} replace preventScrollReset>
    {m.login()}
  </ButtonLink>
);

export const AppealRequest = ({ decision }: { decision: string }) => {
  const signedIn = useSession().user !== null;
  return (
    <div className={styles.ask}>
      <p>{signedIn ? m.help_appeal_text() : m.help_appeal_login()}</p>
      {signedIn ? (
        <Button variant="main" onClick={() => openDialog('help', { decision })}>
          {m.help_appeal()}
        </Button>
      ) : (
        <LogIn />
      )}
    </div>
  );
};

export const WaysToAsk = () => {
  const signedIn = useSession().user !== null;
  if (!signedIn) return <VisitorsWays />;
  return (
    <div className={styles.ask}>
      <p className={styles.askText}>
        <b>{m.help_not_found()}</b>
        <span>{m.help_open_text()}</span>
      </p>
      <Button variant="main" onClick={() => openDialog('help', {})}>
        {m.help_open()}
      </Button>
    </div>
  );
};

const VisitorsWays = () => {
  const { help, contact, report } = useSession().site;
  const lines = [
    { to: help, text: m.help_line_help(), icon: <LifeBuoy aria-hidden /> },
    { to: contact, text: m.help_line_contact(), icon: <Mail aria-hidden /> },
    { to: report, text: m.help_line_report(), icon: <Flag aria-hidden /> },
  ];
  return (
    <section className={styles.ask} aria-labelledby="ways-to-ask">
      <p className={styles.askText}>
        <b id="ways-to-ask">{m.help_not_found()}</b>
        <span>{m.help_open_text()}</span>
      </p>
      <Button variant="main" onClick={() => openDialog('ask', {})}>
        {m.help_open()}
      </Button>
      {(help || contact || report) && (
        <ul className={styles.lines}>
          {lines.map(
            ({ to, text, icon }) =>
              to && (
                <li key={text}>
                  <a href={to} rel="noopener noreferrer">
                    {icon}
                    {text}
                  </a>
                </li>
              ),
          )}
        </ul>
      )}
    </section>
  );
};

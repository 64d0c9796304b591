// Changed policies: a banner before their day, then a dialog that asks for acceptance, except on
// pages that stay open to a person who refuses.
import { useState } from 'react';
import { ScrollText } from 'lucide-react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { NoticeStrip } from '../../../ui/display/Notice.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import styles from './PolicyChanges.module.css';
import { POLICY_TITLES, policyPath } from './policy-names.ts';
import { acceptPolicy, type PolicyChange } from './queries.ts';

/** Where a refusal leads. */
const OPEN_PAGE = '/wallet';

const useAgreement = (changes: readonly PolicyChange[]) => {
  const { revalidate } = useRevalidator();
  const [loading, setLoading] = useState(false);
  const agree = async () => {
    setLoading(true);
    try {
      await acceptPolicy(changes);
      await revalidate();
    } finally {
      setLoading(false);
    }
  };
  return { loading, agree: () => void agree() };
};

const PolicyLinks = ({ changes }: { changes: readonly PolicyChange[] }) => (
  <ul className={styles.links}>
    {changes.map(({ name, version }) => (
      <li key={name + version}>
        <Link to={policyPath(name, version)}>{POLICY_TITLES[name]()}</Link>
      </li>
    ))}
  </ul>
);

const PolicyBanner = ({ changes, text }: { changes: readonly PolicyChange[]; text: string }) => {
  const { loading, agree } = useAgreement(changes);
  return (
    <NoticeStrip label={m.policies_changed()}>
      <ScrollText aria-hidden />
      <p>{text}</p>
      <PolicyLinks changes={changes} />
      <Button small variant="line" loading={loading} onClick={agree}>
        {m.policies_agree()}
      </Button>
    </NoticeStrip>
  );
};

const PolicyDialog = ({ changes }: { changes: readonly PolicyChange[] }) => {
  const { loading, agree } = useAgreement(changes);
  const navigate = useNavigate();
  const refuse = () => void navigate(OPEN_PAGE);
  return (
    <Dialog title={m.policies_changed()} onClose={refuse}>
      <div className={styles.dialog}>
        <p>{m.policies_ask()}</p>
        <PolicyLinks changes={changes} />
        <p>{m.policies_refuse_text()}</p>
        <ul className={styles.links}>
          <li>
            <Link to="/wallet">{m.policies_wallet()}</Link>
          </li>
          <li>
            <Link to="/settings/data">{m.policies_data()}</Link>
          </li>
          <li>
            <Link to="/account/remove">{m.remove_title()}</Link>
          </li>
        </ul>
        <div className={styles.buttons}>
          <Button onClick={refuse}>{m.policies_refuse()}</Button>
          <Button variant="main" loading={loading} onClick={agree}>
            {m.policies_agree()}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};

type Props = {
  changes: readonly PolicyChange[];
  /** The page is closed to a person who refuses. */
  enforced: boolean;
};

export default function PolicyChanges({ changes, enforced }: Props) {
  const asked = changes.filter((change) => change.asked);
  if (asked.length > 0)
    return enforced ? (
      <PolicyDialog changes={asked} />
    ) : (
      <PolicyBanner changes={asked} text={m.policies_ask()} />
    );
  const [next] = changes;
  if (!next) return null;
  const together = changes.filter(({ inForceAt }) => inForceAt === next.inForceAt);
  return (
    <PolicyBanner changes={together} text={m.policies_soon({ day: formatDay(next.inForceAt) })} />
  );
}

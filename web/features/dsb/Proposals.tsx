// What one person of the team proposed and another has to agree to: its value in words, the reason,
// and a button for the others.
import type { StaffRight } from '@camarim/contract/staff';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { WithRight } from './WithRight.tsx';
import styles from './dsb.module.css';

type Proposal = { by: string; own: boolean; reason: string; at: string };

type ProposalsProps<Each extends Proposal> = {
  proposals: readonly Each[];
  right: StaffRight;
  /** What is proposed, one line for each part. */
  words: (proposal: Each) => readonly string[];
  pending: boolean;
  problem?: string | undefined;
  onAgree: (proposal: Each) => void;
};

export const Proposals = <Each extends Proposal>({
  proposals,
  right,
  words,
  pending,
  problem,
  onAgree,
}: ProposalsProps<Each>) => (
  <>
    {proposals.map((proposal) => {
      const { by, own, reason, at } = proposal;
      const when = formatMoment(at);
      return (
        <div key={`${by} ${at}`} className={styles.card}>
          <p>{own ? m.dsb_proposed_own({ when }) : m.dsb_proposed({ name: by, when })}</p>
          <ul className={styles.records}>
            {words(proposal).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className={styles.soft}>{m.dsb_proposed_reason({ reason })}</p>
          {own ? (
            <p className={styles.soft}>{m.dsb_proposed_waits()}</p>
          ) : (
            <WithRight right={right}>
              <div className={styles.buttons}>
                <Button variant="main" loading={pending} onClick={() => onAgree(proposal)}>
                  {m.dsb_proposed_agree({ name: by })}
                </Button>
              </div>
            </WithRight>
          )}
        </div>
      );
    })}
    {proposals.length > 0 && problem && (
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    )}
  </>
);
